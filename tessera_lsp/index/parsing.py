"""From a document to its statements, in the middle of a keystroke too.

``ast`` on the whole text; where that fails, on chunks that begin at column 0, so that a half-typed function
costs itself only. Positions are those of the document in every case.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field

from tessera_lsp.index.recovery import Recovered, recover
from tessera_lsp.text import Document, Position, Span

_UNFIT = re.compile("[\0\ud800-\udfff]")
_CONTINUES = re.compile(r"(?:else|elif|except|finally)\b")
_DEFINES = re.compile(r"(?:def|class|async)\b")
_NEIGHBOURS = 6
"""How many chunks after a broken one are tried together with it."""


@dataclass(frozen=True)
class Trouble:
    """Why a text does not parse, and where."""

    message: str
    span: Span


@dataclass
class Parsed:
    """Statements in order. ``partial`` are the lines (from 1) of definitions whose end is missing,
    ``headless`` those of which only the name is known. ``broken`` are line ranges (from 0, end excluded)
    without statements."""

    body: list[ast.stmt] = field(default_factory=list)
    trouble: Trouble | None = None
    partial: set[int] = field(default_factory=set)
    headless: set[int] = field(default_factory=set)
    broken: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True)
class _Failure:
    message: str
    line: int
    column: int
    end_column: int


class Parser:
    """Parses one file again and again. What a chunk gave is kept until it changes or moves."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, str], list[ast.stmt] | _Failure] = {}
        self._used: dict[tuple[int, str], list[ast.stmt] | _Failure] = {}

    def parse(self, document: Document) -> Parsed:
        """The document's statements. Never raises; at most one trouble."""
        text, unfit = _fit(document)
        whole = _parse(text)
        if not isinstance(whole, _Failure):
            return Parsed(whole, trouble=unfit)
        self._used = {}
        parsed = self._chunks(text, document)
        self._kept = self._used
        if parsed.trouble is None:
            parsed.trouble = _trouble(whole, document)
        parsed.trouble = unfit or parsed.trouble
        return parsed

    def _chunks(self, text: str, document: Document) -> Parsed:
        parsed = Parsed()
        chunks = list(_split(text, document))
        index = 0
        while index < len(chunks):
            line, chunk = chunks[index]
            result = self._part(line, chunk)
            taken = 1
            if isinstance(result, _Failure):
                merged = self._merge(chunks, index)
                if merged is not None:
                    result, taken = merged
            if isinstance(result, _Failure):
                if parsed.trouble is None:
                    parsed.trouble = _trouble(result, document)
                self._salvage(line, chunk, result, parsed)
            else:
                parsed.body += result
            index += taken
        return parsed

    def _part(self, line: int, chunk: str) -> list[ast.stmt] | _Failure:
        key = (line, chunk)
        if key not in self._used:
            # Line ends before it give its nodes the document's own line numbers.
            self._used[key] = self._kept[key] if key in self._kept else _parse("\n" * line + chunk)
        return self._used[key]

    def _merge(self, chunks: list[tuple[int, str]], index: int) -> tuple[list[ast.stmt], int] | None:
        """A broken chunk with as many of its neighbours as make it parse; how many chunks that took."""
        line, text = chunks[index]
        ends = list(range(index + 2, min(len(chunks), index + 1 + _NEIGHBOURS) + 1))
        closing = _closing_chunk(chunks, index)
        if closing is not None:
            ends = [closing + 1, *ends]
        for end in ends:
            result = self._part(line, text + "".join(chunk for _, chunk in chunks[index + 1 : end]))
            if not isinstance(result, _Failure):
                return result, end - index
        return None

    def _salvage(self, line: int, chunk: str, failure: _Failure, parsed: Parsed) -> None:
        last = line + chunk.count("\n")
        parsed.broken.append((line, max(last, line + 1)))
        found: Recovered | None = recover(
            chunk, failure.line - line, lambda text: _statements(_parse("\n" * line + text))
        )
        if found is None:
            return
        parsed.body += found.body
        lines = {statement.lineno for statement in found.body}
        parsed.partial |= lines
        if found.headless:
            parsed.headless |= lines


def _statements(result: list[ast.stmt] | _Failure) -> list[ast.stmt] | None:
    return None if isinstance(result, _Failure) else result


def _fit(document: Document) -> tuple[str, Trouble | None]:
    """The text as the parser can take it, each position kept: a character that no source may hold is replaced
    by one that is as long in UTF-8. Line ends become ``\\n``."""
    text = document.text
    match = _UNFIT.search(text)
    trouble = None
    if match:
        name = "a NUL character" if match[0] == "\0" else "a lone surrogate"
        start = document.position(match.start())
        trouble = Trouble(
            f"{name} is no part of Python: delete it", Span(start, document.position(match.end()))
        )
        text = _UNFIT.sub(lambda found: " " if found[0] == "\0" else "\N{REPLACEMENT CHARACTER}", text)
    if text.startswith("\ufeff"):
        text = "\f\f\f" + text[1:]
    return text.replace("\r\n", "\n").replace("\r", "\n"), trouble


def _parse(text: str) -> list[ast.stmt] | _Failure:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text).body
    except SyntaxError as error:
        line, column = (error.lineno or 1) - 1, max(0, (error.offset or 1) - 1)
        end = (error.end_offset or 0) - 1 if error.end_lineno == error.lineno else -1
        return _Failure(error.msg, line, column, end if end > column else column + 1)
    except (RecursionError, MemoryError):
        return _Failure("nested too deeply to be parsed", text.count("\n", 0, _first_code(text)), 0, 1)
    except (ValueError, OverflowError) as error:
        return _Failure(str(error), text.count("\n", 0, _first_code(text)), 0, 1)


def _first_code(text: str) -> int:
    return len(text) - len(text.lstrip("\n"))


def _trouble(failure: _Failure, document: Document) -> Trouble:
    line = max(0, min(failure.line, document.line_count - 1))
    length = len(document.line(line))
    start = min(failure.column, length)
    end = max(start, min(failure.end_column, length))
    return Trouble(f"does not parse: {failure.message}", Span(Position(line, start), Position(line, end)))


def _split(text: str, document: Document) -> Iterator[tuple[int, str]]:
    """Chunks with the line (from 0) on which they begin. A chunk begins with a line whose first character may
    begin a statement; what continues a compound statement, and what is decorated, stays with it."""
    lines = text.split("\n")
    start, decorated = 0, False
    for number, line in enumerate(lines):
        begins = bool(line) and (line[0].isidentifier() or line[0] == "@") and not _CONTINUES.match(line)
        if begins and number > start and not (decorated and (line[0] == "@" or _DEFINES.match(line))):
            yield start, "\n".join(lines[start:number]) + "\n"
            start, decorated = number, False
        if begins:
            decorated = line[0] == "@"
    yield start, "\n".join(lines[start:])


def _closing_chunk(chunks: list[tuple[int, str]], index: int) -> int | None:
    """The chunk that holds the end of a triple quote which chunk ``index`` leaves open, if one is there."""
    text = chunks[index][1]
    for quote in ('"""', "'''"):
        if text.count(quote) % 2:
            return next((n for n in range(index + 1, len(chunks)) if quote in chunks[n][1]), None)
    return None
