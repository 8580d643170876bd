"""Parse the ``Samples:`` block of a docstring."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from itertools import pairwise

from tessera_lsp.samples.lines import Line, split
from tessera_lsp.samples.literals import characters
from tessera_lsp.samples.model import Block, Sample, SampleProblem, SampleSuppression
from tessera_lsp.samples.sample import Trouble, read_sample
from tessera_lsp.text import Document, Span

HEADING = "Samples:"
_WORD = re.compile(r"(True|False|None):(?=[ \t]|$)")
_LIKE_WORD = re.compile(r"(true|false|none)[ \t]*:", re.IGNORECASE)
_UNREAD_BLOCK = re.compile(
    r"^[ \t]*Samples:[ \t]*(?:\r\n|\n|\r)\s*(?:true|false|none)[ \t]*:", re.MULTILINE | re.IGNORECASE
)
_OPENING = re.compile(r"[A-Za-z]*(?:'''|\"\"\"|'|\")")
_CODE = re.compile(r"[^\s,]+")


def docstring_literal(body: Sequence[ast.stmt]) -> ast.expr | None:
    """What stands where the docstring of a body is written: a string, or in its stead an f-string, bytes or
    an expression of strings, which are no docstring to Python. None when the body begins with something
    else."""
    if not body or not isinstance(body[0], ast.Expr):
        return None
    value = body[0].value
    return value if _has_text(value) else None


def _has_text(value: ast.expr) -> bool:
    """Whether a docstring may have been meant."""
    match value:
        case ast.Constant():
            return isinstance(value.value, str | bytes)
        case ast.BinOp():
            return _has_text(value.left) or _has_text(value.right)
        case ast.Call(func=ast.Attribute(value=inner)):
            return _has_text(inner)
        case ast.Tuple(elts=[first, *_]):
            return _has_text(first)
    return isinstance(value, ast.JoinedStr)


def why_unread(literal: ast.expr) -> str:
    """Why what stands in the place of a docstring is none to Python, and what to do; empty for a string."""
    if isinstance(literal, ast.Constant) and isinstance(literal.value, str):
        return ""
    return _NO_DOCSTRING.get(type(literal), "an expression is no docstring, {}: write one string")


def read_block(document: Document, start: int, end: int, unread: str = "") -> Block | None:
    """The samples of the docstring that is written between two offsets; ``unread`` is what ``why_unread``
    says of it. None where it has no ``Samples:`` block. Never raises: a line that is no sample becomes a
    problem, and the others are kept."""
    if unread:
        return _unread(document, start, end, unread)
    chars = characters(document.text, start, end)
    return _Parser(document).block(list(split(chars))) if chars is not None else None


def _unread(document: Document, start: int, end: int, why: str) -> Block | None:
    """A block in what is no docstring: one problem, and no samples."""
    source = document.text[start:end]
    heading = _UNREAD_BLOCK.search(source)
    if heading is None:
        return None
    at = start + source.index(HEADING, heading.start())
    opening = _OPENING.match(source)
    problem = SampleProblem(
        why.format("so these samples are not read"),
        _span(document, start, start + (opening.end() if opening else 1)),
    )
    return Block(_span(document, at, at + len(HEADING)), (), (problem,))


def _span(document: Document, start: int, end: int) -> Span:
    return Span(document.position(start), document.position(end))


class _Parser:
    """Goes over a docstring's lines once and collects what they hold."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.heading: Span | None = None
        self.samples: list[Sample] = []
        self.problems: list[SampleProblem] = []
        self.suppressions: list[SampleSuppression] = []

    def block(self, lines: list[Line]) -> Block | None:
        index = 0
        while index < len(lines):
            line = lines[index]
            index += 1
            if line.text == HEADING:
                index = self._after_heading(lines, index, line)
            elif line.broken and self._hidden_heading(line):
                self._heading(line)
                self._report(_BROKEN, line.broken.start, line.broken.end)
        if self.heading is None:
            return None
        problems = sorted(self.problems, key=lambda problem: problem.span)
        return Block(self.heading, tuple(self.samples), tuple(problems), tuple(self.suppressions))

    @staticmethod
    def _hidden_heading(line: Line) -> bool:
        """Whether escapes make the lines of a block out of one line of source."""
        parts = [part.strip() for part in re.split(r"[\r\n]+", line.text)]
        return any(one == HEADING and _LIKE_WORD.match(other) for one, other in pairwise(parts))

    def _heading(self, line: Line) -> None:
        if self.heading is None:
            self.heading = _span(self.document, line.chars[0].start, line.chars[-1].end)

    def _after_heading(self, lines: list[Line], index: int, heading: Line) -> int:
        """Read the block under a heading from ``lines[index]`` on; the index of the first line behind it."""
        first = next((line for line in lines[index:] if line.chars), None)
        if first is None or not _LIKE_WORD.match(first.text):
            return index
        self._heading(heading)
        if first.indent <= heading.indent:
            return self._flush_left(lines, index, heading)
        depth = first.indent
        entry: list[Line] = []
        while index < len(lines):
            line = lines[index]
            is_word = _LIKE_WORD.match(line.text)
            if line.chars and line.indent < depth and not (is_word and line.indent > heading.indent):
                break
            index += 1
            if line.suppression:
                self._suppress(line)
            if line.indent <= depth and line.chars:
                self._entry(entry)
                entry = [line]
                if line.indent < depth:
                    self._report_line("indent this sample as the first one is", line, first)
                    entry = []
            elif line.chars and _WORD.match(line.text):
                self._report_line("a sample deeper than the one above it: indent them alike", line, first)
                entry = self._dropped(entry)
            elif line.chars and entry:
                entry.append(line)
        self._entry(entry)
        return index

    def _dropped(self, entry: list[Line]) -> list[Line]:
        """The sample above a misplaced one is read as far as it went; what follows belongs to neither."""
        self._entry(entry)
        return []

    def _flush_left(self, lines: list[Line], index: int, heading: Line) -> int:
        """Sample words that stand no deeper than their heading: say so, once for each."""
        while index < len(lines) and (not lines[index].chars or _LIKE_WORD.match(lines[index].text)):
            if lines[index].chars:
                self._report_line("indent the samples deeper than their heading", lines[index], heading)
            index += 1
        return index

    def _entry(self, lines: list[Line]) -> None:
        """A sample with the lines that continue it, or a line in its place."""
        if not lines:
            return
        broken = next((line.broken for line in lines if line.broken), None)
        word = _WORD.match(lines[0].text)
        like = _LIKE_WORD.match(lines[0].text)
        if broken:
            self._report(_BROKEN, broken.start, broken.end)
        elif word:
            result = read_sample(self.document, word[1], lines)
            if isinstance(result, Trouble):
                self._report(result.message, result.start, result.end)
            else:
                self.samples.append(result)
        elif like:
            chars = lines[0].chars[: like.end()]
            right = like[1].capitalize()
            rest = lines[0].text[like.end() : like.end() + 1]
            way_out = f"write {right}:" + ("" if rest in ("", " ", "\t") else " and a blank behind it")
            self._report(f"{like[0]!r} begins no sample: {way_out}", chars[0].start, chars[-1].end)
        else:
            self._report_line(
                "not a sample: begin it with True:, False: or None:, "
                "or indent it deeper to continue the one above",
                lines[0],
            )

    def _suppress(self, line: Line) -> None:
        if line.suppression:
            start, end, codes = line.suppression
            span = _span(self.document, start, end)
            self.suppressions.append(SampleSuppression(tuple(_CODE.findall(codes)), span))

    def _report_line(self, message: str, line: Line, beside: Line | None = None) -> None:
        self._report(message, line.chars[0].start, line.chars[-1].end, beside)

    def _report(self, message: str, start: int, end: int, beside: Line | None = None) -> None:
        place = _span(self.document, beside.chars[0].start, beside.chars[-1].end) if beside else None
        self.problems.append(SampleProblem(message, _span(self.document, start, end), place))


_NO_DOCSTRING: dict[type[ast.expr], str] = {
    ast.JoinedStr: "an f-string is no docstring, {}: take the f away",
    ast.Constant: "bytes are no docstring, {}: take the b away",
}
_BROKEN = (
    "this escape makes a line end within the samples: write each sample on a line of its own, "
    'or begin the docstring with r"""'
)
