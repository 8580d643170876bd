"""Values of a function that is followed over two texts at once.

A value is a pair of what it is over the one text and over the other, as long as that can be computed; else it
is only known whether it is the same over both.
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tessera_lsp.index.patterns.model import Compiled, Library, Reading
from tessera_lsp.patterns import compiled, is_quick

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


_TEXT_METHODS = frozenset(
    [
        "strip",
        "lstrip",
        "rstrip",
        "lower",
        "upper",
        "casefold",
        "title",
        "capitalize",
        "swapcase",
        "startswith",
        "endswith",
        "removeprefix",
        "removesuffix",
        "replace",
        "split",
        "rsplit",
        "splitlines",
        "partition",
        "rpartition",
        "find",
        "rfind",
        "index",
        "rindex",
        "count",
        "join",
        "isdigit",
        "isdecimal",
        "isnumeric",
        "isalpha",
        "isalnum",
        "isspace",
        "islower",
        "isupper",
        "istitle",
        "isascii",
        "isidentifier",
    ]
)
_MATCH_METHODS = frozenset(["group", "groups", "start", "end", "span"])


def method(owner: Pair, name: str, arguments: list[Pair]) -> Value | None:
    """A method of a computed value; None for one that is not followed. Raises DeadError for None's."""
    kinds = {type(owner.one), type(owner.other)}
    if kinds == {type(None)}:
        raise DeadError
    if kinds == {str} and name in _TEXT_METHODS:
        return each(lambda text, *given: getattr(text, name)(*given), owner, *arguments)
    if kinds <= {Found, type(None)} and Found in kinds and name in _MATCH_METHODS:
        return each(lambda found, *given: _of_match(found, name, given), owner, *arguments)
    return None


def _of_match(found: object, name: str, given: tuple[object, ...]) -> object:
    if not isinstance(found, Found):
        raise AttributeError(name)
    if name == "group":
        return found.group(*given)
    if name == "groups":
        return found.all_groups(*given)
    start, end = found.span(*given)
    return {"start": start, "end": end, "span": (start, end)}[name]


def item(owner: Pair, key: Pair) -> Value:
    """``owner[key]``."""

    def taken(held: object, at: object) -> object:
        if isinstance(held, Found):
            return held.group(at)
        if isinstance(held, str | tuple) and isinstance(at, int | slice):
            return held[at]
        raise TypeError

    return each(taken, owner, key)


_NOT_FOLLOWED = object()
_FUNCTIONS: dict[tuple[str, str], Callable[..., object]] = {
    ("builtins", "len"): len,
    ("builtins", "str"): lambda value="": _NOT_FOLLOWED if isinstance(value, Found) else str(value),
    ("builtins", "bool"): bool,
    ("builtins", "int"): lambda value=0: int(value) if len(str(value)) < 100 else _NOT_FOLLOWED,
    ("builtins", "tuple"): lambda value=(): tuple(value),
    ("builtins", "list"): lambda value=(): tuple(value),
    ("builtins", "sorted"): lambda value: tuple(sorted(value)),
    ("re", "escape"): re.escape,
    ("unicodedata", "normalize"): unicodedata.normalize,
}


def library_call(function: Library, arguments: list[Pair]) -> Value | None:
    """A function of the language or the library; None for one that is not followed."""
    known = _FUNCTIONS.get((function.module, function.name))
    return each(known, *arguments) if known is not None else None


_OPERATIONS: dict[str, Callable[[Any, Any], object]] = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Is": lambda left, right: left is right or (left == right and not isinstance(left, Found)),
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
    "In": lambda left, right: operator.contains(right, left),
    "Add": operator.add,
    "Sub": operator.sub,
    "BitOr": operator.or_,
}
_OPERATIONS["IsNot"] = lambda left, right: not _OPERATIONS["Is"](left, right)
_OPERATIONS["NotIn"] = lambda left, right: not _OPERATIONS["In"](left, right)


def operation(name: str, left: Value, right: Value) -> Value:
    """A comparison or sum, by the name of its node."""
    if name in ("Is", "IsNot") and Mark.CLAIM in (left, right):
        return Mark.SAME
    if name in _OPERATIONS and isinstance(left, Pair) and isinstance(right, Pair):
        return each(_OPERATIONS[name], left, right)
    return mixed((left, right))


def applied(pattern: Compiled, name: str, texts: Pair, more: list[Pair]) -> Value:
    """A method of a pattern on a text. Raises UnsureError where that could take long."""
    real = compiled(pattern.pattern, pattern.flags)
    if real is None:
        raise DeadError
    for text in (texts.one, texts.other):
        if not isinstance(text, str) or not is_quick(pattern.pattern, pattern.flags, text):
            raise UnsureError
    if name in ("sub", "subn"):
        if len(more) != 1 or not isinstance(more[0].one, str):
            return mixed((texts, *more))
        return each(lambda text, new: getattr(real, name)(new, text), texts, more[0])
    if more:
        return mixed((texts, *more))
    return each(lambda text: _plain(getattr(real, name)(text)), texts)


def _plain(result: object) -> object:
    if isinstance(result, re.Match):
        numbers = range(len(result.groups()) + 1)
        return Found(
            result.string,
            tuple(result.group(n) for n in numbers),
            tuple(result.span(n) for n in numbers),
            tuple(sorted(result.re.groupindex.items())),
        )
    if result is None or isinstance(result, str | list | tuple):
        return result
    return tuple(map(_plain, result)) if isinstance(result, Iterator) else result
