"""Hover, hints, lenses and outline, as the client gets them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lsprotocol import types

from tessera_lsp.features.code_lens import code_lenses
from tessera_lsp.features.diagnostics import diagnostics
from tessera_lsp.features.document_symbols import document_symbols
from tessera_lsp.features.hover import Reasons, hover, question
from tessera_lsp.features.inlay_hints import inlay_hints
from tessera_lsp.features.markup import MARKDOWN, PLAIN, preferred
from tessera_lsp.rules.samples import key_of
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Harvested, ItemJudged, MeasuredClaim, Record, Step, Why

WHOLE = types.Range(types.Position(0, 0), types.Position(999, 0))


def text_of(desk, needle: str, path: str = "", inside: int = 2) -> str:
    found = hover(desk.snapshot, path or desk.path, desk.place(needle, inside), "utf-32")
    return "" if found is None else found.contents.value.replace("\\", "")


def test_hover_on_a_sample_is_its_ladder(desk, consulted):
    record = Record("crate/1", "labels.txt", "line 1", "", 0, "Steel bolts, M8, 12 kg net.")
    desk.judged("True", consulted(True, "crate_weight", records=(record,)))
    text = text_of(desk, "Crate 1 weighs 12")
    assert text.startswith("supported · crate_weight · stock\n")
    assert "The sample says **True**" in text
    assert "Steel bolts" in text


def test_hover_shows_the_reasons_that_it_asked_for(desk, consulted):
    """Fresh ones in the place of what is kept; until they come, it says so."""
    plain = consulted(True, "crate_weight")
    desk.judged("True", plain)
    place = desk.place("Crate 1 weighs 12", 2)
    item = question(desk.snapshot, desk.path, place, "utf-32")
    assert item is not None
    assert item.key == key_of(desk.shape, desk.sample("True"))
    why = Why(desk.path, 41, "crate_weight", "return stated in weights")
    told = replace(plain, steps=(Step("crate_weight", "True", 0, why),))
    for reasons, said, absent in (
        (Reasons(ItemJudged(-1, item.key, (told,), ("True",), ()), True), "claims.py:41", "asked for"),
        (Reasons(None, False), "Its reasons are being asked for …", "claims.py:41"),
        (None, "crate_weight", "asked for"),
    ):
        shown = hover(desk.snapshot, desk.path, place, "utf-32", PLAIN, reasons)
        assert said in shown.contents.value
        assert absent not in shown.contents.value


def test_reasons_of_an_earlier_text_are_marked(desk, consulted):
    """What is kept is better than nothing while the edit is judged; it never stands for a fresh verdict."""
    plain = consulted(True, "crate_weight")
    desk.judged("True", plain)
    why = Why(desk.path, 41, "crate_weight", "return stated in weights")
    told = replace(plain, steps=(Step("crate_weight", "True", 0, why),))
    kept = Reasons(ItemJudged(-1, "", (told,), ("True",), ()), False)
    place = desk.place("Crate 1 weighs 12", 2)
    assert "claims.py:41" not in hover(desk.snapshot, desk.path, place, "utf-32", PLAIN, kept).contents.value
    desk.text += "\n# an edit\n"
    shown = hover(desk.snapshot, desk.path, place, "utf-32", PLAIN, kept).contents.value
    assert "judging" in shown.split("\n")[0]
    assert "claims.py:41" in shown


def test_hover_says_when_word_and_answer_differ(desk, consulted):
    desk.judged("True", consulted(False, "crate_weight"), answers=("False",))
    text = text_of(desk, "Crate 1 weighs 12")
    assert text.startswith("unsupported · crate_weight · stock\n")
    assert "says **False** — they differ" in text


def test_hover_on_an_old_verdict_says_that_it_is_judging(desk, consulted):
    desk.judged("True", consulted(True, "crate_weight"))
    desk.text += "\n# an edit\n"
    assert "judging" in text_of(desk, "Crate 1 weighs 12").split("\n")[0]


def test_hover_where_nothing_runs_says_why(desk):
    desk.verdicts = Verdicts("off", "the project says no")
    assert text_of(desk, "Crate 1 weighs 12").startswith("not run: the project says no")
    assert "not run: the project says no" in text_of(desk, "crate_weight(claim")


def harvest(*owners: tuple[str, int]) -> dict[str, Harvested]:
    claims = tuple(
        MeasuredClaim(f"c{n}", (), times, True, owner, (), ()) for n, (owner, times) in enumerate(owners)
    )
    return {"stock": Harvested("stock", claims, None, 0.1)}


def test_hover_on_a_shape_tells_place_and_claims(desk):
    desk.verdicts = replace(
        desk.verdicts, harvests=harvest(("crate_weight", 2), ("contained", 5), ("crate_weight", 1))
    )
    text = text_of(desk, "crate_weight(claim")
    assert "stock 1 of 1 · owns 3" in text
    assert "3 samples (1 True, 1 False, 1 None)" in text


def test_hover_on_a_declared_name_is_the_shapes(desk):
    registry = desk.root / "depot" / "registry.py"
    line = next(n for n, t in enumerate(registry.read_text().split("\n")) if "claims.crate_weight" in t)
    column = registry.read_text().split("\n")[line].index("crate_weight")
    snapshot = desk.snapshot
    from tessera_lsp.project import read_document

    snapshot = replace(snapshot, saved={str(registry): read_document(str(registry))})
    found = hover(snapshot, str(registry), types.Position(line, column + 1), "utf-32")
    assert found is not None
    assert found.contents.value.startswith("claim shape `crate_weight`")
    assert "stock 1 of 1" in found.contents.value


def test_hover_on_an_undeclared_shape(desk):
    desk.text += "\n\ndef spare(claim, nodes, graph):\n    return None\n"
    assert "declared by no battery" in text_of(desk, "spare(claim")


def test_hover_on_a_code_in_a_suppression_is_the_rule(desk):
    desk.text = desk.text.replace(
        "def crate_weight(claim, nodes, graph):",
        "def crate_weight(claim, nodes, graph):  # tessera: ignore[TES101]",
    )
    assert "undeclared-shape" in text_of(desk, "TES101")


def test_hover_in_plain_text_has_no_markup(desk, consulted):
    """For clients that show no Markdown."""
    desk.judged("True", consulted(False, "crate_weight"), answers=("False",))
    for needle, start in (
        ("Crate 1 weighs 12", "unsupported · crate_weight · stock\n"),
        ("crate_weight(claim", "claim shape crate_weight\n"),
    ):
        found = hover(desk.snapshot, desk.path, desk.place(needle, 2), "utf-32", PLAIN)
        assert found is not None
        assert found.contents.kind == types.MarkupKind.PlainText
        assert found.contents.value.startswith(start)
        assert not set(found.contents.value) & set("*`\\")


@pytest.mark.parametrize(
    ("formats", "markup"),
    [
        (None, MARKDOWN),
        ([], MARKDOWN),
        ([types.MarkupKind.PlainText], PLAIN),
        ([types.MarkupKind.PlainText, types.MarkupKind.Markdown], MARKDOWN),
    ],
)
def test_the_markup_is_what_the_client_shows(formats, markup):
    assert preferred(formats) == markup


def test_hover_elsewhere_is_nothing(desk):
    assert text_of(desk, "import re") == ""
    assert hover(desk.snapshot, "/not/ours.py", types.Position(0, 0), "utf-32") is None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_hints_stand_behind_the_sample(desk, consulted, encoding):
    """The None sample's text holds an ``ä`` and an ``ü``; with a 🧪 all three units differ."""
    desk.text = desk.text.replace("Beschläge", "🧪 Beschläge")
    desk.imported()
    desk.judged("None", consulted(True, "contained"))
    hints = inlay_hints(desk.snapshot, desk.path, WHOLE, encoding)
    line = next(t for t in desk.text.split("\n") if "Beschläge" in t)
    length = {"utf-8": len(line.encode()), "utf-16": len(line) + 1, "utf-32": len(line)}[encoding]
    assert len(hints) == 3
    assert (hints[2].label, hints[2].position.character) == ("✓ contained", length)


