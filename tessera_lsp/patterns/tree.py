"""A pattern as a tree of our own, out of the private parser of ``re``.

The private tree differs between versions of Python. Whatever in it is not known here makes ``parse`` answer
None: the callers then say nothing about that pattern.
"""

from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from tessera_lsp.patterns.characters import Atom, Part

Method = Literal["match", "search", "fullmatch"]
"""How a pattern is applied: from the start, anywhere, or to the whole text."""

_ANY: tuple[Part, ...] = ((0, 0x10FFFF),)
_NEWLINE: tuple[Part, ...] = ((10, 10),)
_TYPES = re.ASCII | re.UNICODE | re.LOCALE
_SILENCED = re.DEBUG | re.TEMPLATE if hasattr(re, "TEMPLATE") else re.DEBUG
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Sequence:
    """One part after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several, tried in order."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """``body`` from ``low`` to ``high`` times; ``high`` is None without a bound."""

    body: Node
    low: int
    high: int | None
    greedy: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A capturing group by its number."""

    number: int
    body: Node


@dataclass(frozen=True, slots=True)
class Look:
    """A condition on what follows, or on the ``width`` characters before (``behind``)."""

    body: Node
    behind: bool
    negative: bool
    width: int = 0


@dataclass(frozen=True, slots=True)
class At:
    """A condition on the place: ``start``, ``end`` (of the text), ``line_start``, ``line_end``, ``last``
    (the end, or before a line end that is the last character), ``boundary``, ``inside``."""

    kind: str
    ascii: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """What the group captured, once more."""

    number: int
    ignore_case: bool


@dataclass(frozen=True, slots=True)
class Atomic:
    """``body``, whose first way to match is its only one."""

    body: Node


@dataclass(frozen=True, slots=True)
class Conditional:
    """``yes`` where the group has matched, else ``no``."""

    number: int
    yes: Node
    no: Node


Node = Atom | Sequence | Choice | Repeat | Group | Look | At | Back | Atomic | Conditional
EMPTY = Sequence(())


class UnknownTreeError(Exception):
    """The parser of this Python gave something that is not known here."""


def is_valid(pattern: str, flags: int = 0) -> bool:
    """Whether ``re`` takes the pattern."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern, flags & ~int(_SILENCED))
    except (re.error, ValueError, OverflowError, RecursionError):
        return False
    return True


@lru_cache(maxsize=64)  # a tree takes some hundred times the room of its pattern
def parse(pattern: str, flags: int = 0) -> Node | None:
    """The tree of a pattern; None for one that does not parse, is too long, or has parts unknown here."""
    if len(pattern) > _LONGEST:
        return None
    try:
        parser: Any = importlib.import_module("re._parser")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = parser.parse(pattern, flags & ~int(_SILENCED))
        return _sequence(found, int(found.state.flags))
    except (re.error, ValueError, OverflowError, RecursionError):
        return None
    except (ImportError, AttributeError, TypeError, LookupError, UnknownTreeError):
        return None


def _sequence(items: Iterable[Any], flags: int) -> Node:
    parts = tuple(_node(_name(op), value, flags) for op, value in items)
    return parts[0] if len(parts) == 1 else Sequence(parts)


def _name(op: Any) -> str:
    return str(getattr(op, "name", op))


def _node(name: str, value: Any, flags: int) -> Node:
    if name in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
        return _atom(name, value, flags)
    if name == "AT":
        return _at(_name(value), flags)
    if name == "BRANCH":
        _, options = value
        return Choice(tuple(_sequence(option, flags) for option in options))
    if name == "SUBPATTERN":
        number, added, removed, body = value
        inner = _sequence(body, _combined(flags, added, removed))
        return inner if number is None else Group(number, inner)
    if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        low, high, body = value
        bound = None if _name(high) == "MAXREPEAT" else int(high)
        repeat = Repeat(_sequence(body, flags), int(low), bound, name != "MIN_REPEAT")
        return Atomic(repeat) if name == "POSSESSIVE_REPEAT" else repeat
    if name == "ATOMIC_GROUP":
        return Atomic(_sequence(value, flags))
    if name in ("ASSERT", "ASSERT_NOT"):
        direction, body = value
        width = int(body.getwidth()[0]) if direction < 0 else 0
        return Look(_sequence(body, flags), direction < 0, name == "ASSERT_NOT", width)
    if name == "GROUPREF":
        return Back(int(value), bool(flags & re.IGNORECASE))
    if name == "GROUPREF_EXISTS":
        number, yes, no = value
        return Conditional(int(number), _sequence(yes, flags), _sequence(no, flags) if no else EMPTY)
    raise UnknownTreeError(name)


def _combined(flags: int, added: int, removed: int) -> int:
    if added & _TYPES:
        flags &= ~int(_TYPES)
    return int((flags | added) & ~removed)


def _atom(name: str, value: Any, flags: int) -> Atom:
    ignore_case, is_ascii = bool(flags & re.IGNORECASE), bool(flags & re.ASCII)
    if name == "ANY":
        return Atom(_ANY if flags & re.DOTALL else _NEWLINE, not flags & re.DOTALL, False, False)
    if name in ("LITERAL", "NOT_LITERAL"):
        return Atom(((int(value), int(value)),), name == "NOT_LITERAL", ignore_case, is_ascii)
    parts: list[Part] = []
    negated = False
    for op, inner in value:
        kind = _name(op)
        if kind == "NEGATE":
            negated = True
        elif kind == "LITERAL":
            parts.append((int(inner), int(inner)))
        elif kind == "RANGE":
            low, high = inner
            parts.append((int(low), int(high)))
        elif kind == "CATEGORY":
            parts.append(_name(inner).removeprefix("CATEGORY_"))
        else:
            raise UnknownTreeError(kind)
    return Atom(tuple(parts), negated, ignore_case, is_ascii)


def _at(name: str, flags: int) -> At:
    lines = bool(flags & re.MULTILINE)
    is_ascii = bool(flags & re.ASCII)
    kinds = {
        "AT_BEGINNING": "line_start" if lines else "start",
        "AT_BEGINNING_STRING": "start",
        "AT_END": "line_end" if lines else "last",
        "AT_END_STRING": "end",
        "AT_BOUNDARY": "boundary",
        "AT_NON_BOUNDARY": "inside",
    }
    if name not in kinds:
        raise UnknownTreeError(name)
    return At(kinds[name], is_ascii)
