"""From a document to its statements, in the middle of a keystroke too.

``ast`` on the whole text of a file that is read for the first time; after an edit, and where that fails, on
chunks that begin at column 0, so that a keystroke costs the statement that it falls into, and a half-typed
function costs itself only. Positions are those of the document in every case.
"""

from __future__ import annotations

import ast
import codeop
import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field

from tessera_lsp.index.chunks import Chunk, Failure, difference, flattened, is_unfit
from tessera_lsp.index.recovery import recover
from tessera_lsp.text import Document, Position, Span

_UNFIT = re.compile("[\0\ud800-\udfff]")
_LINE_NUMBER = re.compile(r"\bline (-?\d+)")
_NEIGHBOURS = 6
"""How many pieces after a broken one are tried together with it, where no quote says how far it goes."""
FEW = 4
"""Among so many chunks that an edit has taken away, one that differs in blanks and comments is looked for."""
_MAY_END_LATER = ast.PyCF_ONLY_AST | codeop.PyCF_ALLOW_INCOMPLETE_INPUT  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Trouble:
    """Why a text does not parse, and where."""

    message: str
    span: Span


@dataclass
class Parsed:
    """Statements in order. ``partial`` are the lines (from 1) of definitions whose end is missing,
    ``headless`` those of which only the name is known. Not ``may_yield``: no function is a generator."""

    body: list[ast.stmt] = field(default_factory=list)
    trouble: Trouble | None = None
    partial: set[int] = field(default_factory=set)
    headless: set[int] = field(default_factory=set)
    may_yield: bool = True


class Parser:
    """Parses one file again and again. A chunk is kept until it changes. ``parses`` counts the chunks parsed,
    the whole text of a file as one."""

    def __init__(self) -> None:
        self.parses = 0
        self._chunks: list[Chunk] = []
        self._failed: dict[str, Failure] = {}
        """Texts that were tried in vain for the chunks that there are."""
        self._tried: dict[str, Failure] = {}

    def parse(self, document: Document) -> Parsed:
        """The document's statements. Never raises; at most one trouble."""
        chunks = self.chunks(document, whole=True)
        parsed = Parsed(trouble=trouble_of(document, chunks))
        for chunk in chunks:
            part = parsed_chunk(chunk)
            parsed.body += part.body
            parsed.partial |= part.partial
            parsed.headless |= part.headless
        return parsed

    def chunks(self, document: Document, whole: bool = False) -> list[Chunk]:
        """The document's chunks in order; those that have not changed are the same as before. ``whole``: all
        of it is one chunk, if it parses, which is quicker where no edit will follow. Never raises."""
        text = document.text
        if whole:
            self.parses += 1
            body = _parse(_fit(text, True), 0)
            if not isinstance(body, Failure):
                self._chunks, self._failed = [Chunk((text,), 0, body)], {}
                return self._chunks
        self._tried = {}
        self._chunks = self._again(text)
        self._failed = self._tried
        return self._chunks

    def _again(self, text: str) -> list[Chunk]:
        """The chunks of a text, as many as possible of those that are kept."""
        known = self._chunks
        if len(known) == 1:
            known = []  # the whole text, perhaps: it is to be divided
        found = difference(known, text)
        out, tail = known[: found.head], known[len(known) - found.tail :]
        # By their first pieces, the chunks of the last text that may be there again.
        gone = {chunk.pieces[0]: chunk for chunk in known[found.head : len(known) - found.tail]}
        pieces = [*found.pieces, *flattened(tail)]
        rest: dict[int, int] = {}
        """By the number of a piece, the chunk of the tail that it begins."""
        at = len(found.pieces)
        for number, chunk in enumerate(tail):
            rest[at] = number
            at += len(chunk.pieces)
        line = out[-1].line + out[-1].lines if out else 0
        index = 0
        while index < len(pieces):
            if index in rest:
                left = tail[rest[index] :]
                out += left
                for chunk in left if left[0].line != line else ():
                    chunk.move(line)
                    line += chunk.lines
                break
            chunk = (
                self._kept(gone, pieces, index, line)
                or self._alike(gone, pieces, index, line)
                or self._chunk(pieces, index, line)
            )
            out.append(chunk)
            line += chunk.lines
            index += len(chunk.pieces)
        return out

    @staticmethod
    def _kept(known: dict[str, Chunk], pieces: list[str], index: int, line: int) -> Chunk | None:
        """The chunk of the last text that stands here, if it is there again."""
        chunk = known.get(pieces[index])
        if chunk is None or chunk.is_open or (line == 0) != (chunk.line == 0):
            return None
        if tuple(pieces[index : index + len(chunk.pieces)]) != chunk.pieces:
            return None
        del known[pieces[index]]
        chunk.move(line)
        return chunk

    @staticmethod
    def _alike(known: dict[str, Chunk], pieces: list[str], index: int, line: int) -> Chunk | None:
        """A chunk of the last text that is there again but for what stands behind its statements."""
        if len(known) > FEW:
            return None
        for first, chunk in known.items():
            if len(chunk.pieces) == 1 and (line == 0) == (chunk.line == 0):
                found = chunk.with_tail(pieces[index], line)
                if found is not None:
                    del known[first]
                    return found
        return None

    def _chunk(self, pieces: list[str], index: int, line: int) -> Chunk:
        """The chunk that begins with piece ``index``."""
        piece = pieces[index]
        result = self._part(piece, line)
        if not isinstance(result, Failure):
            return Chunk((piece,), line, result)
        is_open = self._may_go_on(piece, line)
        merged = self._merge(pieces, index, line) if is_open and index + 1 < len(pieces) else None
        if merged is not None:
            return merged
        return self._salvaged(piece, line, result, is_open)

    def _part(self, text: str, line: int) -> list[ast.stmt] | Failure:
        failure = self._failed.get(text) or self._tried.get(text)
        if failure is None:
            self.parses += 1
            result = _parse(_fit(text, line == 0), line)
            if not isinstance(result, Failure):
                return result
            failure = result
        self._tried[text] = failure
        return failure

    @staticmethod
    def _may_go_on(piece: str, line: int) -> bool:
        """Whether a broken piece may be the beginning of something whole."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(_fit(piece, line == 0), "", "exec", _MAY_END_LATER)
        except SyntaxError as error:
            return error.msg == "incomplete input"
        except (RecursionError, MemoryError, ValueError, OverflowError):
            pass
        return True

    def _merge(self, pieces: list[str], index: int, line: int) -> Chunk | None:
        """A broken piece with as many of its neighbours as make it parse: up to the end of its triple quote,
        a few, or as many as it takes where all that follows parses."""
        ends = list(range(index + 2, min(len(pieces), index + 1 + _NEIGHBOURS) + 1))
        closing = _closing_piece(pieces, index)
        if closing is not None:
            ends = [closing + 1, *ends]
        for end in ends:
            result = self._part("".join(pieces[index:end]), line)
            if not isinstance(result, Failure):
                return Chunk(tuple(pieces[index:end]), line, result)
        rest = self._part("".join(pieces[index:]), line)
        return None if isinstance(rest, Failure) else Chunk(tuple(pieces[index:]), line, rest)

    def _salvaged(self, piece: str, line: int, failure: Failure, is_open: bool) -> Chunk:
        def parse(text: str) -> list[ast.stmt] | None:
            result = _parse(text, line)
            return None if isinstance(result, Failure) else result

        found = recover(_fit(piece, line == 0), failure.line, parse)
        if found is None:
            return Chunk((piece,), line, [], failure, is_open=is_open)
        return Chunk((piece,), line, found.body, failure, True, found.headless, is_open)


def parsed_chunk(chunk: Chunk) -> Parsed:
    """A chunk's statements, without its trouble."""
    lines = {statement.lineno for statement in chunk.body} if chunk.partial else set()
    return Parsed(chunk.body, None, lines, lines if chunk.headless else set(), "yield" in chunk.text)


