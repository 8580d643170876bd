"""What can be kept of a definition that is being typed: its head, its docstring, its finished lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_HEAD = re.compile(r"(?P<what>(?:async[ \t]+)?def|class)[ \t]+(?P<name>\w+)")
_ATTEMPTS = 12
"""How many lines upward from the error a cut is tried."""


@dataclass(frozen=True)
class Recovered:
    """The statements of a broken chunk that still stand. ``headless``: only the name is right."""

    body: list[ast.stmt]
    headless: bool = False


def recover(chunk: str, error_line: int, parse: Callable[[str], list[ast.stmt] | None]) -> Recovered | None:
    """Keep what stands of a broken function or class: cut off from the error on, or with its open docstring
    closed at the end, or else by its name alone; decorators that break are left out. ``error_line`` counts
    from 0 in the chunk; ``parse`` gives None for what does not parse. None where the chunk is no
    definition."""
    lines = chunk.rstrip("\n").split("\n")
    at, head = _head(lines)
    if head is None:
        return None
    for text in _attempts(lines, at, error_line):
        body = parse(text)
        if body:
            return Recovered(body)
    empty = ": pass" if head["what"] == "class" else "(*_, **__): pass"
    body = parse("\n" * at + head[0] + empty)
    return Recovered(body, headless=True) if body else None


def _head(lines: list[str]) -> tuple[int, re.Match[str] | None]:
    """The line of ``def`` or ``class``: the first line, or the first one behind decorators."""
    for number, line in enumerate(lines):
        found = _HEAD.match(line)
        if found or not lines[0].startswith("@"):
            return number, found
    return 0, None


def _attempts(lines: list[str], head: int, error_line: int) -> Iterator[str]:
    if error_line <= head:
        # The decorators may be what breaks.
        yield "\n" * head + "\n".join(lines[head:])
    for quote in ('"""', "'''"):
        if sum(line.count(quote) for line in lines) % 2:
            yield "\n".join(lines) + f" {quote}"
    last = min(error_line, len(lines) - 1)
    for cut in range(last, max(head, last - _ATTEMPTS), -1):
        kept = "\n".join(lines[:cut])
        yield kept
        yield f"{kept}\n{_indent_behind(lines[:cut])}pass"


def _indent_behind(lines: list[str]) -> str:
    """The indentation that a statement behind ``lines`` would have."""
    for line in reversed(lines):
        if line.strip():
            indent = line[: len(line) - len(line.lstrip())]
            return indent + "    " if line.rstrip().endswith(":") else indent
    return "    "