def test_hints_come_only_for_the_range(desk):
    place = desk.place("False: Crate")
    line = types.Range(types.Position(place.line, 0), types.Position(place.line + 1, 0))
    (hint,) = inlay_hints(desk.snapshot, desk.path, line, "utf-32")
    assert hint.position.line == place.line


def test_a_lens_says_the_shapes_place(desk):
    (lens,) = code_lenses(desk.snapshot, desk.path, "utf-32", str)
    assert lens.command is not None
    assert lens.command.title == "stock 1 of 1 · 3 samples"


def test_the_outline_holds_shapes_with_their_samples(desk):
    (shape,) = document_symbols(desk.snapshot, desk.path, "utf-32")
    assert shape.name == "crate_weight"
    assert [child.name.split(":")[0] for child in shape.children or ()] == ["True", "False", "None"]
    (battery,) = document_symbols(_with_registry(desk), str(desk.root / "depot" / "registry.py"), "utf-32")
    assert battery.detail == "battery of 1 shape"


def _with_registry(desk):
    from tessera_lsp.project import read_document

    registry = str(desk.root / "depot" / "registry.py")
    return replace(desk.snapshot, saved={registry: read_document(registry)})


def test_a_finding_becomes_a_diagnostic(desk):
    desk.text += "\n\nödland = 1; " + "\n\ndef spare(claim, nodes, graph):\n    return None\n"
    found = next(
        d
        for d in diagnostics(desk.snapshot, desk.path, "utf-16", lambda p: "file://" + p)
        if d.code == "TES101"
    )
    assert found.source == "tessera"
    assert found.severity == types.DiagnosticSeverity.Warning
    assert found.range.start == desk.place("spare(claim")
    assert found.data == {"name": "undeclared-shape", "stale": False}


def test_a_stale_finding_says_so(desk, consulted):
    desk.judged("True", consulted(False, "crate_weight"), answers=("False",))
    (found,) = diagnostics(desk.snapshot, desk.path, "utf-16", str)
    assert "earlier text" not in found.message
    desk.text += "\n# an edit\n"
    (found,) = diagnostics(desk.snapshot, desk.path, "utf-16", str)
    assert found.code == "TES401"
    assert "earlier text" in found.message
