"""The text of a user's value, made without running the user's code.

A ``__repr__`` may raise, never end, or answer ten megabytes; a property may do anything. So only what the
standard library wrote in C, or wrote for types of its own, is asked for a text; of all else the class and
the fields are told, read where they are stored. Lengths are code points.
"""

import collections
import datetime as dt
import decimal
import enum
import fractions
import os
import re
import sys
import types
from typing import Any, Dict, Iterable, List, Optional, Tuple

LIMIT = 160
"""How long a text may be."""
_ITEMS = 6
_DEPTH = 2
_DIGITS = 4000
"""Bits past which an integer is told by its size: to write it takes quadratic time."""

_WHOLE = (
    type(None),
    bool,
    float,
    complex,
    decimal.Decimal,
    dt.date,
    dt.datetime,
    dt.time,
    dt.timedelta,
    type(Ellipsis),
    type(NotImplemented),
    range,
)
_LISTS: Dict[Any, str] = {list: "[]", tuple: "()"}
_SORTED = 200
"""Items of a set up to which they are put in order: its own is another one in each process."""


def text_of(value: object, limit: int = LIMIT) -> str:
    """``value`` on one line, at most ``limit`` code points, control characters escaped."""
    try:
        text = _text(value, _DEPTH)
    except Exception:  # a type so odd that even its fields cannot be read
        text = "<%s>" % name_of(type(value))
    return text if len(text) <= limit else text[: limit - 1] + "…"


def name_of(kind: type) -> str:
    """A class's own name, whatever its metaclass says."""
    return str(type.__dict__["__name__"].__get__(kind))


def stored(value: object, name: str) -> Tuple[bool, Any]:
    """Whether ``value`` stores an attribute of that name itself, in its dictionary or a slot, and what.
    No property and no ``__getattr__`` is asked."""
    fields = _dictionary(value)
    if type(fields) is dict and name in fields:
        return True, fields[name]
    for base in bases_of(type(value)):
        found = _own(base, name)
        if type(found) is types.MemberDescriptorType:
            try:
                return True, found.__get__(value)
            except AttributeError:
                return False, None  # a slot that nobody has filled
    return False, None


def _dictionary(value: object) -> Optional[Any]:
    for base in bases_of(type(value)):
        found = _own(base, "__dict__")
        if found is not None:
            return found.__get__(value) if type(found) is types.GetSetDescriptorType else None
    return None


def bases_of(kind: type) -> Tuple[type, ...]:
    """A class and its bases, whatever its metaclass says. ``isinstance`` would ask the value itself."""
    found: Tuple[type, ...] = type.__dict__["__mro__"].__get__(kind)
    return found


def _is(kind: type, *wanted: type) -> bool:
    return any(base is one for base in bases_of(kind) for one in wanted)


def _own(kind: type, name: str) -> Any:
    """What a class defines itself under a name, or None."""
    return type.__dict__["__dict__"].__get__(kind).get(name)


def _text(value: Any, depth: int) -> str:
    kind = type(value)
    if any(kind is one for one in _WHOLE) or _is_uuid(kind):
        # A time zone may be a class of the project's.
        return repr(value.replace(tzinfo=None) if kind in (dt.datetime, dt.time) else value)
    if _is(kind, enum.Enum):
        return "%s.%s" % (name_of(kind), stored(value, "_name_")[1])
    if _is(kind, str):
        return _string(value)
    if _is(kind, bytes, bytearray):
        cut = bytes(memoryview(value)[:LIMIT])
        return repr(cut) + ("…" if len(cut) < memoryview(value).nbytes else "")
    if _is(kind, int):
        bits = int.bit_length(value)
        return int.__repr__(value) if bits <= _DIGITS else "<an integer of %d bits>" % bits
    if _is(kind, decimal.Decimal):
        return decimal.Decimal.__repr__(value)
    return _of_library(value, kind) or _container(value, kind, depth)


def _is_uuid(kind: type) -> bool:
    """Whether it is the standard library's; to import that for a few values takes long."""
    module = sys.modules.get("uuid")
    if module is None or os.path.dirname(_file(module)) != os.path.dirname(_file(os)):
        return False
    return kind is getattr(module, "UUID", None)


def _file(module: types.ModuleType) -> str:
    return str(getattr(module, "__file__", ""))


def _of_library(value: Any, kind: type) -> str:
    """The text of what the standard library or numpy made; empty for anything else."""
    if kind is fractions.Fraction:
        return "Fraction(%s, %s)" % (_text(value.numerator, 0), _text(value.denominator, 0))
    if kind is re.Match:
        return "<match %s>" % _string(str(value.group())) if type(value.string) is str else "<match>"
    if kind is re.Pattern:
        return "<pattern %s>" % _text(value.pattern, 0)
    if _is(kind, type):
        return "<class %s>" % name_of(value)
    if any(kind is one for one in (types.FunctionType, types.BuiltinFunctionType)):
        return "<function %s>" % value.__name__
    if _is_number_of_numpy(kind):
        return repr(value)
    return ""


