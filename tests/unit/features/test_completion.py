"""Completion while the text is half typed: ``|`` is the cursor."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lsprotocol import types

from tessera_lsp.features.completion import Client, completion
from tessera_lsp.index import Indexer
from tessera_lsp.project import discover, read_document
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Encoding, Position
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import BatteryInfo, ShapeRef

IDS = ("crate/1", "crate/2", "crate/10", "lid/1", "odd, id")


class Typing:
    """One file of the project with a cursor in it."""

    def __init__(
        self, root: Path, path: str, text: str, encoding: Encoding = "utf-16", snippets: bool = False
    ):
        before, _, after = text.partition("|")
        self.document = Document("file:///the/file.py", 3, before + after)
        self.cursor = self.document.position(len(before))
        self.path = str(root / path)
        self.client = Client(encoding, snippets)
        project = discover(root)
        assert project is not None
        index = Indexer().build(project, lambda p: self.document if p == self.path else read_document(p))
        shape = ShapeRef("depot.stock.claims", "crate_weight", self.path, 1, 0)
        known = BatteryInfo("stock", (shape,), 5, "Claim", None, IDS, ("hall",) * len(IDS))
        other = BatteryInfo("other", (), 1, "Claim", None, ("foreign/1",), ("",))
        verdicts = Verdicts("ready", batteries=(other, known))
        self.snapshot = Snapshot(project, {self.path: self.document}, index, verdicts)

    @property
    def items(self) -> list[types.CompletionItem]:
        position = types.Position(*self.document.to_client(self.cursor, self.client.encoding))
        found = completion(self.snapshot, self.document, self.path, position, self.client)
        return list(found.items) if found is not None else []

    @property
    def labels(self) -> list[str]:
        return [item.label for item in self.items]

    def chosen(self, label: str) -> str:
        """The text once the item with this label is taken."""
        (item,) = [item for item in self.items if item.label == label]
        assert isinstance(item.text_edit, types.TextEdit)
        edits = [item.text_edit, *(item.additional_text_edits or ())]
        text = self.document.text
        spans = [(self._offset(edit.range.start), self._offset(edit.range.end)) for edit in edits]
        pairs = sorted(zip(spans, edits, strict=True), key=lambda pair: pair[0], reverse=True)
        for (start, end), edit in pairs:
            text = text[:start] + edit.new_text + text[end:]
        return text

    def _offset(self, end: types.Position) -> int:
        place = self.document.from_client(Position(end.line, end.character), self.client.encoding)
        return self.document.offset(place)


CLAIMS = '''import re
# ö \U0001f9ea

def crate_weight(claim, nodes, graph):
    """The weight.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
