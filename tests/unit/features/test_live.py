"""Lenses, hints, hovers and tokens made of what was measured, what drifts, and what groups capture."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lsprotocol import types

from tessera_lsp.features.captures import captured
from tessera_lsp.features.code_lens import code_lenses
from tessera_lsp.features.hover import hover, question
from tessera_lsp.features.inlay_hints import inlay_hints
from tessera_lsp.project import read_document
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import BatteryInfo, Harvested, ItemJudged, MeasuredClaim, MeasuredJudged, ShapeRef

WHOLE = types.Range(types.Position(0, 0), types.Position(999, 0))


def measured(desk, *judged: tuple[int, str], said: str = "") -> Verdicts:
    """Two claims that the shape owns as saved and one that nobody owns, judged anew as given."""
    claims = (
        MeasuredClaim("Crate 1 weighs 12 kg.", ("crate/1",), 2, True, "crate_weight", (), ()),
        MeasuredClaim("Crate 2 weighs 18 kg.", ("crate/2",), 1, True, "crate_weight", (), ()),
        MeasuredClaim("Crates are *heavy*.", ("crate/2",), 1, False, "", (), ()),
    )
    shapes = (ShapeRef("depot.stock.claims", "crate_weight", desk.path, 1, 0),)
    info = BatteryInfo("stock", shapes, 2, "Claim", ids=("crate/1", "crate/2"))
    found = MeasuredJudged(1, "stock", tuple(v for v, _ in judged), tuple(o for _, o in judged), ())
    return replace(
        desk.verdicts,
        load=1,
        batteries=(info,),
        harvests={"stock": Harvested("stock", claims, None, 0.1)},
        harvest_done=True,
        measured={"stock": found} if judged else {},
    )


def drifting(desk):
    """The snapshot of an unsaved text under which the second claim has lost its owner."""
    digest = Document("", None, desk.text).digest
    desk.verdicts = replace(
        measured(desk, (1, "crate_weight"), (0, ""), (0, "")),
        sources={desk.path: "another"},
        texts={desk.path: digest},
    )
    return replace(desk.snapshot, baseline={})


def registry_of(desk, snapshot=None):
    """The snapshot with the registry open, and its path."""
    snapshot = snapshot or desk.snapshot
    path = str(desk.root / "depot" / "registry.py")
    return replace(snapshot, documents={**snapshot.documents, path: read_document(path)}), path


def titles(snapshot, path) -> list[str]:
    return [lens.command.title for lens in code_lenses(snapshot, path, "utf-32", lambda p: f"file://{p}")]


def test_lenses_count_claims_samples_and_drift(desk):
    desk.verdicts = measured(desk)
    desk.imported()
    snapshot, registry = registry_of(desk)
    assert titles(snapshot, desk.path) == ["stock 1 of 1 · owns 3 · 3 samples"]
    assert titles(snapshot, registry) == ["faithfulness 0.750 · 4 claims"]
    (lens,) = code_lenses(snapshot, registry, "utf-32", str)
    assert (lens.command.command, lens.command.arguments) == (
        "tessera.server.runBattery",
        [{"uri": registry, "battery": "stock"}],
    )

    snapshot, registry = registry_of(desk, drifting(desk))
    assert snapshot.fresh
    assert titles(snapshot, desk.path) == ["stock 1 of 1 · owns 2 · 3 samples · drift 1"]
    assert titles(snapshot, registry) == ["faithfulness 0.500 · 4 claims · drift 1"]
    (lens,) = code_lenses(snapshot, desk.path, "utf-32", str)
    assert (lens.command.command, lens.command.arguments) == (
        "tessera.server.drift",
        [{"uri": desk.path, "show": True}],
    )


def test_a_share_below_the_floor_never_reads_as_if_it_were_there(desk):
    claims = (
        MeasuredClaim("a", ("crate/1",), 99_999, True, "crate_weight", (), ()),
        MeasuredClaim("b", ("crate/1",), 1, False, "", (), ()),
    )
    desk.verdicts = replace(measured(desk), harvests={"stock": Harvested("stock", claims, None, 0.1)})
    desk.imported()
    snapshot, registry = registry_of(desk)
    assert titles(snapshot, registry) == ["faithfulness 0.999 · 100,000 claims"]


def test_drift_of_an_older_text_is_marked(desk):
    snapshot = drifting(desk)
    document = snapshot.documents[desk.path]
    newer = replace(document, text=document.text + "\n# more\n")
    stale = replace(snapshot, documents={desk.path: newer})
    assert titles(stale, desk.path) == ["stock 1 of 1 · owns 2 · 3 samples · drift 1 …"]


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (Verdicts("starting"), "not run: the project is being loaded"),
        (
            Verdicts("ready", judged=True, harvest_done=True, harvest_skipped="harvest is off"),
            "harvest is off",
        ),
        (Verdicts("ready"), "being measured …"),
    ],
)
def test_a_battery_without_figures_says_why(desk, verdicts, said):
    desk.verdicts = verdicts
    snapshot, registry = registry_of(desk)
    assert titles(snapshot, registry) == [said]


def hints(snapshot, path) -> list[tuple[str, str]]:
    """What stands before each hint on its line, and its label."""
    document = snapshot.document(path)
    return [
        (document.line(hint.position.line)[: hint.position.character].strip(), hint.label)
        for hint in inlay_hints(snapshot, path, WHOLE, "utf-32")
    ]


def test_declared_names_tell_place_and_claims(desk):
    desk.verdicts = measured(desk)
    desk.imported()
    snapshot, registry = registry_of(desk)
    assert hints(snapshot, registry) == [("claim_shapes=(claims.crate_weight", "1 · owns 3")]
    assert (
        inlay_hints(snapshot, registry, types.Range(types.Position(0, 0), types.Position(3, 0)), "utf-32")
        == []
    )


TEST = """\
from depot.evidence import Claim, EvidenceRecord

