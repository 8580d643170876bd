"""What was made of the parts of one file, for as long as nothing that it can depend on has changed.

What is made of a part may depend on the part itself and on whatever its words name in the module: what these
parts bind, what their words name in turn, and so on. Which functions of a part are called by others is asked
of the whole module, and so is part of what it depends on. Other modules are watched elsewhere: when one of
them changes, all is forgotten.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from tessera_lsp.index.chunks import Chunk
from tessera_lsp.index.ends import same_ends
from tessera_lsp.index.facts import ModuleFacts, Part
from tessera_lsp.index.moving import Moves

_NAMES = re.compile(r"[\w\s.,|\[\]'\"]{1,200}")
"""A string that may be an annotation, or a name to be looked up."""
_SILENT = re.compile(
    r"(?P<prefix>\b[A-Za-z]{1,2})?(?P<quote>\"\"\"|\'\'\'|[\"\'])"
    r"(?P<inside>(?:\\.|(?!(?P=quote))[^\\])*)(?P=quote)"
    r"|#[^\r\n]*",
    re.DOTALL,
)
"""String literals and comments."""
_WORD = re.compile(r"\w+")
T = TypeVar("T")


class _Kept(Generic[T]):
    """What was made of a part that began on ``line``; ``called`` are its functions that others call."""

    __slots__ = ("called", "line", "made", "part")

    def __init__(self, part: Part, called: tuple[str, ...], made: T) -> None:
        self.part, self.line, self.called, self.made = part, part.chunk.line, called, made


class KeptParts(Generic[T]):
    """Of one file. ``made`` counts how often something was made."""

    def __init__(self) -> None:
        self.made = 0
        self._kept: dict[object, _Kept[T]] = {}
        """By the key of the part, in the order of the text."""
        self._parts: Sequence[Part] = ()
        """Those of the last text."""
        self._made: list[T] = []
        """What was made of each of them."""
        self._calls: dict[str, int] = {}
        """How many of its functions called a name."""
        self._words: dict[Chunk, frozenset[str]] = {}

    def of(
        self,
        facts: ModuleFacts,
        make: Callable[[Part], T],
        move: Callable[[T, Part, Moves], T],
        drop: Callable[[Part], object],
    ) -> list[T]:
        """What was or is made of each part, in order: ``make`` makes something of a part of the present
        facts, ``move`` takes what was made of a part of the last text to the lines of the present one. First,
        ``drop`` is told the parts of which nothing holds any more but what was made."""
        if not self._exchange(facts, make, drop):
            self._kept = self._again(facts, make, move, drop)
            self._made = [each.made for each in self._kept.values()]
        self._parts, self._calls = facts.parts, facts.calls
        return self._made

    def _exchange(
        self, facts: ModuleFacts, make: Callable[[Part], T], drop: Callable[[Part], object]
    ) -> bool:
        """Put what is made of new parts in the place of as many others, between those that stand as they
        stood, and that can't depend on these; whether that is all there is to do."""
        parts, before = facts.parts, self._parts
        if not len(parts) == len(before) == len(self._kept) or facts.calls != self._calls:
            return False
        head, tail = same_ends(before, parts)
        end = len(parts) - tail
        gone, new = before[head:end], parts[head:end]
        kept = self._kept
        if any(part.stars for part in (*gone, *new)) or any(part.key in kept for part in new):
            return False
        names = frozenset(name for part in (*gone, *new) for name in _bound(part))
        words, others = self._words, (*parts[:head], *parts[end:])
        said = [words.get(part.chunk) or self._words_of(part) for part in others]
        if not all(map(names.isdisjoint, said)):
            return False
        for part in gone:
            drop(part)
        now = list(kept.items())
        now[head:end] = [(part.key, _Kept(part, _called(facts, part), make(part))) for part in new]
        self.made += len(new)
        self._kept = dict(now)
        self._made = [*self._made[:head], *[each.made for _, each in now[head:end]], *self._made[end:]]
        return True

    def _again(
        self,
        facts: ModuleFacts,
        make: Callable[[Part], T],
        move: Callable[[T, Part, Moves], T],
        drop: Callable[[Part], object],
    ) -> dict[object, _Kept[T]]:
        kept = self._held(facts)
        present = {id(part) for part in facts.parts}
        for key, past in self._kept.items():
            if key not in kept or id(past.part) not in present:
                drop(past.part)
        starts = [(kept[part.key].line, part.chunk.line) for part in facts.parts if part.key in kept]
        moves = Moves(facts.path, starts) if any(before != now for before, now in starts) else None
        now: dict[object, _Kept[T]] = {}
        for part in facts.parts:
            each: _Kept[T] | None = kept.get(part.key)
            if each is None:
                self.made += 1
                each = _Kept(part, _called(facts, part), make(part))
            elif moves is not None or each.part is not part:
                moves = moves or Moves(facts.path, starts)
                each = _Kept(part, each.called, move(each.made, part, moves))
            now[part.key] = each
        return now

    def _held(self, facts: ModuleFacts) -> dict[object, _Kept[T]]:
        """What is kept and still holds."""
        kept: dict[object, _Kept[T]] = {}
        changed: list[Part] = []
        for part in facts.parts:
            before = self._kept.get(part.key)
            if before is not None and before.called == _called(facts, part):
                kept[part.key] = before
            else:
                changed.append(part)
        if len(kept) < len(self._kept):
            changed += [each.part for key, each in self._kept.items() if key not in kept]
        if any(part.stars for part in changed):
            return {}
        while changed and kept:
            names = frozenset(name for part in changed for name in _bound(part))
            reached = [key for key, each in kept.items() if not self._words_of(each.part).isdisjoint(names)]
            changed = [kept.pop(key).part for key in reached]
        return kept

    def _words_of(self, part: Part) -> frozenset[str]:
        words = self._words.get(part.chunk)
        if words is None:
            if len(self._words) > 2 * len(self._kept):  # most chunks that it was asked of are gone
                self._words.clear()
            words = self._words[part.chunk] = _words(part.chunk)
        return words


def _called(facts: ModuleFacts, part: Part) -> tuple[str, ...]:
    """The functions of a part that others call."""
    if not facts.calls:
        return ()
    return tuple([function.qualname for function in part.functions if facts.is_called(function)])


def _bound(part: Part) -> Iterable[str]:
    """The names that a part gives a value, or whose value it changes in place."""
    return (*part.names, *(mutation.name for mutation in part.mutations))


def _words(chunk: Chunk) -> frozenset[str]:
    """All in a chunk that may be a name: its words without those of comments and of most strings."""
    text, silent = chunk.text, True

    def spoken(found: re.Match[str]) -> str:
        nonlocal silent
        silent = silent and "f" not in (found["prefix"] or "").lower()
        return found["inside"] if found["inside"] and _NAMES.fullmatch(found["inside"]) else " "

    without = _SILENT.sub(spoken, text) if chunk.failure is None else text
    if not silent:  # within an f-string there are names, and perhaps other strings
        without = text
    return frozenset(_WORD.findall(without if text.isascii() else unicodedata.normalize("NFKC", without)))