def _string(value: str) -> str:
    cut = str.__getitem__(value, slice(0, LIMIT))
    return str.__repr__(cut) + ("…" if str.__len__(value) > LIMIT else "")


def _is_number_of_numpy(kind: type) -> bool:
    """A scalar of numpy's own: its text is written in C."""
    if type(kind) is not type or kind.__module__ != "numpy":
        return False
    return any(name_of(base) == "generic" for base in bases_of(kind))


def _container(value: Any, kind: type, depth: int) -> str:
    fields = _own(kind, "_fields")
    if _is(kind, tuple) and type(fields) is tuple:
        pairs = list(zip(map(str, fields), tuple.__iter__(value)))
        return _call(name_of(kind), pairs, depth)
    for unordered in (set, frozenset):
        if _is(kind, unordered):
            return _set(value, unordered, kind, depth)
    for plain, marks in _LISTS.items():
        if _is(kind, plain):
            name = "" if kind is plain else name_of(kind)
            return name + _sequence(plain.__iter__(value), plain.__len__(value), marks, depth)
    if _is(kind, collections.deque):
        inner = _sequence(collections.deque.__iter__(value), collections.deque.__len__(value), "[]", depth)
        return "%s(%s)" % (name_of(kind), inner)
    if _is(kind, dict):
        return ("" if kind is dict else name_of(kind)) + _mapping(value, depth)
    return _object(value, kind, depth)


def _sequence(items: Iterable[Any], count: int, marks: str, depth: int) -> str:
    if not count:
        return marks
    if depth <= 0:
        return "%s… %d%s" % (marks[0], count, marks[1])
    shown = [_text(item, depth - 1) for item in _first(items)]
    if count > len(shown):
        shown.append("… %d in all" % count)
    comma = "," if marks == "()" and count == 1 else ""
    return marks[0] + ", ".join(shown) + comma + marks[1]


def _set(value: Any, plain: Any, kind: type, depth: int) -> str:
    count = plain.__len__(value)
    if depth <= 0 or count > _SORTED:
        shown = ["… %d" % count]
    else:
        texts = sorted(_text(item, depth - 1) for item in plain.__iter__(value))
        shown = texts[:_ITEMS] + (["… %d in all" % count] if count > _ITEMS else [])
    inner = "{%s}" % ", ".join(shown) if count else ""
    return inner if kind is set and count else "%s(%s)" % (name_of(kind), inner)


def _mapping(value: Any, depth: int) -> str:
    count = dict.__len__(value)
    if depth <= 0 and count:
        return "{… %d}" % count
    shown = [
        "%s: %s" % (_text(key, depth - 1), _text(item, depth - 1)) for key, item in _first(dict.items(value))
    ]
    return "{%s%s}" % (", ".join(shown), ", … %d in all" % count if count > len(shown) else "")


def _first(items: Iterable[Any]) -> List[Any]:
    found: List[Any] = []
    for item in items:
        if len(found) == _ITEMS:
            break
        found.append(item)
    return found


def _object(value: Any, kind: type, depth: int) -> str:
    """The class and the stored fields."""
    if depth <= 0:
        return "<%s>" % name_of(kind)
    read = [(name, stored(value, name)) for name in _fields(value, kind)]
    pairs = [(name, found) for name, (has, found) in read if has]
    return _call(name_of(kind), pairs, depth) if pairs else "<%s>" % name_of(kind)


def _fields(value: Any, kind: type) -> List[str]:
    """The names of an object's fields: those that a dataclass names, else the dictionary's and the slots'."""
    for base in bases_of(kind):
        declared = _own(base, "__dataclass_fields__")
        if type(declared) is dict:
            return [name for name in declared if type(name) is str]
    held = _dictionary(value)
    found = [name for name in held if type(name) is str] if type(held) is dict else []
    for base in bases_of(kind):
        own = type.__dict__["__dict__"].__get__(base).items()
        found += [name for name, one in own if type(one) is types.MemberDescriptorType]
    return found


def _call(name: str, pairs: List[Tuple[str, Any]], depth: int) -> str:
    shown = ["%s=%s" % (key, _text(item, depth - 1)) for key, item in pairs[:_ITEMS]]
    return "%s(%s%s)" % (name, ", ".join(shown), ", …" if len(pairs) > _ITEMS else "")
