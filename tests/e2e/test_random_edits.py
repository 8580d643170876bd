"""Random edits: the server's text stays the client's, and every range that is sent lies inside it.

The client here keeps its text by its own arithmetic, written from the protocol's words: lines end at LF, CRLF
or CR and at nothing else; characters are counted in units of the encoding that was agreed on.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from lsprotocol import types

from tessera_lsp.features.code_lens import code_lenses
from tessera_lsp.features.completion import Client, completion
from tessera_lsp.features.diagnostics import diagnostics
from tessera_lsp.features.document_symbols import document_symbols
from tessera_lsp.features.folding import folding_ranges
from tessera_lsp.features.hover import hover
from tessera_lsp.features.inlay_hints import inlay_hints
from tessera_lsp.features.reach import Reach
from tessera_lsp.features.references import highlights
from tessera_lsp.features.semantic_tokens import semantic_tokens
from tessera_lsp.features.workspace_symbols import workspace_symbols
from tessera_lsp.findings import collect
from tessera_lsp.index import Indexer
from tessera_lsp.index.names.following import Names
from tessera_lsp.project import Project, discover, read_document
from tessera_lsp.server.documents import OpenDocuments, change_of
from tessera_lsp.server.uris import path_of
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Encoding

CLEAN = Path(__file__).resolve().parents[1] / "workspaces" / "clean"
ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
CLAIMS = "depot/stock/claims.py"
REGISTRY = "depot/registry.py"

BREAKS = ("\n", "\r\n", "\r", "\u2028", "\u2029", "\x0c", "\x0b", "\x85", "\x1c")
PIECES = (
    *BREAKS,
    *(
        "\t",
        "\ufeff",
        "\0",
        "\U0001f9ea",
        "ö",
        "e\u0301",
        "\u200b",
        "x",
        " ",
        "    ",
        '"""',
        "'",
        "\\",
        "#",
        "(",
        ")",
        ",",
        ":",
    ),
    "Samples:",
    "        True: \U0001f9ea Crate 1 weighs 12 kg. <- crate/1, crate/2\n",
    "        none: ö\n            and on <- \n",
    "def other(claim, nodes, graph):\n    return 1\n",
    "def late(claim):\n",
    "# tessera: ignore[TES101, TES999]",
    "    claim_shapes=(claims.crate_weight, claims.gone,),\n",
    "from depot.stock.claims import crate_weight as w\n",
    "_P = re.compile(r'(a+)+\U0001f9ea$')\n",
)


class Typist:
    """A client's text and its edits."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        self.text, self.encoding = text, encoding

    @property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return re.split(r"\r\n|\n|\r", self.text)

    def length(self, text: str) -> int:
        codec, width = CODECS[self.encoding]
        return len(text.encode(codec, "surrogatepass")) // width

    def place(self, offset: int) -> types.Position:
        """The position of an offset; between CR and LF there is none, so that of the line's end."""
        if self.text[offset - 1 : offset + 1] == "\r\n" and offset:
            offset -= 1
        lines = re.split(r"\r\n|\n|\r", self.text[:offset])
        return types.Position(len(lines) - 1, self.length(lines[-1]))

    def edit(self, start: int, end: int, new: str) -> types.TextDocumentContentChangePartial:
        """Replace what stands between two offsets; the change as it is sent."""
        start, end = (at - 1 if at and self.text[at - 1 : at + 1] == "\r\n" else at for at in (start, end))
        change = types.TextDocumentContentChangePartial(types.Range(self.place(start), self.place(end)), new)
        self.text = self.text[:start] + new + self.text[end:]
        return change

    def holds(self, given: types.Range) -> bool:
        """Whether both ends are places of the text, on the boundary of a character, in order."""
        ends = ((given.start.line, given.start.character), (given.end.line, given.end.character))
        return ends[0] <= ends[1] and all(self.has(*end) for end in ends)

    def has(self, line: int, character: int) -> bool:
        lines = self.lines
        if not 0 <= line < len(lines) or not 0 <= character <= self.length(lines[line]):
            return False
        return any(self.length(lines[line][:n]) == character for n in range(len(lines[line]) + 1))

    def token_ranges(self, data: Iterable[int]) -> Iterator[types.Range]:
        """The ranges of semantic tokens."""
        numbers = list(data)
        line = character = 0
        for at in range(0, len(numbers), 5):
            down, right, length = numbers[at : at + 3]
            line, character = line + down, right if down else character + right
            yield types.Range(types.Position(line, character), types.Position(line, character + length))