%s
    """
    return None


def lid_colour(claim, nodes, graph):
    return None
'''


@pytest.fixture
def root(desk) -> Path:
    return desk.root


def in_samples(root: Path, line: str, **more) -> Typing:
    return Typing(root, "depot/stock/claims.py", CLAIMS % line, **more)


@pytest.mark.parametrize("line", ["        |", "        T|", "        Fal|"])
def test_sample_words_at_the_beginning_of_a_line(root: Path, line: str):
    typing = in_samples(root, line)
    assert typing.labels == ["True:", "False:", "None:"]
    assert "\n        False: \n" in typing.chosen("False:")


def test_a_client_with_snippets_gets_the_whole_form(root: Path):
    item = in_samples(root, "        |", snippets=True).items[0]
    assert item.text_edit.new_text == "True: ${1:claim} <- ${2:record}"
    assert item.insert_text_format == types.InsertTextFormat.Snippet


@pytest.mark.parametrize(
    ("line", "labels"),
    [
        ("        True: A crate. <- |", ["crate/1", "crate/2", "crate/10", "lid/1", "odd, id"]),
        ("        True: A crate. <- cr|", ["crate/1", "crate/2", "crate/10"]),
        ("        True: A crate. <- crate/1, |", ["crate/2", "crate/10", "lid/1", "odd, id"]),
        ("        True: A \U0001f9ea crate.\n            <- 10|", ["crate/10"]),
        ('        True: A crate. <- "odd, |', ["odd, id"]),
        ("        True: A crate. <- crate/1,\n            lid|", ["lid/1"]),
        ("        True: A cr|", []),
        ("        True: A crate <|", []),
    ],
)
def test_record_ids_behind_the_arrow(root: Path, line: str, labels: list[str]):
    """Those of the battery that declares the shape, without those that the sample cites already."""
    assert in_samples(root, line).labels == labels


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize(
    ("line", "label", "after"),
    [
        ("True: \U0001f9ea ö <- cr|", "crate/2", "True: \U0001f9ea ö <- crate/2"),
        ("True: \U0001f9ea ö <-|", "crate/2", "True: \U0001f9ea ö <- crate/2"),
        ("True: ö <- crate/1,o|", "odd, id", 'True: ö <- crate/1,"odd, id"'),
    ],
)
def test_a_chosen_id_replaces_what_is_typed(
    root: Path, encoding: Encoding, line: str, label: str, after: str
):
    text = in_samples(root, f"        {line}", encoding=encoding).chosen(label)
    assert f"\n        {after}\n" in text


def test_prose_and_code_offer_no_samples(root: Path):
    outside = (
        CLAIMS.replace("    return None\n\n\ndef lid", "    |\n\n\ndef lid") % "        None: x <- lid/1"
    )
    assert Typing(root, "depot/stock/claims.py", outside).labels == []
    assert Typing(root, "depot/stock/claims.py", 'def f():\n    """Words.\n\n    |\n    """\n').labels == []


def test_codes_within_a_suppression(root: Path):
    typing = in_samples(root, "        True: A. <- lid/1  # tessera: ignore[TES401, TES4|]")
    assert "TES401" not in typing.labels
    assert "ignore[TES401, TES402]" in typing.chosen("TES402")


REGISTRY = '''from depot.battery import Battery
from depot.stock import answers, data


def stock():
    """Crates, \U0001f9ea and what they weigh."""
%s
    return Battery(
        name="stock",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes=(%s


def batteries():
    return (stock(),)
'''


def registry(root: Path, imports: str, inside: str, **more) -> Typing:
    (root / "depot/stock/claims.py").write_text(CLAIMS % "        None: x <- lid/1")
    return Typing(root, "depot/registry.py", REGISTRY % (imports, inside), **more)


BY_NAME = "    from depot.stock.claims import crate_weight\n"


@pytest.mark.parametrize("rest", ["),\n    )", ",),\n    )", ")", ""])
@pytest.mark.parametrize("typed", ["", "lid", "l"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_shape_in_a_tuple_is_imported_as_its_neighbour_is(
    root: Path, rest: str, typed: str, encoding: Encoding
):
    """Closed or not, with a comma or not: the import within the function grows."""
    typing = registry(root, BY_NAME, f"crate_weight, {typed}|{rest}", encoding=encoding)
    assert typing.labels == ["lid_colour"]
    text = typing.chosen("lid_colour")
    assert "import crate_weight, lid_colour\n" in text
    assert f"claim_shapes=(crate_weight, lid_colour{rest}\n" in text


def test_a_shape_is_named_through_its_module_where_the_neighbours_are(root: Path):
    imports = "    from depot.stock import claims\n"
    typing = registry(root, imports, "claims.crate_weight, claims.|),\n    )")
    assert typing.labels == ["lid_colour"]
    assert "claim_shapes=(claims.crate_weight, claims.lid_colour)" in typing.chosen("lid_colour")
    assert not typing.items[0].additional_text_edits


def test_the_first_shape_of_a_tuple_brings_its_import(root: Path):
    typing = registry(root, "", "|),\n    )")
    text = typing.chosen("crate_weight")
    assert "from depot.stock.claims import crate_weight\n" in text
    assert "claim_shapes=(crate_weight,)," in text


@pytest.mark.parametrize("line", ["X = (|)", "print(|", 'x = "claim_shapes=(|"', "# claim_shapes=(|", "|"])
def test_other_brackets_offer_no_shapes(root: Path, line: str):
    assert Typing(root, "depot/registry.py", f"import re\n{line}\n").labels == []


@pytest.mark.parametrize(
    "line", ["STOCK_SHAPES = (|", "X: tuple[ClaimShape, ...] = (|", "X = (crate_weight, |"]
)
def test_a_constant_of_shapes_is_known_by_name_type_or_members(root: Path, line: str):
    typing = Typing(root, "depot/registry.py", f"from depot.stock.claims import crate_weight\n{line}\n")
    (root / "depot/stock/claims.py").write_text(CLAIMS % "        None: x <- lid/1")
    typing = Typing(root, "depot/registry.py", f"from depot.stock.claims import crate_weight\n{line}\n")
    assert "lid_colour" in typing.labels


def test_many_ids_are_told_in_parts(root: Path):
    typing = in_samples(root, "        True: A crate. <- |")
    many = tuple(f"box/{number}" for number in range(5000))
    battery = replace(typing.snapshot.verdicts.batteries[1], ids=many, id_sources=("",) * len(many))
    typing.snapshot = replace(typing.snapshot, verdicts=Verdicts("ready", batteries=(battery,)))
    position = types.Position(typing.cursor.line, typing.cursor.character)
    found = completion(typing.snapshot, typing.document, typing.path, position, typing.client)
    assert found is not None
    assert found.is_incomplete
    assert len(found.items) == 200