def test_weight(graph):
    claim = Claim("Crate 1 weighs 12 kg.", (graph.record("crate/1"),))
    other = Claim(text="Crate 2 weighs 18 kg.", support=cited("crate/2", "crate/1"))
    unknown = Claim("Crate 3 weighs 1 kg.", (graph.record("crate/3"),))
    own = Claim("Crate 1 weighs 9 kg.", (EvidenceRecord("crate/1"),))
    part = Claim("Crate 1 weighs 9 kg.", (graph.record("crate/1"), record))
    made = Claim(f"Crate {1}", (graph.record("crate/1"),))
"""


def with_test_file(desk):
    """A snapshot with a test file open, and its path."""
    desk.verdicts = measured(desk)
    desk.imported()
    path = str(desk.root / "tests" / "test_stock.py")
    snapshot = desk.snapshot
    documents = {**snapshot.documents, path: Document("file:///t.py", 1, TEST)}
    return replace(snapshot, documents=documents), path


def test_claims_in_code_get_a_hint_where_text_and_records_are_told_for_sure(desk):
    snapshot, path = with_test_file(desk)
    assert [line.split(" = ")[0] for line, _ in hints(snapshot, path)] == ["claim", "other"]


def test_a_claims_file_is_not_searched_for_claims(desk):
    """It is typed in all day, and a search would parse it."""
    desk.verdicts = measured(desk)
    desk.text += '\n\nMADE = Claim("Crate 1 weighs 12 kg.", (nodes["crate/1"],))\n'
    assert "MADE" in desk.snapshot.documents[desk.path].text
    assert [line for line, _ in hints(desk.snapshot, desk.path) if "MADE" in line] == []


def test_hover_on_a_claim_in_code_is_its_ladder(desk, consulted):
    snapshot, path = with_test_file(desk)
    at = types.Position(3, TEST.split("\n")[3].index("weighs"))
    item = question(snapshot, path, at, "utf-32")
    assert (item.text, item.citations, item.battery) == ("Crate 1 weighs 12 kg.", ("crate/1",), "stock")
    told = consulted(True, "crate_weight")
    verdicts = replace(snapshot.verdicts, items={item.key: ItemJudged(1, item.key, (told,), (), ())})
    text = hover(replace(snapshot, verdicts=verdicts), path, at, "utf-32").contents.value
    assert text.startswith("supported · crate_weight · stock\n")
    assert "with the records that `stock` has under these ids" in text
    waiting = replace(snapshot, verdicts=replace(snapshot.verdicts, judged=False))
    assert hover(waiting, path, at, "utf-32").contents.value == "being judged"


def test_hover_on_a_battery_tells_its_shapes_and_what_it_does_not_support(desk):
    desk.verdicts = measured(desk)
    desk.imported()
    snapshot, registry = registry_of(desk)
    line = next(
        n for n, t in enumerate(read_document(registry).text.split("\n")) if t.startswith("def stock")
    )
    text = hover(snapshot, registry, types.Position(line, 5), "utf-32").contents.value
    assert text.startswith("battery `stock` · faithfulness 0.750 · 4 claims\n\n1. `crate_weight` · owns 3\n")
    assert '1 claim not supported:\n\n- "Crates are \\*heavy\\*." (nobody)' in text


def test_hover_on_a_shape_counts_true_and_false_and_drift(desk):
    snapshot = drifting(desk)
    at = desk.place("crate_weight(claim")
    text = hover(snapshot, desk.path, at, "utf-32").contents.value
    assert "stock 1 of 1 · owns 2: 2 true, 0 false" in text
    assert "drift: 1 verdict or owner not as saved" in text


@pytest.mark.parametrize(
    ("pattern", "sentence", "groups"),
    [
        (r"Crate (\d+) weighs (\d+) kg\.", "Crate 1 weighs 12 kg.", ["1", "12"]),
        (r"(Crate (\d+)) weighs (?P<n>\d+)( kg)?\.", "Crate 1 weighs 12.", ["Crate 1", "12"]),
        (r"Crate (\d+)", "Crate 1 weighs 12 kg.", []),
        (r"(a*)*b(.*)", "a" * 60, []),
    ],
)
def test_groups_are_the_outermost_of_a_whole_match(desk, pattern, sentence, groups):
    desk.text = desk.text.replace(r"Crate (\d+) weighs (\d+) kg\.", pattern)
    found = captured(desk.snapshot.index.files[desk.path], desk.shape, sentence)
    assert [sentence[start:end] for start, end in found] == groups
