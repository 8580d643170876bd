"""Methods, functions, operators and patterns, computed over two texts at once."""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

from tessera_lsp.index.patterns.model import Compiled, Library
from tessera_lsp.index.patterns.pairs import DeadError, Found, Mark, Pair, UnsureError, Value, each, mixed
from tessera_lsp.patterns import compiled, is_quick

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
