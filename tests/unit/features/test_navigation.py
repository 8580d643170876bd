"""Definition, declaration, references, highlights and rename in a project of several files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lsprotocol import types

from tessera_lsp.features.definition import declaration, definition
from tessera_lsp.features.reach import Reach
from tessera_lsp.features.references import highlights, record_references, shape_references, sought
from tessera_lsp.features.rename import RenameError, prepare_rename, rename, shape_to_rename
from tessera_lsp.features.workspace_symbols import workspace_symbols
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.index.names.following import Names
from tessera_lsp.project import read_document
from tessera_lsp.server.sources import UnwantedError, search
from tessera_lsp.text import Document, Encoding, Position
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Record

TEST = """# \U0001f9ea
from depot.stock import crate_weight as weigh, claims

def test_it():
    crate_weight = 3
    assert weigh(None, {}, None) is None and claims.crate_weight and crate_weight
"""
PACKAGE = '"""A vertical."""\r\nfrom .claims import crate_weight\r\n__all__ = ["crate_weight"]\r\n'


class Walk:
    """A cursor in the project's files, for a client of one encoding."""

    def __init__(self, desk, encoding: Encoding = "utf-16") -> None:
        self.desk, self.root, self.encoding = desk, desk.root, encoding
        (self.root / "depot" / "stock" / "__init__.py").write_bytes(PACKAGE.encode())
        tests = self.root / "tests"
        tests.mkdir()
        (tests / "test_stock.py").write_text(TEST)
        self.snapshot = desk.snapshot
        self.reach = Reach(
            Names(self.snapshot.project, self.text), self.text, lambda p: Path(p).as_uri(), encoding
        )

    def text(self, path: str) -> Document:
        return self.snapshot.documents.get(path) or read_document(path)

    def at(self, relative: str, needle: str, inside: int = 1) -> tuple[str, types.Position]:
        path = str(self.root / relative)
        document = self.text(path)
        place = document.position(document.text.index(needle) + inside)
        return path, types.Position(*document.to_client(place, self.encoding))

    def said(self, found) -> list[str]:
        """Locations as ``file: text``."""
        return [self._said(each.uri, each.range) for each in found or ()]

    def _said(self, uri: str, given: types.Range) -> str:
        path = Path(uri.removeprefix("file://"))
        document = self.text(str(path))
        ends = [_offset(document, end, self.encoding) for end in (given.start, given.end)]
        return f"{path.relative_to(self.root)}: {document.text[ends[0] : ends[1]]}"


def _offset(document: Document, end: types.Position, encoding: Encoding) -> int:
    return document.offset(document.from_client(Position(end.line, end.character), encoding))


CLAIMS = "depot/stock/claims.py"
PLACES = [
    (CLAIMS, "crate_weight(claim"),
    ("depot/registry.py", "crate_weight"),
    ("depot/stock/__init__.py", "crate_weight"),
    ("depot/stock/__init__.py", 'crate_weight"]'),
    ("tests/test_stock.py", "crate_weight as"),
    ("tests/test_stock.py", "weigh,"),
    ("tests/test_stock.py", "weigh("),
    ("tests/test_stock.py", "crate_weight and"),
]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: " ".join(place))
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_every_way_to_speak_of_a_shape_leads_to_it(desk, place, encoding):
    walk = Walk(desk, encoding)
    target = walk.at(*place)
    assert walk.said(definition(walk.snapshot, walk.reach, *target)) == [f"{CLAIMS}: crate_weight"]
    declared = walk.said(declaration(walk.snapshot, walk.reach, *target))
    assert declared == ["depot/registry.py: claims.crate_weight"]


@pytest.mark.parametrize("needle", ["crate_weight = 3", "crate_weight\n", "test_it", "None, {}", "assert"])
def test_other_names_lead_nowhere(desk, needle):
    walk = Walk(desk)
    assert definition(walk.snapshot, walk.reach, *walk.at("tests/test_stock.py", needle)) is None


def references(walk: Walk, relative: str, needle: str, *, with_definition: bool) -> list[str]:
    shape = sought(walk.snapshot, walk.reach, *walk.at(relative, needle))
    assert isinstance(shape, ShapeDefinition)
    denoting = search(walk.snapshot.project, walk.snapshot.documents, shape.key, shape.path)
    return walk.said(shape_references(walk.reach, shape, denoting, with_definition=with_definition))


