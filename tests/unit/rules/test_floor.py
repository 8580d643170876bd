"""TES208 and TES209."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tessera_lsp.index.model import Trail, Unreadable
from tessera_lsp.text import Position, Span
from tessera_lsp.verdicts import figures
from tessera_lsp.wire import Fault, Harvested, MeasuredClaim, MeasuredJudged

CLAIMS = "/depot/stock/claims.py"
REGISTRY = "/depot/registry.py"


def claim(number, verdict, owner="weight", times=1):
    return MeasuredClaim(f"Claim {number}.", (f"crate/{number}",), times, verdict, owner, (), ())


def test_unsupported_claims_are_listed_on_the_builder(depot):
    claims = tuple(claim(n, n > 8, "weight" if n else "") for n in range(10))
    depot.ran(harvests={"stock": Harvested("stock", claims, None, 0.1)})
    (finding,) = depot.findings()
    assert (finding.code, finding.path) == ("TES208", REGISTRY)
    assert finding.span == depot.span("stock", depot.registry)
    assert "is 0.100, its floor is 1.0; 9 claims are not supported" in finding.message
    assert '"Claim 0." (nobody owns it), "Claim 1." (weight says False)' in finding.message
    assert finding.message.endswith("and 4 more")
    assert finding.witness is not None
    assert finding.witness.text == "Claim 0."
    assert [related.path for related in finding.related] == [REGISTRY] + [CLAIMS] * 8


def test_the_judgement_of_the_edit_replaces_the_harvested_one(depot):
    claims = (claim(1, True), claim(2, True))
    depot.ran(harvests={"stock": Harvested("stock", claims, None, 0.1)})
    assert depot.findings() == []
    judged = MeasuredJudged(2, "stock", (1, 0), ("weight", ""), ())
    depot.verdicts = replace(depot.verdicts, measured={"stock": judged})
    (finding,) = depot.findings()
    assert '"Claim 2." (nobody owns it)' in finding.message


def test_a_claim_counts_as_often_as_it_was_measured(depot):
    claims = (claim(1, True, times=3), claim(2, False, times=1), claim(3, None, times=4))
    depot.ran(harvests={"stock": Harvested("stock", claims, None, 0.1)})
    measured = figures(depot.verdicts, "stock")
    assert (measured.claims, measured.supported, measured.unjudged) == (8, 3, 4)
    assert measured.faithfulness == 0.375


def test_no_claims_are_not_faithful(depot):
    depot.ran(harvests={"stock": Harvested("stock", (), None, 0.1)})
    assert figures(depot.verdicts, "stock").faithfulness is None
    (finding,) = depot.findings()
    assert finding.code == "TES209"
    assert finding.message == "battery stock: no claim was measured: its harness asked the verifier nothing"
    assert finding.span == depot.span("stock", depot.registry)


def test_what_batteries_gives_wrongly_stands_on_its_name(depot, fault):
    span = depot.span("batteries", depot.registry)
    depot.index_changes = {"entry": Trail(REGISTRY, span, "batteries")}
    odd = fault("contract", message="a NoneType", doing="batteries", shape="", battery="")
    depot.ran(batteries=(), load_faults=(odd,))
    (finding,) = depot.findings("TES209")
    assert (finding.path, finding.span) == (REGISTRY, span)


def test_a_harness_that_was_not_to_run_is_no_finding(depot):
    depot.ran(harvests={}, harvest_skipped="harvest = false")
    assert depot.findings() == []


@pytest.mark.parametrize(
    ("doing", "words"),
    [
        ("import", "the project could not be imported: ValueError: no"),
        ("batteries", "the batteries could not be built: ValueError: no"),
        ("harvest", "the harness could not be run: ValueError: no"),
    ],
)
def test_what_failed_stands_on_the_own_line(depot, fault, doing, words):
    raised = fault(
        "raised",
        (REGISTRY, 5),
        ("/usr/lib/x.py", 1),
        doing=doing,
        shape="",
        battery="",
        message="ValueError: no",
    )
    depot.ran(load_faults=(raised, raised))
    (finding,) = depot.findings()
    assert (finding.code, finding.path, finding.message) == ("TES209", REGISTRY, words)
    assert finding.span == depot.span(
        'return Battery(name="stock", claim_shapes=(claims.weight, claims.colour))', depot.registry
    )


def test_without_a_line_it_stands_on_the_registry(depot):
    depot.ran(load_faults=(Fault("missing", "batteries", "no function batteries"),))
    (finding,) = depot.findings()
    assert (finding.path, finding.span.start, finding.span.end) == (REGISTRY, (0, 0), (0, 19))


def test_an_import_that_the_unsaved_text_mends_is_not_told(depot, fault):
    """The saved file raised; the judgement under the unsaved one ran to its end without."""
    broken = fault("raised", (CLAIMS, 3), doing="import", shape="", battery="")
    depot.ran(load_faults=(broken,), texts={CLAIMS: depot.document.digest})
    assert depot.findings("TES209") == []
    depot.verdicts = replace(depot.verdicts, judged=False)
    assert [finding.path for finding in depot.findings("TES209")] == [REGISTRY]


def test_an_import_that_an_open_file_mends_is_not_told(depot, fault):
    """What raised stands in another file than the one that is open: that is tried again all the same."""
    broken = fault("raised", (REGISTRY, 3), doing="import", shape="", battery="")
    depot.ran(load_faults=(broken,), texts={CLAIMS: depot.document.digest})
    assert depot.findings("TES209") == []
    depot.verdicts = replace(depot.verdicts, judge_faults=(broken,))
    assert [finding.path for finding in depot.findings("TES209")] == [REGISTRY]


def test_one_cause_is_told_once(depot, fault):
    """A graph that cannot be built keeps the harness from running, by the same exception."""
    at = (REGISTRY, 5)
    graph = fault("raised", at, doing="graph", shape="", message="ValueError: no")
    harvest = fault("raised", at, doing="harvest", shape="", message="ValueError: no")
    depot.ran(harvests={"stock": Harvested("stock", (), harvest, 0.1)})
    (battery,) = depot.verdicts.batteries
    depot.verdicts = replace(depot.verdicts, batteries=(replace(battery, fault=graph),))
    assert [f.message for f in depot.findings()] == [
        "battery stock: the graph could not be built: ValueError: no"
    ]


def test_a_file_that_does_not_parse_is_told_once(depot, fault):
    """TES900 stands on it; its import fails, of course. What else fails in it is told."""
    unreadable = (Unreadable(REGISTRY, Span(Position(4, 0), Position(4, 1)), "does not parse"),)
    depot.index_changes = {"unreadable": unreadable}
    broken = fault("raised", (REGISTRY, 5), doing="import", shape="", battery="")
    depot.ran(load_faults=(broken,))
    assert [finding.code for finding in depot.findings()] == ["TES900"]
    depot.ran(load_faults=(replace(broken, doing="batteries"),))
    assert [finding.code for finding in depot.findings()] == ["TES900", "TES209"]


def test_a_fault_of_a_shape_is_no_fault_of_the_battery(depot, fault):
    depot.ran()
    depot.answer("True", "raised", fault=fault("raised", (CLAIMS, 12)), verdict=None)
    assert [finding.code for finding in depot.findings()] == ["TES107"]
    depot.answer("True", fault=fault("raised", ("/depot/metrics.py", 3), shape="", doing="verifier"))
    assert [finding.code for finding in depot.findings()] == ["TES209"]


def test_a_battery_without_a_written_name_is_known_by_its_shapes(depot):
    """Two calls whose names the text does not tell: the one that declares the running shapes is meant."""
    depot.ran(harvests={"stock": Harvested("stock", (claim(1, False),), None, 0.1)})
    (battery,) = depot.index.batteries
    named = replace(battery, name="")
    other = replace(named, path="/depot/other.py", declarations=named.declarations[:1])
    depot.index_changes = {"batteries": (other, named)}
    assert [f.path for f in depot.findings("TES208")] == [REGISTRY]
    depot.index_changes = {"batteries": (other, replace(other, path="/depot/third.py"))}
    assert [(f.path, f.span.start.line) for f in depot.findings("TES208")] == [(REGISTRY, 0)]


def test_claims_of_another_answer_are_told_as_stale(depot):
    """The unsaved edit reaches what measures: what the saved claims come to is not said of the edit."""
    depot.ran(harvests={"stock": Harvested("stock", (claim(1, True),), None, 0.1)})
    judged = MeasuredJudged(2, "stock", (0,), ("weight",), (), stale=True)
    depot.verdicts = replace(depot.verdicts, measured={"stock": judged})
    (finding,) = depot.findings()
    assert (finding.code, finding.stale) == ("TES208", True)
    depot.verdicts = replace(depot.verdicts, measured={"stock": replace(judged, stale=False)})
    (finding,) = depot.findings()
    assert not finding.stale
