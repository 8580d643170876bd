"""Text with positions: the only module that does column arithmetic.

In this code base a ``Position`` counts lines and **code points** from 0. A client speaks UTF-8, UTF-16 or
UTF-32 units (LSP ``PositionEncodingKind``); ``Document.to_client`` and ``Document.from_client`` convert.
Only ``\\n``, ``\\r\\n`` and ``\\r`` end a line, as LSP and Python's own tokenizer have it; U+2028, form feed
and their like do not (``str.splitlines`` would split there).
"""

from __future__ import annotations

import hashlib
import re
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile(r"\r\n|\n|\r")


class Position(NamedTuple):
    """A place between two characters: line and code point, both from 0."""

    line: int
    character: int


class Span(NamedTuple):
    """From ``start`` (included) to ``end`` (excluded)."""

    start: Position
    end: Position

    def contains(self, position: Position) -> bool:
        """Whether ``position`` lies within the span, its end included: a cursor behind a word is on it."""
        return self.start <= position <= self.end

    def moved(self, lines: int) -> Span:
        """The same stretch so many lines further down."""
        (line, character), (end_line, end_character) = self
        return Span(Position(line + lines, character), Position(end_line + lines, end_character))


class Change(NamedTuple):
    """One content change of ``textDocument/didChange``; ``span`` is in the client's units, None for all."""

    span: Span | None
    text: str


def units(text: str, encoding: Encoding) -> int:
    """The length of ``text`` in units of ``encoding``."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(1 for character in text if ord(character) > 0xFFFF)


def _code_points(line: str, count: int, encoding: Encoding) -> int:
    """How many code points of ``line`` the first ``count`` units hold; within a character rounds down."""
    if encoding == "utf-32" or line.isascii():
        return min(count, len(line))
    used = 0
    for index, character in enumerate(line):
        used += units(character, encoding)
        if used > count:
            return index
    return len(line)


@dataclass(frozen=True)
class Document:
    """One text, never changed in place: an edit makes another document.

    ``uri`` is the client's own spelling. ``version`` is the client's, None for a text read from disk.
    """

    uri: str
    version: int | None
    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets (code points) at which the lines begin; there is always line 0."""
        return (0, *(match.end() for match in _LINE_END.finditer(self.text)))

    @cached_property
    def digest(self) -> str:
        """A short name of the text's content, for telling whether two texts are the same."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @cached_property
    def line_ending(self) -> str:
        """The first line ending of the text, ``\\n`` when it has none: what inserted lines should use."""
        match = _LINE_END.search(self.text)
        return match[0] if match else "\n"

    def let_go(self) -> None:
        """Forget where the lines begin, which takes more room than the text, until somebody asks again."""
        self.__dict__.pop("line_starts", None)

    @property
    def line_count(self) -> int:
        """How many lines there are; a text that ends with a line end has an empty last line."""
        return len(self.line_starts)

    def line(self, number: int) -> str:
        """Line ``number`` (from 0) without its line end; empty past the last one."""
        if not 0 <= number < self.line_count:
            return ""
        end = self.line_starts[number + 1] if number + 1 < self.line_count else len(self.text)
        return self.text[self.line_starts[number] : end].rstrip("\r\n")

    def _length(self, number: int) -> int:
        """How many code points line ``number`` has without its line end."""
        starts = self.line_starts
        if not 0 <= number < len(starts):
            return 0
        end = starts[number + 1] if number + 1 < len(starts) else len(self.text)
        while end > starts[number] and self.text[end - 1] in "\r\n":
            end -= 1
        return end - starts[number]

    def offset(self, position: Position) -> int:
        """The offset of ``position``, clamped into its line and into the text."""
        if position.line < 0:
            return 0
        if position.line >= self.line_count:
            return len(self.text)
        length = self._length(position.line)
        return self.line_starts[position.line] + max(0, min(position.character, length))

    def position(self, offset: int) -> Position:
        """The position of ``offset``, clamped into the text."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.line_starts, offset) - 1
        return Position(line, offset - self.line_starts[line])

    def holds(self, span: Span) -> bool:
        """Whether both ends lie within the text, so that neither is clamped."""
        (line, character), (end_line, end_character) = span
        starts = self.line_starts
        if 0 <= line <= end_line < len(starts) - 1 and character >= 0 and end_character >= 0:
            end = starts[end_line] + end_character
            # Not behind the line end, nor within one of two characters.
            if starts[line] + character < starts[line + 1] and end < starts[end_line + 1]:
                at = starts[line] + character
                if self.text[at - 1 : at] != "\r" and self.text[end - 1 : end] != "\r":
                    return True
        return all(
            0 <= end.line < self.line_count and 0 <= end.character <= self._length(end.line) for end in span
        )

    def slice(self, span: Span) -> str:
        """The text of ``span``."""
        return self.text[self.offset(span.start) : self.offset(span.end)]

    @cached_property
    def is_ascii(self) -> bool:
        """Whether each character is one unit in every encoding."""
        return self.text.isascii()

    def from_ast(self, line: int, byte_column: int) -> Position:
        """The position of an ``ast`` node's ``lineno`` (from 1) and ``col_offset`` (UTF-8 bytes from 0)."""
        if self.is_ascii:
            starts = self.line_starts
            if 0 < line < len(starts) and starts[line - 1] + byte_column < starts[line] - 1:
                return Position(line - 1, byte_column)  # before the line end, of two characters at most
            return Position(line - 1, min(byte_column, self._length(line - 1)))
        return Position(line - 1, _code_points(self.line(line - 1), byte_column, "utf-8"))

    def from_client(self, position: Position, encoding: Encoding) -> Position:
        """A client's position in code points; a character past the line's end is the line's end."""
        line = max(0, min(position.line, self.line_count - 1))
        if line != position.line:
            return self.position(len(self.text)) if position.line > 0 else Position(0, 0)
        return Position(line, _code_points(self.line(line), max(0, position.character), encoding))

    def to_client(self, position: Position, encoding: Encoding) -> Position:
        """The position in the client's units."""
        before = self.line(position.line)[: position.character]
        return Position(position.line, units(before, encoding))

    def span_to_client(self, span: Span, encoding: Encoding) -> Span:
        """Both ends in the client's units."""
        return Span(self.to_client(span.start, encoding), self.to_client(span.end, encoding))

    def apply(self, changes: Iterable[Change], version: int | None, encoding: Encoding) -> Document:
        """The document after ``changes``, each applied to the result of the one before it."""
        document: Document = self
        for change in changes:
            if change.span is None:
                text = change.text
            else:
                start, end = (
                    document.offset(document.from_client(end, encoding))
                    for end in (min(change.span), max(change.span))
                )
                text = document.text[:start] + change.text + document.text[end:]
                starts = _line_starts_after(document, start, end, change.text, text)
            document = Document(self.uri, version, text)
            if change.span is not None:
                document.__dict__["line_starts"] = starts  # a cached property, told ahead
        return document if document is not self else Document(self.uri, version, self.text)


