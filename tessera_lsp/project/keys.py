"""Where the keys of ``[tool.tessera]`` stand in the text: the standard TOML reader does not tell."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NAME = r"(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')"
_DOTTED = rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*"
_HEADER = re.compile(rf"[ \t]*\[[ \t]*({_DOTTED})[ \t]*\]")
_KEY = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=")
_PART = re.compile(_NAME)
_TABLE = ("tool", "tessera")


class KeyLines:
    """Finds keys line by line: tables, dotted keys, quoted keys; an inline table counts as its key's line."""

    def __init__(self, text: str) -> None:
        self._places: dict[tuple[str, ...], tuple[int, int, int]] = {}
        table: tuple[str, ...] = ()
        for number, line in enumerate(text.split("\n")):
            header = _HEADER.match(line)
            if header:
                table = _parts(header[1])
                self._places.setdefault(table, (number, header.start(1), header.end(1)))
                continue
            key = _KEY.match(line)
            if key:
                self._places.setdefault((*table, *_parts(key[1])), (number, key.start(1), key.end(1)))

    def find(self, keys: Sequence[str]) -> tuple[int, int, int]:
        """Line, first column and end column (from 0) of ``tool.tessera`` and ``keys`` below it, or of what
        stands nearest above it."""
        wanted = (*_TABLE, *keys)
        while wanted:
            if wanted in self._places:
                return self._places[wanted]
            below = [place for name, place in self._places.items() if name[: len(wanted)] == wanted]
            if below:
                return min(below)
            wanted = wanted[:-1]
        return 0, 0, 0


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))
