"""A text divided at column 0: where it may be, how two texts differ, and what one part of it parses to.

A *piece* begins with a line whose first character may begin a statement. A *chunk* is as many pieces as it
takes to parse alone: one, but for what holds other text at column 0, as a string in triple quotes may.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

_UNFIT = re.compile("[\0\ud800-\udfff]")
_LINE_END = re.compile(r"\r\n|\n|\r")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_OUTSIDE = re.compile(r"^[^\s#]", re.MULTILINE)
"""Where a line, of those that end with ``\\n``, may begin a statement."""
_BETWEEN = re.compile(r"(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*[ \t\f]*(?:#[^\r\n]*)?")
"""Blanks and comments."""
_CONTINUES = re.compile(r"(?:else|elif|except|finally)\b|[bBfFrRtTuU]{1,2}[\"']")
"""What belongs to the statement above: a branch, or a string, which may document it."""
_DEFINES = re.compile(r"(?:def|class|async)\b")


@dataclass(frozen=True)
class Failure:
    """Why a chunk does not parse; its place, and a line that the message names, count from the
    chunk's first line; columns in characters."""

    message: str
    line: int
    column: int
    end_column: int


@dataclass(eq=False)
class Chunk:
    """Statements that were parsed together. ``pieces`` are the document's own text, ``line`` is their first
    line (from 0) and ``lines`` the number of their line ends. The nodes of ``body`` bear the document's line
    numbers.

    ``failure`` is None where it parses; else ``body`` is what could be kept of a definition, which is
    ``partial``, or of its name alone (``headless``). ``is_open``: text behind it could make it parse.
    """

    pieces: tuple[str, ...]
    line: int
    body: list[ast.stmt]
    failure: Failure | None = None
    partial: bool = False
    headless: bool = False
    is_open: bool = False
    code: object = field(default_factory=object)
    """The same as that of another chunk which differs in what stands behind its last statement alone."""
    text: str = field(init=False)
    is_unfit: bool = field(init=False)
    lines: int = field(init=False)
    _nodes: list[ast.stmt | ast.expr] | None = None

    def __post_init__(self) -> None:
        self.text = self.pieces[0] if len(self.pieces) == 1 else "".join(self.pieces)
        self.lines = line_ends(self.text)
        self.is_unfit = is_unfit(self.text)

    def with_tail(self, piece: str, line: int) -> Chunk | None:
        """This chunk at ``line`` with other blanks and comments behind its last statement, if that is all in
        which ``piece`` differs from it. The nodes are the same, and move: this chunk is of no use then."""
        end = self._code_end() if self.failure is None and self.body else 0
        if not end or not piece.startswith(self.text[:end]) or not _BETWEEN.fullmatch(piece, end):
            return None
        self.move(line)
        chunk = Chunk((piece,), line, self.body, code=self.code)
        chunk._nodes = self._nodes
        return chunk

    def _code_end(self) -> int:
        """The offset behind the last statement; 0 where that is not plain."""
        last = self.body[-1]
        number, column = (last.end_lineno or 0) - 1 - self.line, last.end_col_offset or 0
        start = 0
        for match in itertools.islice(_LINE_END.finditer(self.text), number):
            start = match.end()
        line = self.text[start : start + column]  # a byte is a character at most
        if self.is_unfit or self.text.startswith("\ufeff"):
            return 0
        return start + len(line.encode()[:column].decode(errors="ignore"))

    def move(self, line: int) -> None:
        """Let the chunk begin at ``line``: its nodes get other line numbers."""
        by = line - self.line
        if not by:
            return
        self.line = line
        if self._nodes is None:
            # Everything that has a place has these attributes, patterns and arguments included.
            found = [node for statement in self.body for node in ast.walk(statement)]
            self._nodes = [node for node in found if hasattr(node, "lineno")]  # type: ignore[misc]
        for node in self._nodes:
            node.lineno += by
            if node.end_lineno is not None:
                node.end_lineno += by


def is_unfit(text: str) -> bool:
    """Whether a text holds a character that no source may hold: NUL, or a lone surrogate."""
    return "\0" in text or (not text.isascii() and _UNFIT.search(text) is not None)


def line_ends(text: str) -> int:
    """How many lines end in a text."""
    return text.count("\n") if "\r" not in text else sum(1 for _ in _LINE_END.finditer(text))


def divide(text: str) -> tuple[list[str], bool]:
    """The pieces of a text that begins at the beginning of a line; whether it ends with a decorator, to which
    a definition behind it belongs. What continues a compound statement, and what is decorated, stays with
    it."""
    pieces: list[str] = []
    start, decorated = 0, False
    for match in (_LINE if "\r" in text else _OUTSIDE).finditer(text):
        at = match.start()
        first = text[at]
        if not (first.isidentifier() or first == "@") or _CONTINUES.match(text, at):
            continue
        if at > start and not (decorated and (first == "@" or _DEFINES.match(text, at))):
            pieces.append(text[start:at])
            start = at
        decorated = first == "@"
    if start < len(text) or not pieces:
        pieces.append(text[start:])
    return pieces, decorated


@dataclass(frozen=True)
class Difference:
    """What is left of the chunks of a text in another one: so many at the beginning and at the end, and the
    pieces between them."""

    head: int
    tail: int
    pieces: list[str]


def difference(chunks: Sequence[Chunk], text: str) -> Difference:
    """How ``text`` differs from that of ``chunks``, to which it is divided alike.

    A chunk at the beginning counts only if the one behind it is unchanged as well: what follows a chunk
    decides where it ends. One that is open may be mended by anything that follows.
    """
    starts = [0]
    for chunk in chunks:
        if chunk.is_open or not text.startswith(chunk.text, starts[-1]):
            break
        starts.append(starts[-1] + len(chunk.text))
    head = len(starts) - 1
    if head == len(chunks) and starts[-1] == len(text):
        return Difference(head, 0, [])
    head = max(0, head - 1)
    start, end = starts[head], len(text)
    # What was the first chunk may begin with something that belongs to a statement above it.
    rest, first = len(chunks), max(1, head)
    while rest > first:
        behind = chunks[rest - 1].text
        if end - len(behind) < start or not text.startswith(behind, end - len(behind)):
            break
        rest, end = rest - 1, end - len(behind)
    tail = len(chunks) - rest
    if tail and end > 0 and text[end - 1] not in "\r\n":
        tail, end, rest = tail - 1, end + len(chunks[rest].text), rest + 1
    pieces, decorated = divide(text[start:end])
    while decorated and tail:
        tail, end, rest = tail - 1, end + len(chunks[rest].text), rest + 1
        pieces, decorated = divide(text[start:end])
    return Difference(head, tail, pieces if end > start else [])


def flattened(chunks: Sequence[Chunk]) -> Iterator[str]:
    """The pieces of chunks."""
    for chunk in chunks:
        yield from chunk.pieces