def test_a_search_that_nobody_waits_for_ends_with_the_file_that_it_reads(desk):
    walk, asked = Walk(desk), []
    shape = sought(walk.snapshot, walk.reach, *walk.at("tests/test_stock.py", "weigh("))

    def wanted() -> bool:
        asked.append(None)
        return len(asked) < 3

    with pytest.raises(UnwantedError):
        search(walk.snapshot.project, walk.snapshot.documents, shape.key, shape.path, wanted)
    assert len(asked) == 3


def test_references_are_found_in_every_file(desk):
    walk = Walk(desk)
    found = references(walk, "tests/test_stock.py", "weigh(", with_definition=True)
    assert found == [
        "depot/registry.py: crate_weight",
        "depot/stock/__init__.py: crate_weight",
        "depot/stock/__init__.py: crate_weight",
        "depot/stock/claims.py: crate_weight",
        "tests/test_stock.py: crate_weight",
        "tests/test_stock.py: weigh",
        "tests/test_stock.py: weigh",
        "tests/test_stock.py: crate_weight",
    ]
    without = references(walk, CLAIMS, "crate_weight(claim", with_definition=False)
    assert without == [entry for entry in found if not entry.startswith(CLAIMS)]


def test_highlights_stay_in_the_file(desk):
    walk = Walk(desk)
    target = walk.at("tests/test_stock.py", "weigh(")
    found = highlights(walk.snapshot, walk.reach, *target)
    assert [(each.range.start.line, each.kind) for each in found or ()] == [
        (1, types.DocumentHighlightKind.Write),
        (1, types.DocumentHighlightKind.Write),
        (5, types.DocumentHighlightKind.Read),
        (5, types.DocumentHighlightKind.Read),
    ]


def test_a_citation_leads_to_its_row_and_its_other_samples(desk, consulted):
    data = desk.root / "crates.csv"
    data.write_text("id,weight\ncrate/1,12\n")
    record = Record("crate/1", "hall", "row 1", str(data), 2, "…")
    desk.judged("True", consulted(True, "crate_weight", records=(record,)))
    walk = Walk(desk)
    target = walk.at(CLAIMS, "crate/1")
    (found,) = definition(walk.snapshot, walk.reach, *target) or ()
    assert found.uri == data.as_uri()
    assert found.range.start == found.range.end == types.Position(1, 0)
    assert sought(walk.snapshot, walk.reach, *target) == "crate/1"
    cited = record_references(walk.snapshot, walk.reach, "crate/1")
    assert walk.said(cited) == [f"{CLAIMS}: crate/1"] * 2
    assert len(highlights(walk.snapshot, walk.reach, *target) or ()) == 2


@pytest.mark.parametrize("records", [(), (Record("crate/1", "hall", "row 1", "", 0, "…"),)])
def test_a_record_of_unknown_place_leads_nowhere(desk, consulted, records):
    desk.judged("True", consulted(True, "crate_weight", records=records))
    walk = Walk(desk)
    assert definition(walk.snapshot, walk.reach, *walk.at(CLAIMS, "crate/1")) is None


def renamed(walk: Walk, relative: str, needle: str, new: str) -> dict[str, str]:
    """The files that a rename changes, as they are afterwards."""
    shape = shape_to_rename(walk.snapshot, walk.reach, *walk.at(relative, needle))
    denoting = search(walk.snapshot.project, walk.snapshot.documents, shape.key, shape.path)
    edit = rename(walk.reach, denoting, new)
    out = {}
    for change in edit.document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        path = Path(change.text_document.uri.removeprefix("file://"))
        document = walk.text(str(path))
        assert change.text_document.version == document.version
        text = document.text
        for each in sorted(change.edits, key=lambda e: (e.range.start.line, e.range.start.character))[::-1]:
            start = _offset(document, each.range.start, walk.encoding)
            text = text[:start] + each.new_text + text[_offset(document, each.range.end, walk.encoding) :]
        out[str(path.relative_to(walk.root))] = text
    return out


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_rename_reaches_every_file_and_leaves_aliases(desk, encoding):
    walk = Walk(desk, encoding)
    files = renamed(walk, "depot/registry.py", "crate_weight", "mass")
    assert set(files) == {CLAIMS, "depot/registry.py", "depot/stock/__init__.py", "tests/test_stock.py"}
    assert files["depot/stock/__init__.py"] == PACKAGE.replace("crate_weight", "mass")
    assert "claim_shapes=(claims.mass,)" in files["depot/registry.py"]
    expected = TEST.replace("import crate_weight as", "import mass as")
    expected = expected.replace("claims.crate_weight", "claims.mass")
    assert files["tests/test_stock.py"] == expected


