"""Single characters of a pattern: what an atom accepts, and the few characters that stand for all.

Instead of all of Unicode a pattern is looked at over a small alphabet: the ends of its ranges, their
neighbours, its letters in both cases, and one of each kind of other characters. So a set of characters is a
number of so many bits. What is found over it is true; what is not found may still exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

Part = tuple[int, int] | str
"""A range of code points, both ends included, or the name of a category: ``DIGIT``, ``NOT_SPACE``, …"""

_READABLE = "ax0 AZ5.,'\"-_!%:;()"
_OTHERS = "\n\té٣中\u00a0\u2028"
_LARGEST = 240


@dataclass(frozen=True, slots=True)
class Atom:
    """One character out of a set (or not out of it)."""

    parts: tuple[Part, ...]
    negated: bool
    ignore_case: bool
    ascii: bool


@lru_cache(maxsize=65_536)
def accepts(atom: Atom, character: str) -> bool:
    """Whether the atom takes this character."""
    variants = _variants(character, atom.ascii) if atom.ignore_case else (character,)
    inside = any(_is_in(part, variant, atom.ascii) for part in atom.parts for variant in variants)
    return inside != atom.negated


@lru_cache(maxsize=4096)
def _variants(character: str, is_ascii: bool) -> tuple[str, ...]:
    if is_ascii and not character.isascii():
        return (character,)
    found = {character, character.lower(), character.upper(), character.lower().upper(), character.casefold()}
    return tuple(v for v in sorted(found) if len(v) == 1 and (v.isascii() or not is_ascii))


def _is_in(part: Part, character: str, is_ascii: bool) -> bool:
    if isinstance(part, tuple):
        return part[0] <= ord(character) <= part[1]
    category = part.removeprefix("NOT_")
    return is_category(category, character, is_ascii) != part.startswith("NOT_")


def is_category(category: str, character: str, is_ascii: bool) -> bool:
    """Whether a character is a ``DIGIT``, ``SPACE`` or ``WORD`` in the sense of ``re``. Raises KeyError."""
    if is_ascii and (not character.isascii() or category == "SPACE"):
        return category == "SPACE" and character in " \t\n\r\f\v"
    if category == "DIGIT":
        return character.isdecimal()
    if category == "SPACE":
        return character.isspace()
    if category == "WORD":
        return character.isalnum() or character == "_"
    raise KeyError(category)


class Alphabet:
    """Characters that stand for all, the readable ones first."""

    def __init__(self, atoms: Iterable[Atom]) -> None:
        found = dict.fromkeys(_READABLE)
        for atom in atoms:
            found.update(dict.fromkeys(_near(atom)))
        found.update(dict.fromkeys(_OTHERS))
        self.symbols = "".join(found)[:_LARGEST]
        self._masks: dict[Atom, int] = {}

    def mask(self, atom: Atom) -> int:
        """The characters that the atom takes, as bits."""
        if atom not in self._masks:
            bits = (1 << n for n, symbol in enumerate(self.symbols) if accepts(atom, symbol))
            self._masks[atom] = sum(bits)
        return self._masks[atom]

    @property
    def everything(self) -> int:
        """All characters, as bits."""
        return (1 << len(self.symbols)) - 1

    def pick(self, mask: int) -> str:
        """The most readable character of a mask that has one."""
        return self.symbols[(mask & -mask).bit_length() - 1]


def _near(atom: Atom) -> Iterator[str]:
    for part in atom.parts:
        if not isinstance(part, tuple):
            continue
        low, high = part
        for code in (low, high, (low + high) // 2, low - 1, high + 1):
            if 0 <= code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF:
                yield chr(code)
                if atom.ignore_case:
                    yield from _variants(chr(code), atom.ascii)