def symbol_ranges(symbols: Iterable[types.DocumentSymbol]) -> Iterator[types.Range]:
    for symbol in symbols:
        assert _covers(symbol.range, symbol.selection_range), symbol
        yield from (symbol.range, symbol.selection_range)
        yield from symbol_ranges(symbol.children or ())


def _covers(outer: types.Range, inner: types.Range) -> bool:
    return _pair(outer.start) <= _pair(inner.start) and _pair(inner.end) <= _pair(outer.end)


def _pair(position: types.Position) -> tuple[int, int]:
    return position.line, position.character


class Bench:
    """A project of which one file is open and edited."""

    def __init__(self, project: Project, path: str, text: str, encoding: Encoding) -> None:
        self.path = str(project.root / path)
        self.uri = Path(self.path).as_uri()
        self.project, self.encoding = project, encoding
        self.typist = Typist(text, encoding)
        self.documents = OpenDocuments()
        self.documents.open(self.uri, 1, text)
        self.indexer = Indexer()

    def document(self, path: str) -> Document:
        return self.documents.get(path) or read_document(path)

    def edit(self, start: int, end: int, new: str) -> None:
        change = self.typist.edit(start, end, new)
        self.documents.change(self.uri, 2, [change_of(change)], self.encoding)

    @property
    def snapshot(self) -> Snapshot:
        index = self.indexer.build(self.project, self.document)
        made = Snapshot(self.project, {self.path: self.document(self.path)}, index)
        findings = collect(self.project, index, made.verdicts, document=self.document)
        saved = {path: read_document(path) for path in findings if path != self.path}
        return replace(made, findings=findings, saved=saved)

    def ranges(self, cursor: int) -> Iterator[tuple[str, types.Range]]:
        """What the server would send of the open file, by what it is."""
        snapshot, encoding, path = self.snapshot, self.encoding, self.path
        typist = self.typist
        whole = types.Range(types.Position(0, 0), typist.place(len(typist.text)))
        for found in diagnostics(snapshot, path, encoding, lambda p: Path(p).as_uri()):
            yield "diagnostic", found.range
            for related in found.related_information or ():
                if path_of(related.location.uri) == path:
                    yield "related", related.location.range
        for hint in inlay_hints(snapshot, path, whole, encoding):
            yield "hint", types.Range(hint.position, hint.position)
        yield from (("lens", lens.range) for lens in code_lenses(snapshot, path, encoding, str))
        yield from (("symbol", r) for r in symbol_ranges(document_symbols(snapshot, path, encoding)))
        for symbol in workspace_symbols(snapshot, "", encoding, lambda p: Path(p).as_uri()):
            if isinstance(symbol.location, types.Location) and path_of(symbol.location.uri) == path:
                yield "workspace symbol", symbol.location.range
        data = semantic_tokens(snapshot, path, encoding).data
        yield from (("token", given) for given in typist.token_ranges(data))
        for fold in folding_ranges(snapshot, path):
            yield "fold", types.Range(types.Position(fold.start_line, 0), types.Position(fold.end_line, 0))
        yield from self._at(snapshot, typist.place(cursor))

    def _at(self, snapshot: Snapshot, place: types.Position) -> Iterator[tuple[str, types.Range]]:
        reach = Reach(
            Names(self.project, self.document), self.document, lambda p: Path(p).as_uri(), self.encoding
        )
        for found in highlights(snapshot, reach, self.path, place) or ():
            yield "highlight", found.range
        shown = hover(snapshot, self.path, place, self.encoding)
        if shown is not None and shown.range is not None:
            yield "hover", shown.range
        document = self.document(self.path)
        offered = completion(snapshot, document, self.path, place, Client(self.encoding))
        for item in offered.items if offered is not None else ():
            assert isinstance(item.text_edit, types.TextEdit)
            yield "completion", item.text_edit.range
            yield from (("import", edit.range) for edit in item.additional_text_edits or ())


def _project(folder: Path) -> Path:
    root = folder / "project"
    shutil.copytree(CLEAN, root, ignore=shutil.ignore_patterns("__pycache__"))
    for path in root.rglob("*.py"):
        path.write_text(re.sub(r"(?m)^[ ]*#@.*\n", "", path.read_text()))
    return root.resolve()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    found = discover(_project(tmp_path_factory.mktemp("edits")))
    assert found is not None
    return found


