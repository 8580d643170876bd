"""A docstring's lines: where they end, how deep they stand, what suppression trails them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tessera_lsp.samples.literals import Char

BLANKS = " \t\f\v"
_TAB = 8
_SUPPRESSION = re.compile(r"(?:^|[ \t])(#[ \t]*tessera:[ \t]*ignore\[([^\]\[]*)\])[ \t]*$", re.ASCII)


@dataclass(frozen=True)
class Line:
    """A line of a docstring without its indentation, the blanks at its end and its suppression.

    ``indent`` counts columns, a tab reaching the next multiple of 8; -1 on the docstring's first line, whose
    indentation the text does not tell. ``suppression`` holds the offsets from ``#`` to behind the bracket
    and what stands between the brackets. ``broken`` is the first escape that makes a line end here.
    """

    chars: Sequence[Char]
    indent: int
    suppression: tuple[int, int, str] | None = None
    broken: Char | None = None

    @cached_property
    def text(self) -> str:
        """What the line says."""
        return "".join(char.char for char in self.chars)


def split(chars: Sequence[Char], first_indent: int = -1) -> Iterator[Line]:
    """The lines of a docstring. Only ``\\n``, ``\\r\\n`` and ``\\r`` in the source end one; an escape that
    makes such a character stays within its line and is told by ``broken``."""
    start = 0
    for index, char in enumerate(chars):
        if char.char == "\n" and not char.escaped:
            yield _line(chars[start:index], first_indent if start == 0 else None)
            start = index + 1
    yield _line(chars[start:], first_indent if start == 0 else None)


def _line(chars: Sequence[Char], indent: int | None) -> Line:
    column = first = 0
    while first < len(chars) and _is_blank(chars[first]):
        column = (column // _TAB + 1) * _TAB if chars[first].char == "\t" else column + 1
        first += 1
    chars = strip(chars)
    broken = next((char for char in chars if char.escaped and char.char in "\n\r"), None)
    text = "".join([char.char for char in chars])
    match = _SUPPRESSION.search(text) if "#" in text else None
    suppression = None
    if match:
        suppression = (chars[match.start(1)].start, chars[match.end(1) - 1].end, match[2])
        chars = strip(chars[: match.start(1)])
    return Line(chars, column if indent is None else indent, suppression, broken)


def strip(chars: Sequence[Char]) -> Sequence[Char]:
    """Without the ASCII blanks at both ends. A blank made by an escape was meant, and stays."""
    start, end = 0, len(chars)
    while start < end and _is_blank(chars[start]):
        start += 1
    while end > start and _is_blank(chars[end - 1]):
        end -= 1
    return chars[start:end]


def _is_blank(char: Char) -> bool:
    return char.char in BLANKS and not char.escaped
