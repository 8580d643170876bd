"""The samples of a docstring, read when somebody asks for them."""

from __future__ import annotations

import ast
from functools import lru_cache

from tessera_lsp.samples.block import HEADING, read_block, why_unread
from tessera_lsp.samples.model import Block
from tessera_lsp.text import Document


class LateBlock:
    """A docstring that has the heading ``Samples:``. Its value is what ``get`` gives."""

    __slots__ = ("_block", "_document", "_end", "_is_read", "_line", "_start", "_unread")

    def __init__(self, document: Document, start: int, end: int, unread: str = "") -> None:
        """The docstring is written between two offsets; ``unread`` says why it is none to Python."""
        self._document, self._start, self._end, self._unread = document, start, end, unread
        self._line: int | None = None
        if document.version is not None:
            # Of an open text only the docstring is kept: it may have moved, but is most often the same.
            self._line, column = document.position(start)
            self._document = Document("", None, " " * column + document.text[start:end])
            self._start, self._end = column, column + end - start
        self._block: Block | None = None
        self._is_read = False

    def get(self) -> Block | None:
        """The samples; None where the heading is prose. Read once, and again after ``let_go``."""
        if not self._is_read:
            if self._line is None:
                self._block = read_block(self._document, self._start, self._end, self._unread)
            else:
                self._block = _read_at(self._line, self._document.text, self._start, self._unread)
            self._is_read = True
        return self._block

    def let_go(self) -> None:
        """Forget what was read: the text is enough to read it again."""
        self._block, self._is_read = None, False

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, LateBlock) and self.get() == other.get())

    def __hash__(self) -> int:
        return hash(self.get())


@lru_cache(maxsize=512)
def _read_at(line: int, text: str, start: int, unread: str) -> Block | None:
    """The same, where its text begins on another line."""
    block = _read_again(text, start, unread)
    return block.moved(line) if block is not None else None


@lru_cache(maxsize=512)
def _read_again(text: str, start: int, unread: str) -> Block | None:
    """The block of a text that holds a docstring alone, from ``start`` on."""
    return read_block(Document("", None, text), start, len(text), unread)


def late_block(document: Document, literal: ast.expr) -> LateBlock | None:
    """The samples of a docstring, an expression of a tree that was parsed from ``document``; None where its
    text has no ``Samples:`` at all."""
    start = document.offset(document.from_ast(literal.lineno, literal.col_offset))
    last = literal.end_lineno or literal.lineno
    end = document.offset(document.from_ast(last, literal.end_col_offset or 0))
    if document.text.find(HEADING, start, end) < 0:
        return None
    return LateBlock(document, start, end, why_unread(literal))


def parse_block(document: Document, literal: ast.expr) -> Block | None:
    """The samples of a docstring, read at once. None where it has no ``Samples:`` block."""
    late = late_block(document, literal)
    return late.get() if late is not None else None
