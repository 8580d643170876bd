"""What a fingerprint's walk knows of one object, and how plain values are told in it."""

import types
from typing import Any, FrozenSet, Iterator, NamedTuple, Optional, Tuple

WORLD = "?"
"""Begins the head of what the walk cannot see through: all unsaved texts count."""

Names = Optional[FrozenSet[str]]
"""Of a module: the names that are used of it; None for all."""
Child = Tuple[str, Any, Names]

LEAVES = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis), type(NotImplemented), range)
"""Types of plain values, which lead to nothing else."""


class Node(NamedTuple):
    """``head`` None: nothing may be kept of what reaches it. ``mutable``: it can change while it is used.
    ``names`` are those that code uses; ``gated`` are attributes that count where one of their names is used.
    """

    head: Optional[str]
    children: Tuple[Child, ...] = ()
    mutable: bool = False
    names: FrozenSet[str] = frozenset()
    gated: Tuple[Child, ...] = ()


NOTHING_KEPT = Node(None)
"""Of what nothing may be kept."""


def pairs(items: Any) -> Iterator[Child]:
    """What the rows of a table lead to; a key that is no text is one of them."""
    for at, (key, value) in enumerate(items):
        if type(key) is str:
            yield ":" + key, value, None
        else:
            yield "k%d" % at, key, None
            yield "v%d" % at, value, None


def elements(values: Any) -> Node:
    """A set, whose elements have no order of their own."""
    kind, mutable = type(values).__name__, type(values) is set
    shown = [as_text(value) for value in values]
    if None in shown:
        # The order of other elements is another one in each process: only the texts tell.
        return Node("%s%s of %d" % (WORLD, kind, len(values)), (), mutable)
    return Node("%s {%s}" % (kind, ", ".join(sorted(map(str, shown)))), (), mutable)


def as_text(value: Any) -> Optional[str]:
    """A plain value, or a tuple of such, as text."""
    if type(value) is tuple:
        parts = [as_text(one) for one in value]
        return None if None in parts else "(%s)" % ", ".join(map(str, parts))
    return "%s %r" % (type(value).__name__, value) if type(value) in LEAVES else None


def state(value: Any) -> Iterator[Tuple[str, Any]]:
    """The attributes that an instance holds, in its dictionary and its slots; no code of its own is run."""
    try:
        held = object.__getattribute__(value, "__dict__")
    except AttributeError:
        held = None
    if type(held) is dict:
        yield from list(held.items())
    for cls in type(value).__mro__:
        slots = vars(cls).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else tuple(slots):
            descriptor = vars(cls).get(name)
            if type(descriptor) is types.MemberDescriptorType:
                try:
                    yield name, descriptor.__get__(value, cls)
                except AttributeError:
                    continue
