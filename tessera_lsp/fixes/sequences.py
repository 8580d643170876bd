"""Add a member to a written sequence, or take one out, and keep the way it is written.

A sequence is a tuple, a list, a call's arguments or the names of an import: members divided by commas.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from tessera_lsp.fixes.model import Replacement
from tessera_lsp.fixes.source import indentation, line_end, next_line, offsets
from tessera_lsp.index.trees import span_of
from tessera_lsp.text import Document


@dataclass(frozen=True)
class Written:
    """A sequence in its text. ``start`` and ``end`` are the offsets of what stands between the brackets (of
    all where there are none); ``members`` those of the members, their own parentheses included; ``commas``
    those of the commas, by member. ``single_comma``: one member alone needs a comma (a tuple)."""

    document: Document
    start: int
    end: int
    members: tuple[tuple[int, int], ...]
    commas: tuple[int | None, ...]
    bracketed: bool
    single_comma: bool

    # ------------------------------------------------------------------ adding

    def with_member(self, text: str) -> tuple[Replacement, ...]:
        """The replacements that make ``text`` the last member."""
        if not self.members:
            return (Replacement(self.start, self.start, text + ("," if self.single_comma else "")),)
        document = self.document
        _, end = self.members[-1]
        comma = self.commas[-1]
        last = document.position(end).line
        closing = document.position(self.end).line
        comma_line = last if comma is None else document.position(comma).line
        if self.bracketed and closing > comma_line:
            return self._on_a_line(text, comma, last)
        lines = [document.position(start).line for start, _ in self.members]
        if self.bracketed and len(lines) > 1 and len(set(lines)) == len(lines):
            column = document.position(self.members[-1][0]).character
            before = document.line(last)[:column]
            blanks = "".join(c if c in " \t" else " " for c in before)
            return self._inline(f"{document.line_ending}{blanks}{text}", comma, end)
        return self._inline(f" {text}", comma, end)

    def _inline(self, text: str, comma: int | None, end: int) -> tuple[Replacement, ...]:
        if comma is None:
            return (Replacement(end, end, f",{text}"),)
        is_forced = self.single_comma and len(self.members) == 1
        return (Replacement(comma + 1, comma + 1, text if is_forced else f"{text},"),)

    def _on_a_line(self, text: str, comma: int | None, last: int) -> tuple[Replacement, ...]:
        """A line of its own behind the last member's."""
        document = self.document
        _, end = self.members[-1]
        first_on_line = min(
            (start for start, _ in self.members if document.position(start).line == last),
            default=self.members[-1][0],
        )
        head = document.text[document.line_starts[last] : first_on_line]
        blanks = head if not head.strip() else indentation(document, last) + "    "
        line = last if comma is None else document.position(comma).line
        at = line_end(document, line)
        added = f"{document.line_ending}{blanks}{text}"
        if comma is not None:
            return (Replacement(at, at, added + ","),)
        if at == end:
            return (Replacement(end, end, f",{added}"),)
        return (Replacement(end, end, ","), Replacement(at, at, added))

    # ------------------------------------------------------------------ taking out

    def without(self, index: int) -> tuple[Replacement, ...]:
        """The replacements that take member ``index`` out. The last member of all leaves nothing."""
        start, end = self.members[index]
        comma = self.commas[index]
        if len(self.members) == 1:
            if self.single_comma and not self.bracketed:
                return (Replacement(start, end if comma is None else comma + 1, "()"),)
            return self._whole_lines(index) or (Replacement(start, end if comma is None else comma + 1, ""),)
        lines = self._whole_lines(index)
        if lines:
            return (*lines, *self._comma_for_one(index))
        if index == 0:
            return (Replacement(start, self.members[1][0], ""), *self._comma_for_one(index))
        before = self.commas[index - 1]
        keep = before is None or (self.single_comma and len(self.members) == 2 and comma is None)
        begin = self.members[index - 1][1] if before is None else before + (1 if keep else 0)
        return (Replacement(begin, end, ""),)

    def _whole_lines(self, index: int) -> tuple[Replacement, ...]:
        """The member's lines, where nothing but it, its comma and a comment stands on them."""
        document = self.document
        start, end = self.members[index]
        comma = self.commas[index]
        behind = end if comma is None else comma + 1
        first, last = document.position(start).line, document.position(behind).line
        before = document.text[document.line_starts[first] : start]
        after = document.text[behind : line_end(document, last)].strip()
        alone = not before.strip() and (not after or after.startswith("#"))
        if not (alone and self.bracketed and last + 1 < document.line_count):
            return ()
        if document.line_starts[first] < self.start or line_end(document, last) >= self.end:
            return ()
        return (Replacement(document.line_starts[first], next_line(document, last), ""),)

    def _comma_for_one(self, removed: int) -> tuple[Replacement, ...]:
        """The comma that a tuple needs when one member stays that has none."""
        if not self.single_comma or len(self.members) != 2 or self.commas[1 - removed] is not None:
            return ()
        end = self.members[1 - removed][1]
        return (Replacement(end, end, ","),)


