"""What was made of the parts of one file, for as long as nothing that it can depend on has changed.

What is made of a part may depend on the part itself and on whatever its words name in the module: what these
parts bind, what their words name in turn, and so on. Which functions of a part are called by others is asked
of the whole module, and so is part of what it depends on. Other modules are watched elsewhere: when one of
them changes, all is forgotten.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tessera_lsp.index.chunks import Chunk
from tessera_lsp.index.facts import ModuleFacts, Part
from tessera_lsp.index.moving import Moves

_WORD = re.compile(r"\w+")
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class _Kept(Generic[T]):
    part: Part
    line: int
    called: tuple[str, ...]
    made: T


class KeptParts(Generic[T]):
    """Of one file. ``make`` makes something of a part of its present facts, ``move`` takes what was made of a
    part of the last text to the lines of the present one. ``made`` counts how often something was made."""

    def __init__(self) -> None:
        self.made = 0
        self._kept: dict[object, _Kept[T]] = {}
        """By the key of the part, in the order of the text."""
        self._words: dict[Chunk, frozenset[str]] = {}

    def of(
        self, facts: ModuleFacts, make: Callable[[Part], T], move: Callable[[T, Part, Moves], T]
    ) -> list[T]:
        """What was or is made of each part, in order."""
        kept = self._held(facts)
        starts = [(each.line, part.chunk.line) for part in facts.parts if (each := kept.get(part.key))]
        moves = Moves(facts.path, starts)
        now: dict[object, _Kept[T]] = {}
        for part in facts.parts:
            before = kept.get(part.key)
            if before is None:
                self.made += 1
                made = make(part)
            elif moves.any:
                made = move(before.made, part, moves)
            else:
                made = before.made
            now[part.key] = _Kept(part, part.chunk.line, _called(facts, part), made)
        self._kept = now
        return [each.made for each in now.values()]

    def _held(self, facts: ModuleFacts) -> dict[object, _Kept[T]]:
        """What is kept and still holds."""
        now = {part.key for part in facts.parts}
        kept = {key: each for key, each in self._kept.items() if key in now}
        changed = [each.part for key, each in self._kept.items() if key not in now]
        for part in facts.parts:
            before = kept.get(part.key)
            if before is None:
                changed.append(part)
            elif before.called != _called(facts, part):
                changed.append(part)
                del kept[part.key]
        if any(part.stars for part in changed):
            return {}
        words = self._words_of(facts)
        while changed and kept:
            names = frozenset(name for part in changed for name in _bound(part))
            reached = [key for key, each in kept.items() if not words[each.part.chunk].isdisjoint(names)]
            changed = [kept.pop(key).part for key in reached]
        return kept

    def _words_of(self, facts: ModuleFacts) -> dict[Chunk, frozenset[str]]:
        known = self._words
        self._words = {part.chunk: known.get(part.chunk) or _words(part.chunk.text) for part in facts.parts}
        return self._words


def _called(facts: ModuleFacts, part: Part) -> tuple[str, ...]:
    """The functions of a part that others call."""
    if not facts.calls:
        return ()
    return tuple([function.qualname for function in part.functions if facts.is_called(function)])


def _bound(part: Part) -> Iterable[str]:
    """The names that a part gives a value, or whose value it changes in place."""
    return (*part.names, *(mutation.name for mutation in part.mutations))


def _words(text: str) -> frozenset[str]:
    """All that may be a name, as Python reads it; the words of strings and comments too."""
    return frozenset(_WORD.findall(text if text.isascii() else unicodedata.normalize("NFKC", text)))