def trouble_of(document: Document, chunks: Iterable[Chunk]) -> Trouble | None:
    """What is wrong with a text: a character that no source may hold, else what does not parse, the first."""
    for chunk in chunks:
        if chunk.is_unfit:
            return _unfit(document)
    for chunk in chunks:
        if chunk.failure is not None:
            return _trouble(chunk.failure, chunk.line, document)
    return None


def _unfit(document: Document) -> Trouble | None:
    match = _UNFIT.search(document.text)
    if match is None:
        return None
    name = "a NUL character" if match[0] == "\0" else "a lone surrogate"
    span = Span(document.position(match.start()), document.position(match.end()))
    return Trouble(f"{name} is no part of Python: delete it", span)


def _fit(text: str, is_first: bool) -> str:
    """Text as the parser can take it, each position kept: a character that no source may hold is replaced by
    one that is as long in UTF-8. Line ends become ``\\n``."""
    if is_unfit(text):
        text = _UNFIT.sub(lambda found: " " if found[0] == "\0" else "\N{REPLACEMENT CHARACTER}", text)
    if is_first and text.startswith("\ufeff"):
        text = "\f\f\f" + text[1:]
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _parse(text: str, line: int) -> list[ast.stmt] | Failure:
    """The statements of a text whose first line is ``line`` of its document."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse("\n" * line + text).body
    except SyntaxError as error:
        at, column = (error.lineno or 1) - 1 - line, max(0, (error.offset or 1) - 1)
        end = (error.end_offset or 0) - 1 if error.end_lineno == error.lineno else -1
        return Failure(_with_lines(error.msg, -line), max(0, at), column, end if end > column else column + 1)
    except (RecursionError, MemoryError):
        return Failure("nested too deeply to be parsed", _first_code(text), 0, 1)
    except (ValueError, OverflowError) as error:
        return Failure(str(error), _first_code(text), 0, 1)


def _with_lines(message: str, by: int) -> str:
    """The message with each line number that it names changed by so much."""
    return _LINE_NUMBER.sub(lambda found: f"line {int(found[1]) + by}", message)


def _first_code(text: str) -> int:
    return len(text) - len(text.lstrip("\n"))


def _trouble(failure: Failure, first: int, document: Document) -> Trouble:
    line = max(0, min(first + failure.line, document.line_count - 1))
    length = len(document.line(line))
    start = min(failure.column, length)
    end = max(start, min(failure.end_column, length))
    message = _with_lines(failure.message, first)
    return Trouble(f"does not parse: {message}", Span(Position(line, start), Position(line, end)))


def _closing_piece(pieces: list[str], index: int) -> int | None:
    """The piece that holds the end of a triple quote which piece ``index`` leaves open, if one is there."""
    for quote in ('"""', "'''"):
        if pieces[index].count(quote) % 2:
            return next((n for n in range(index + 1, len(pieces)) if quote in pieces[n]), None)
    return None
