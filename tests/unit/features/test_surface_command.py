"""The grammar surface as values, and drift in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lsprotocol import types

from tessera_lsp.drift import Answer, Drift, Entry, Sentence
from tessera_lsp.features.commands.changes import named_battery, named_shape, own_word
from tessera_lsp.features.commands.drifting import SHOWN, annotated, drifted, in_words
from tessera_lsp.features.commands.surface import surface
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import BatteryInfo, Fault, Harvested, ItemJudged, MeasuredClaim, ShapeRef

ROOT = "file:///project"


def locate(path, span):
    """A place whose URI is the path."""
    start, end = (types.Position(*at) for at in span)
    return types.Location(path, types.Range(start, end))


def told(snapshot):
    return surface(snapshot, locate, ROOT)


def registry_with(desk, text: str):
    """The registry on disk, changed."""
    registry = desk.root / "depot" / "registry.py"
    registry.write_text(registry.read_text().replace("(claims.crate_weight,)", text))


def test_without_a_run_the_surface_is_what_the_text_tells(desk):
    desk.verdicts = Verdicts("off", "the project says no")
    found = told(desk.snapshot)
    assert (found.root, found.name, found.state, found.reason) == (
        ROOT,
        "project",
        "off",
        "the project says no",
    )
    (battery,) = found.batteries
    assert (battery.name, battery.figures, battery.readable) == ("stock", None, True)
    (shape,) = battery.shapes
    assert (shape.place, shape.owns, shape.supported, shape.resolved) == (1, None, None, True)


def test_a_declared_name_that_leads_nowhere_has_its_place_and_no_definition(desk):
    registry_with(desk, "(claims.crate_weight, claims.gone)")
    _, gone = told(desk.snapshot).batteries[0].shapes
    assert (gone.name, gone.place, gone.location, gone.resolved) == ("gone", 2, None, False)
    assert gone.declared is not None


def test_wiring_that_cannot_be_read_shows_what_runs(desk):
    registry_with(desk, "tuple(claims.everything())")
    shapes = (ShapeRef("depot.stock.claims", "crate_weight", desk.path, 1, 0),)
    running = replace(desk.verdicts, batteries=(BatteryInfo("stock", shapes, 2, "Claim"),))
    off, desk.verdicts = told(desk.snapshot), running
    desk.imported()
    assert off.undeclared == ()  # the run could tell, and has not
    found = told(desk.snapshot)
    (battery,) = found.batteries
    assert not battery.readable
    assert [(s.name, s.place, s.declared) for s in battery.shapes] == [("crate_weight", 1, None)]
    assert found.undeclared == ()


def test_generic_owners_and_unsupported_claims_are_told_apart(desk):
    claims = (
        MeasuredClaim("a", ("crate/1",), 2, True, "crate_weight", (), ()),
        MeasuredClaim("b", ("crate/1",), 1, False, "crate_weight", (), ()),
        MeasuredClaim("c", ("crate/1",), 3, True, "contained", (), ()),
        MeasuredClaim("d", ("crate/2",), 1, False, "", (), ()),
    )
    desk.verdicts = replace(desk.verdicts, harvests={"stock": Harvested("stock", claims, None, 0.1)})
    desk.imported()
    (battery,) = told(desk.snapshot).batteries
    (shape,) = battery.shapes
    assert (shape.owns, shape.supported, shape.unsupported) == (3, 2, 1)
    assert [(o.name, o.owns, o.supported) for o in battery.others] == [("contained", 3, 3)]
    assert [(c.text, c.owner) for c in battery.figures.unsupported] == [("b", "crate_weight"), ("d", "")]
    assert battery.figures.faithfulness == pytest.approx(5 / 7)


def test_a_battery_that_was_not_measured_says_why(desk):
    fault = Fault("raised", "harvest", "KeyError: 'crate'")
    desk.verdicts = replace(desk.verdicts, harvests={"stock": Harvested("stock", (), fault, 0.1)})
    (battery,) = told(desk.snapshot).batteries
    assert (battery.figures, battery.trouble) == (None, "KeyError: 'crate'")


def test_a_shape_is_named_by_its_name_or_its_place(desk):
    snapshot = desk.snapshot
    assert named_shape(snapshot, "crate_weight") == named_shape(snapshot, "depot.stock.claims:crate_weight")
    assert named_shape(snapshot, "crate_wait") == "there is no shape crate_wait"
    assert named_battery(snapshot, "shop") == "there is no battery shop; there is stock"


@pytest.mark.parametrize(
    ("answers", "why_not", "said"),
    [
        (("True", "True"), "", "True"),
        (("True", "False"), "", "says True or False: name the word"),
        (("raised",), "", "gives no answer that a sample could have"),
        ((), "the graph of stock could not be built", "was not asked: the graph of stock"),
    ],
)
def test_the_word_is_the_shapes_own_answer_where_it_is_one(desk, answers, why_not, said):
    item = ItemJudged(1, "key", (), answers, (), why_not)
    if said == "True":
        assert own_word(desk.shape, item) == said
    else:
        with pytest.raises(LookupError, match=said):
            own_word(desk.shape, item)


def entry(text: str, owner: str = "crate_weight") -> Entry:
    return Entry("stock", text, ("crate/1",), Answer(owner, True), Answer("", False), "why", measured=1)


def test_drift_leads_to_the_shape_that_owned_the_claim(desk):
    shapes = (ShapeRef("depot.stock.claims", "crate_weight", desk.path, 1, 0),)
    desk.verdicts = replace(desk.verdicts, batteries=(BatteryInfo("stock", shapes, 2, "Claim"),))
    drift = Drift((entry("A."),), gained=(Sentence("stock", "B.", ()),))
    found = drifted(desk.snapshot, drift, "saved", locate, ROOT)
    (one,) = found.entries
    assert (one.owner.uri, one.owner.range.start.line) == (desk.path, desk.shape.name_span.start.line)
    assert (found.gained, found.lost, found.why_not) == (1, 0, "")
    unknown = drifted(desk.snapshot, "nothing runs", "saved", locate, ROOT)
    assert (unknown.entries, unknown.why_not) == ((), "nothing runs")


def test_drift_in_words_is_bounded_and_escapes_what_steers():
    few = in_words(Drift((entry("A\n.", "x"), entry("B."))))
    assert few.splitlines() == [
        "2 verdicts or owners changed:",
        '"A\\n." (stock)',
        "    supported · x → unsupported · nobody",
        '"B." (stock)',
        "    supported · crate_weight → unsupported · nobody",
    ]
    many = in_words(Drift(tuple(entry(str(n)) for n in range(SHOWN + 5))))
    assert many.splitlines()[-1] == "and 5 more"
    assert in_words(Drift(unjudged=(Sentence("stock", "A.", ()),))) == (
        "no verdict changes, but 1 claim could not be judged"
    )


@pytest.mark.parametrize(
    ("drift", "label", "asks"),
    [
        (Drift((entry("A."),)), "1 verdict or owner changed", True),
        (Drift(), "No verdict changes", False),
        ("running is off", "Whether verdicts change is not known", False),
    ],
)
def test_an_edit_is_annotated_with_what_it_changes(desk, drift, label, asks):
    place = types.Range(types.Position(0, 0), types.Position(0, 1))
    change = types.TextDocumentEdit(
        types.OptionalVersionedTextDocumentIdentifier(desk.path, 7), [types.TextEdit(place, "x")]
    )
    edit = annotated(types.WorkspaceEdit(document_changes=[change]), drift)
    ((name, annotation),) = edit.change_annotations.items()
    assert (annotation.label, annotation.needs_confirmation) == (label, asks)
    (made,) = edit.document_changes[0].edits
    assert (made.annotation_id, made.new_text, made.range) == (name, "x", place)