def written(document: Document, node: ast.Tuple | ast.List) -> Written:
    """A tuple or list as it is written."""
    start, end = offsets(document, span_of(document, node))
    inner = [offsets(document, span_of(document, member)) for member in node.elts]
    bracketed = isinstance(node, ast.List) or _is_bracketed(document.text, start, end, inner)
    edge = 1 if bracketed else 0
    is_tuple = isinstance(node, ast.Tuple)
    return _read(document, start + edge, end - edge, inner, bracketed=bracketed, single_comma=is_tuple)


def arguments(document: Document, call: ast.Call) -> Written:
    """A call's arguments as they are written."""
    _, start = offsets(document, span_of(document, call.func))
    _, end = offsets(document, span_of(document, call))
    start = document.text.index("(", start)
    inner = [offsets(document, span_of(document, member)) for member in call.args]
    for keyword in call.keywords:
        first = document.offset(document.from_ast(keyword.lineno, keyword.col_offset))
        inner.append((first, offsets(document, span_of(document, keyword.value))[1]))
    return _read(document, start + 1, end - 1, sorted(inner), bracketed=True, single_comma=False)


def imported_names(document: Document, statement: ast.ImportFrom | ast.Import) -> Written:
    """The names of an import as they are written."""
    _, end = offsets(document, span_of(document, statement))
    inner = []
    for alias in statement.names:
        begin = document.offset(document.from_ast(alias.lineno, alias.col_offset))
        behind = document.from_ast(alias.end_lineno or alias.lineno, alias.end_col_offset or 0)
        inner.append((begin, document.offset(behind)))
    bracketed = document.text[end - 1] == ")"
    start = document.text.rindex("(", 0, inner[0][0]) + 1 if bracketed else inner[0][0]
    stop = end - 1 if bracketed else end
    return _read(document, start, stop, inner, bracketed=bracketed, single_comma=False)


def _is_bracketed(text: str, start: int, end: int, inner: Sequence[tuple[int, int]]) -> bool:
    """Whether the parenthesis at ``start`` closes at the very end: ``(a), (b)`` has none around it."""
    if text[start : start + 1] != "(" or any(begin == start for begin, _ in inner):
        return False
    depth, at = 0, start
    skip = dict(inner)
    while at < end:
        if at in skip and skip[at] > at:
            at = skip[at]
            continue
        if text[at] == "#":
            at = _comment_end(text, at, end)
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
        if depth == 0 and text[at - 1] == ")":
            return at == end
    return False


def _comment_end(text: str, at: int, end: int) -> int:
    while at < end and text[at] not in "\r\n":
        at += 1
    return at


def _read(
    document: Document,
    start: int,
    end: int,
    inner: Sequence[tuple[int, int]],
    *,
    bracketed: bool,
    single_comma: bool,
) -> Written:
    """Find the commas between the members, and the parentheses around each."""
    begins = [begin for begin, _ in inner]
    ends = [stop for _, stop in inner]
    commas: list[int | None] = []
    if inner:
        _, _, opening = _gap(document.text, start, begins[0], behind_comma=True)
        begins[0] = opening if opening is not None else begins[0]
    for number, (_, stop) in enumerate(inner):
        limit = inner[number + 1][0] if number + 1 < len(inner) else end
        comma, closing, opening = _gap(document.text, stop, limit)
        commas.append(comma)
        ends[number] = closing if closing is not None else ends[number]
        if number + 1 < len(inner) and opening is not None:
            begins[number + 1] = opening
    members = tuple(zip(begins, ends, strict=True))
    return Written(document, start, end, members, tuple(commas), bracketed, single_comma)


def _gap(
    text: str, start: int, end: int, behind_comma: bool = False
) -> tuple[int | None, int | None, int | None]:
    """Between two members: the comma, the offset behind the parentheses that close before it, and that of
    those which open behind it."""
    comma = closing = opening = None
    at = start
    while at < end:
        character = text[at]
        if character == "#":
            at = _comment_end(text, at, end)
            continue
        if character == "," and comma is None:
            comma = at
        elif character == ")" and comma is None and not behind_comma:
            closing = at + 1
        elif character == "(" and opening is None and (behind_comma or comma is not None):
            opening = at
        at += 1
    return comma, closing, opening
