"""Values of a function that is followed over two texts at once.

A value is a pair of what it is over the one text and over the other, as long as that can be computed; else it
is only known whether it is the same over both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from tessera_lsp.index.patterns.model import Compiled, Library, Reading

_LONGEST = 20_000
_FAILS = (IndexError, KeyError, ValueError, TypeError, AttributeError, OverflowError)


class UnsureError(Exception):
    """It can't be told that the function does the same over both texts."""


class DeadError(Exception):
    """This way through the function ends in an exception, over both texts."""


class Mark(Enum):
    """What is not computed: the same over both texts, perhaps another, the claim itself."""

    SAME = "same"
    DIFFERS = "differs"
    CLAIM = "claim"


@dataclass(frozen=True)
class Pair:
    """A value over the one text, and over the other."""

    one: object
    other: object

    @property
    def is_same(self) -> bool:
        """Whether both are equal, and of one type."""
        return type(self.one) is type(self.other) and self.one == self.other


@dataclass(frozen=True)
class Found:
    """A match: the text, its groups (the whole match first) and their places, the numbers of named groups."""

    text: str
    groups: tuple[str | None, ...]
    spans: tuple[tuple[int, int], ...]
    names: tuple[tuple[str, int], ...]

    def number(self, key: object) -> int:
        """The number of a group by its number or name. Raises IndexError."""
        if isinstance(key, str):
            known = dict(self.names)
            if key not in known:
                raise IndexError(key)
            return known[key]
        if not isinstance(key, int) or not 0 <= key < len(self.groups):
            raise IndexError(key)
        return key

    def group(self, *keys: object) -> object:
        """Like ``re.Match.group``."""
        chosen = tuple(self.groups[self.number(key)] for key in keys or (0,))
        return chosen if len(chosen) > 1 else chosen[0]

    def all_groups(self, default: object = None) -> tuple[object, ...]:
        """Like ``re.Match.groups``."""
        return tuple(default if group is None else group for group in self.groups[1:])

    def span(self, key: object = 0) -> tuple[int, int]:
        """Like ``re.Match.span``."""
        return self.spans[self.number(key)]


Value = Pair | Mark | Compiled | Library | Reading
NOTHING = Pair(None, None)


def constant(value: object) -> Pair:
    """A value that is the same over both texts."""
    return Pair(value, value)


def mixed(values: Iterable[Value]) -> Mark:
    """What something unknown makes of these values: the same only if all of them are."""
    for value in values:
        if value in (Mark.DIFFERS, Mark.CLAIM) or (isinstance(value, Pair) and not value.is_same):
            return Mark.DIFFERS
    return Mark.SAME


def truth(value: Value) -> bool | None:
    """How a value tests over both texts, None where it is not known. Raises UnsureError where it may test
    differently."""
    if isinstance(value, Pair):
        if bool(value.one) != bool(value.other):
            raise UnsureError
        return bool(value.one)
    if value is Mark.DIFFERS:
        raise UnsureError
    return None if isinstance(value, Mark) else True


def each(function: Callable[..., object], *values: Pair) -> Value:
    """The function over the one text's values, and over the other's. Raises DeadError where both fail, and
    UnsureError where one does."""
    one, failed = _tried(function, [value.one for value in values])
    other, other_failed = _tried(function, [value.other for value in values])
    if failed and other_failed:
        raise DeadError
    if failed or other_failed:
        raise UnsureError
    return Pair(one, other) if _is_plain(one) and _is_plain(other) else mixed(values)


def _tried(function: Callable[..., object], arguments: list[object]) -> tuple[object, bool]:
    try:
        result = function(*arguments)
    except _FAILS:
        return None, True
    return tuple(result) if isinstance(result, list) else result, False


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return len(value) < 200 and all(map(_is_plain, value))
    if isinstance(value, str):
        return len(value) < _LONGEST
    return value is None or isinstance(value, bool | int | float | Found)