def _line_starts_after(document: Document, start: int, end: int, inserted: str, text: str) -> tuple[int, ...]:
    """Where the lines of ``text`` begin, which is that of ``document`` with ``inserted`` in the place of the
    offsets from ``start`` to ``end``."""
    before = document.line_starts
    first, last = bisect_left(before, start), bisect_right(before, end)
    behind, by = start + len(inserted), len(inserted) - (end - start)
    # A line end may have come about, or gone, between what is inserted and the characters around it.
    found = _LINE_END.finditer(text, max(0, start - 1), behind + 1)
    middle = [at for at in (match.end() for match in found) if start <= at <= behind]
    kept = before[last:]
    return (*(before[:first] or (0,)), *middle, *([at + by for at in kept] if by else kept))


@dataclass(frozen=True, eq=False)
class SavedDocument(Document):
    """A text read from disk, of which there may be thousands. What is let go of takes a fraction of the room
    until its text is asked for again."""

    def let_go(self) -> None:
        """As a document's; the text is kept packed."""
        super().let_go()
        known = self.__dict__
        if "text" in known and len(known["text"]) >= _WORTH_PACKING:
            # What is packed once is kept: another thread may be about to ask.
            known.setdefault("_packed", zlib.compress(self.text.encode("utf-8", "surrogatepass"), 1))
            del known["text"]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> str:
            packed = self.__dict__.get("_packed") if name == "text" else None
            if packed is None:
                raise AttributeError(name, name=name, obj=self)
            text = zlib.decompress(packed).decode("utf-8", "surrogatepass")
            self.__dict__["text"] = text
            return text


_WORTH_PACKING = 512
"""Characters of a text from which it is."""


@dataclass(frozen=True)
class BrokenDocument(Document):
    """A file whose text could not be read, wholly or in part: ``problem`` says why, ``at`` (an offset) where.

    ``text`` is what could be read, U+FFFD in place of the rest, so that the rest of its facts still hold.
    """

    problem: str = ""
    at: int = 0
