"""TES101 and TES102."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tessera_lsp.index.model import Declaration, Signature, Unreadable
from tessera_lsp.text import Position, Span
from tessera_lsp.wire import MeasuredJudged, ShapeRef


def test_a_declared_shape_is_silent(depot):
    assert depot.findings() == []


def test_an_undeclared_shape_stands_on_its_name(depot):
    depot.declared = ("weight",)
    (finding,) = depot.findings()
    assert (finding.code, finding.severity, finding.span) == ("TES101", "warning", depot.span("colour"))
    assert finding.message == "no battery declares colour: it never speaks; declare it in the battery stock"


def test_the_running_registry_decides_where_it_ran(depot):
    """The text declares both; what runs declares one."""
    depot.ran(declared=("weight",))
    assert [finding.message.split(":")[0] for finding in depot.findings("TES101")] == [
        "no battery declares colour"
    ]
    depot.declared = ()
    depot.ran()
    assert depot.findings("TES101") == []


def test_an_unsaved_registry_counts_at_once(depot):
    """The running registry is the saved one until the worker has asked the unsaved one."""
    depot.ran(declared=("weight",), texts={"/depot/registry.py": "0123456789abcdef"})
    assert depot.findings("TES101") == []
    rewired = MeasuredJudged(2, "stock", (1,), ("weight",), (), depot.verdicts.shapes("stock")[:1])
    depot.verdicts = replace(depot.verdicts, measured={"stock": rewired})
    assert [finding.span for finding in depot.findings("TES101")] == [depot.span("colour")]


@pytest.mark.parametrize("doing", ["import", "batteries"])
def test_the_text_decides_where_the_unsaved_project_cannot_be_imported(depot, fault, doing):
    """A renamed shape stands on the line of the one that runs, and the registry imports the old name."""
    depot.ran(texts={"/depot/stock/claims.py": "0123456789abcdef"})
    depot.text = depot.text.replace("def colour(", "def colour2(")
    depot.shapes, depot.declared = ("weight", "colour2"), ("weight",)
    assert depot.findings("TES101") == []
    broken = fault("raised", ("/depot/registry.py", 1), doing=doing, shape="")
    depot.verdicts = replace(depot.verdicts, judge_faults=(broken,))
    assert [finding.span for finding in depot.findings("TES101")] == [depot.span("colour2")]


def test_a_shape_that_raises_leaves_the_run_to_decide(depot, fault):
    depot.ran(declared=("weight",), texts={"/depot/stock/claims.py": "0123456789abcdef"})
    depot.verdicts = replace(depot.verdicts, judge_faults=(fault("raised", ("/depot/stock/claims.py", 13)),))
    assert [finding.span for finding in depot.findings("TES101")] == [depot.span("colour")]


def test_old_verdicts_do_not_decide(depot):
    depot.ran(declared=("weight",))
    assert depot.findings("TES101", fresh=False) == []


def test_a_battery_that_is_left_out_declares_too(depot):
    depot.ran(declared=("weight",))
    (battery,) = depot.index.batteries
    depot.index_changes = {"batteries": (replace(battery, listed=False),)}
    assert depot.findings("TES101") == []


def test_hidden_wiring_silences_its_vertical(depot):
    """A tuple that cannot be followed may hold any shape of its vertical, and none of another."""
    depot.declared = ()
    (battery,) = depot.index.batteries
    hidden = replace(battery, complete=False)
    depot.index_changes = {"batteries": (hidden,), "wiring_complete": False}
    assert depot.findings("TES101") == []
    other = replace(hidden, name="other", module="other.registry")
    files = {**depot.index.files, "/depot/other/claims.py": replace(
        depot.index.files["/depot/stock/claims.py"], path="/depot/other/claims.py", module="other.claims",
        vertical="other", shapes=(),
    )}  # fmt: skip
    depot.index_changes = {"batteries": (battery, other), "wiring_complete": False, "files": files}
    assert [finding.code for finding in depot.findings("TES101")] == ["TES101", "TES101"]


@pytest.mark.parametrize(
    "changes",
    [
        {"registry_path": ""},
        {"wiring_complete": False},
        {
            "unreadable": (
                Unreadable("/depot/registry.py", Span(Position(0, 0), Position(0, 1)), "does not parse"),
            )
        },
    ],
    ids=["no registry", "batteries() cannot be followed", "the registry does not parse"],
)
def test_without_wiring_nothing_is_known(depot, changes):
    depot.declared = ()
    depot.index_changes = changes
    assert depot.findings("TES101") == []


@pytest.mark.parametrize(
    ("signature", "words"),
    [
        (Signature(("claim",), 1, 1), "it takes 1 argument, not 3"),
        (Signature(("a", "b", "c", "d"), 4, 4), "it requires 4 arguments; give d a default or leave it out"),
        (Signature(("a", "b", "c"), 3, 3, ("unit",)), "unit must be given by name"),
        (Signature(("a", "b", "c", "d"), 3, 4), None),
        (Signature((), 0, -1), None),
        (None, None),
    ],
)
def test_signatures(depot, signature, words):
    file = depot.index.files["/depot/stock/claims.py"]
    shape = replace(file.shapes[0], signature=signature)
    depot.index_changes = {"files": {file.path: replace(file, shapes=(shape,))}}
    found = depot.findings("TES102")
    assert [finding.span for finding in found] == ([depot.span("weight")] if words else [])
    assert all(words in finding.message for finding in found)


def test_an_async_shape_gives_no_verdict(depot):
    depot.text = depot.text.replace("def colour", "async def colour")
    (finding,) = depot.findings()
    assert (finding.code, finding.span) == ("TES102", depot.span("colour"))


def test_a_shape_that_runs_under_another_name_is_found_by_its_line(depot):
    """What a factory returned is called ``make.shape``; it is written within ``colour``."""
    depot.ran(declared=("weight",))
    (battery,) = depot.verdicts.batteries
    made = ShapeRef("stock.claims", "make.shape", "/depot/stock/claims.py", 17, 1)
    depot.verdicts = replace(depot.verdicts, batteries=(replace(battery, shapes=(*battery.shapes, made)),))
    assert depot.findings("TES101") == []


def test_what_stands_behind_a_declared_name_is_declared_and_called_otherwise(depot):
    """``partial(colour, unit)``: the function is declared, and its fourth parameter is given."""
    depot.text = depot.text.replace("def colour(claim", "def colour(unit, claim")
    depot.declared = ("weight",)
    assert {finding.code for finding in depot.findings()} == {"TES101", "TES102"}
    (battery,) = depot.index.batteries
    (declaration,) = battery.declarations
    behind = replace(declaration, also=(("stock.claims", "colour"),))
    depot.index_changes = {"batteries": (replace(battery, declarations=(behind,)),)}
    assert depot.findings() == []
    depot.ran(declared=("weight",))
    assert depot.findings() == []


def test_a_declared_shape_of_another_module_is_looked_at(depot):
    shape = replace(depot.shape("weight"), path="/depot/more.py", signature=Signature(("claim",), 1, 1))
    depot.index_changes = {"elsewhere": (shape,)}
    assert [(f.code, f.path) for f in depot.findings()] == [("TES102", "/depot/more.py")]


def test_hidden_wiring_of_a_battery_whose_vertical_nothing_tells_silences_all(depot):
    depot.declared = ()
    (battery,) = depot.index.batteries
    unknown = replace(battery, name="", complete=False)
    depot.index_changes = {"batteries": (battery, unknown), "wiring_complete": False}
    assert depot.findings("TES101") == []
    known = replace(unknown, declarations=(replace(depot_declaration(), target=("other.claims", "x")),))
    files = dict(depot.index.files)
    files["/depot/other/claims.py"] = replace(
        files["/depot/stock/claims.py"],
        path="/depot/other/claims.py",
        module="other.claims",
        vertical="other",
        shapes=(),
    )
    depot.index_changes = {"batteries": (battery, known), "wiring_complete": False, "files": files}
    assert [finding.code for finding in depot.findings("TES101")] == ["TES101", "TES101"]


def depot_declaration():
    return Declaration("/depot/registry.py", "x", Span(Position(0, 0), Position(0, 1)), None)
