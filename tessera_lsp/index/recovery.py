"""What can be kept of a definition that is being typed: its head, its docstring, its finished lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_HEAD = re.compile(r"(?P<before>(?:@[^\n]*\n)*(?:async[ \t]+)?)(?P<word>def|class)[ \t]+(?P<name>\w+)")
_ATTEMPTS = 12
"""How many lines upward from the error a cut is tried."""


@dataclass(frozen=True)
class Recovered:
    """The statements of a broken chunk that still stand. ``headless``: only the name is right."""

    body: list[ast.stmt]
    headless: bool = False


def recover(chunk: str, error_line: int, parse: Callable[[str], list[ast.stmt] | None]) -> Recovered | None:
    """Keep what stands of a broken function or class: cut off from the error on, or with its open docstring
    closed at the end, or else by its name alone. ``error_line`` counts from 0 in the chunk; ``parse`` gives
    None for what does not parse. None where the chunk is no definition."""
    head = _HEAD.match(chunk)
    if head is None:
        return None
    for text in _attempts(chunk, error_line):
        body = parse(text)
        if body:
            return Recovered(body)
    name = head["name"]
    if not name.isidentifier():
        return None
    empty = "(*_, **__): pass" if head["word"] == "def" else ": pass"
    body = parse(f"{_blank(head['before'])}{head.group(0)[len(head['before']) :]}{empty}")
    return Recovered(body, headless=True) if body else None


def _blank(before: str) -> str:
    """Decorators taken away, their lines kept; ``async`` stays."""
    lines = before.split("\n")
    return "\n" * (len(lines) - 1) + lines[-1]


def _attempts(chunk: str, error_line: int) -> Iterator[str]:
    lines = chunk.rstrip("\n").split("\n")
    for quote in ('"""', "'''"):
        if chunk.count(quote) % 2:
            yield f"{chunk.rstrip(chr(10))} {quote}"
    last = min(error_line, len(lines) - 1)
    for cut in range(last, max(0, last - _ATTEMPTS), -1):
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