@pytest.mark.parametrize(
    ("place", "new", "words"),
    [
        (PLACES[0], "not a name", "identifier"),
        (PLACES[0], "lambda", "keyword"),
        (PLACES[0], "re", r"^depot/stock/claims\.py, line \d+: 're' is already a name there"),
        (PLACES[5], "mass", "alias of crate_weight"),
        (("tests/test_stock.py", "test_it"), "mass", "no claim shape"),
    ],
)
def test_a_rename_is_refused_in_words(desk, place, new, words):
    walk = Walk(desk)
    with pytest.raises(RenameError, match=words):
        renamed(walk, *place, new)


def test_a_file_that_does_not_parse_is_named(desk):
    walk = Walk(desk)
    (walk.root / "notes.py").write_text("def f(:\n    crate_weight\n")
    with pytest.raises(RenameError, match=r"^notes\.py: does not parse"):
        renamed(walk, *PLACES[0], "mass")
    (walk.root / "notes.py").write_text("def f(:\n    pass\n")
    assert renamed(walk, *PLACES[0], "mass")


def test_prepare_tells_the_name_that_would_change(desk):
    walk = Walk(desk)
    found = prepare_rename(walk.snapshot, walk.reach, *walk.at("depot/registry.py", "crate_weight"))
    assert found is not None
    assert found.placeholder == "crate_weight"
    assert found.range.end.character - found.range.start.character == len("crate_weight")
    nowhere = walk.at("tests/test_stock.py", "test_it")
    assert prepare_rename(walk.snapshot, walk.reach, *nowhere) is None


def test_workspace_symbols_are_batteries_shapes_and_samples(desk):
    walk = Walk(desk)

    def found(query: str) -> list[tuple[str, types.SymbolKind]]:
        symbols = workspace_symbols(walk.snapshot, query, "utf-16", lambda p: Path(p).as_uri())
        return [(symbol.name, symbol.kind) for symbol in symbols]

    assert found("stk") == [("stock", types.SymbolKind.Object)]
    assert found("CrWe")[0] == ("crate_weight", types.SymbolKind.Function)
    assert ("False: Crate 1 weighs 13 kg.", types.SymbolKind.String) in found("weighs 13")
    assert found("zzz") == []
    assert len(found("")) == 5


def test_without_a_run_a_citation_leads_nowhere(desk):
    desk.verdicts = Verdicts("off", "running is off")
    walk = Walk(desk)
    walk.snapshot = replace(walk.snapshot, verdicts=desk.verdicts)
    assert definition(walk.snapshot, walk.reach, *walk.at(CLAIMS, "crate/1")) is None


@pytest.mark.parametrize(("needle", "parsed"), [("assert", 0), ("crate_weight = 3", 1), ("weigh(", 1)])
def test_a_word_of_no_interest_costs_no_parse(desk, monkeypatch, needle, parsed):
    """The cursor moves often: only a shape's name or an imported one is looked into."""
    walk = Walk(desk)
    asked: list[str] = []
    monkeypatch.setattr(walk.reach.names, "keys", lambda path, place: asked.append(path) or ())
    assert highlights(walk.snapshot, walk.reach, *walk.at("tests/test_stock.py", needle)) is None
    assert len(asked) == parsed


def test_an_import_over_several_lines_is_seen(desk):
    walk = Walk(desk)
    text = "from depot.stock import (\n    claims,\n    crate_weight\n    as weigh,\n)\nx = weigh\n"
    (walk.root / "tests" / "test_stock.py").write_text(text)
    found = definition(walk.snapshot, walk.reach, *walk.at("tests/test_stock.py", "weigh\n"))
    assert walk.said(found) == [f"{CLAIMS}: crate_weight"]