EDITS = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 30),
        st.lists(st.sampled_from(BREAKS) | st.sampled_from(PIECES), max_size=3).map("".join),
    ),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.timeout(300)
@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(edits=EDITS, file=st.sampled_from([CLAIMS, REGISTRY]), ending=st.sampled_from(["\n", "\r\n", "\r"]))
@example(edits=[(0.1, 0, each) for each in BREAKS] + [(0.9, 3, "\U0001f9ea")], file=CLAIMS, ending="\r\n")
@example(edits=[(0.0, 0, "\U0001f9ea\u2028ö\x0c"), (0.5, 0, "x"), (0.7, 9, "")], file=REGISTRY, ending="\n")
def test_edits_leave_one_text_and_ranges_inside(
    project: Project, encoding: Encoding, edits: list[tuple[float, int, str]], file: str, ending: str
):
    text = (project.root / file).read_bytes().decode().replace("\n", ending)
    bench = Bench(project, file, text, encoding)
    for where, length, new in edits:
        start = int(where * len(bench.typist.text))
        bench.edit(start, min(start + length, len(bench.typist.text)), new)
        assert bench.document(bench.path).text == bench.typist.text
    for kind, found in bench.ranges(min(start, len(bench.typist.text))):
        assert bench.typist.holds(found), (kind, found, bench.typist.text)


def test_the_ranges_are_looked_at(project: Project):
    """Each kind of range is sent by some text: a test over nothing would hold too."""
    kinds: set[str] = set()
    text = (
        (project.root / CLAIMS)
        .read_text()
        .replace("def crate", "def late(claim, nodes, graph):\n    return 1\n\n\ndef crate")
    )
    cursors = [text.index("crate_weight("), text.index("crate/1"), text.index("crate/2") + 5]
    for cursor in cursors:
        kinds |= {kind for kind, _ in Bench(project, CLAIMS, text, "utf-16").ranges(cursor)}
    registry = (project.root / REGISTRY).read_text().replace("claims.crate_weight,", "")
    bench = Bench(project, REGISTRY, registry, "utf-16")
    kinds |= {kind for kind, _ in bench.ranges(registry.index("claim_shapes=(") + 14)}
    assert kinds >= {"diagnostic", "hint", "lens", "symbol", "workspace symbol", "token", "fold", "highlight"}
    assert kinds >= {"hover", "completion"}


@pytest.mark.asyncio
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.timeout(120)
async def test_over_stdio_too(start: Any, harness: Any, tmp_path: Path, encoding: Encoding):
    """What a real server says of its text is what the features say of the client's, after each edit."""
    root = _project(tmp_path)
    editor = await start(root, run=False, offers=harness.capabilities(encoding))
    project = discover(root)
    assert project is not None
    text = editor.open(CLAIMS)
    bench = Bench(project, CLAIMS, text, encoding)
    uri = editor.uri(CLAIMS)
    chance = random.Random(encoding)
    document = types.TextDocumentIdentifier(uri)
    for version in range(2, 32):
        start_at = chance.randrange(len(bench.typist.text) + 1)
        end = min(len(bench.typist.text), start_at + chance.choice((0, 0, 1, 3, 12)))
        new = "".join(chance.choices(PIECES, k=chance.randrange(3)))
        if version < 5:  # what breaks no line stands above all that follows
            start_at, end, new = 3, 3, f"\U0001f9ea{BREAKS[-version]} "
        change = bench.typist.edit(start_at, end, new)
        bench.documents.open(bench.uri, version, bench.typist.text)
        identifier = types.VersionedTextDocumentIdentifier(version, uri)
        editor.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
        tokens = await editor.within(
            editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
        )
        symbols = await editor.within(
            editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        )
        folds = await editor.within(
            editor.client.text_document_folding_range_async(types.FoldingRangeParams(document))
        )
        snapshot = bench.snapshot
        assert list(tokens.data) == list(semantic_tokens(snapshot, bench.path, encoding).data)
        assert [*symbol_ranges(symbols)] == [*symbol_ranges(document_symbols(snapshot, bench.path, encoding))]
        assert list(folds) == folding_ranges(snapshot, bench.path)
        sent = [*bench.typist.token_ranges(tokens.data), *symbol_ranges(symbols)]
        assert all(bench.typist.holds(found) for found in sent)
