"""What a fingerprint's walk has read: each object once in a pass, known by a number."""

import types
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from .importing import Imports
from .nodes import LEAVES, WORLD, Child, Names, Node
from .objects import Objects

_SHORT, _SMALL = 200, 1 << 63


class Seen(NamedTuple):
    """What was read of an object in one pass. ``value`` is held, so that no id comes again. Its children are
    numbers of the pass."""

    value: Any
    node: Node
    world: bool
    children: Tuple[int, ...]
    said: str
    """What a walk says of it, with ``%d`` for the place of each child."""
    gated: Tuple[Tuple[str, int], ...]


class Reader:
    """Reads objects; what was read is kept for one pass."""

    def __init__(self, imports: Imports) -> None:
        self.imports = imports
        self._objects = Objects(imports)
        self._numbers: Dict[Any, int] = {}
        self._children: List[Child] = []
        self._seen: List[Optional[Seen]] = []

    def begin(self, observed: Dict[int, types.CodeType]) -> "Reader":
        """Read all anew: objects may have changed."""
        self._numbers, self._children, self._seen = {}, [], []
        self._objects.begin(observed)
        return self

    @staticmethod
    def key(item: Tuple[Any, Names]) -> Any:
        """What an object is known by in one pass: plain values by what they are."""
        value, names = item
        if type(value) in LEAVES:
            return type(value), repr(value) if type(value) in (float, complex) else value
        return id(value), names

    def number(self, child: Child) -> int:
        """What the child is known by to the walks of this pass; it is read when it is asked for."""
        key = self.key(child[1:])
        number = self._numbers.setdefault(key, len(self._children))
        if number == len(self._children):
            self._children.append(child)
            self._seen.append(None)
        return number

    def seen(self, number: int) -> Seen:
        """What was read in this pass of the object with that number."""
        known = self._seen[number]
        if known is None:
            child = self._children[number]
            node = self.read(child[1], child[2])
            world = node.head is not None and node.head.startswith(WORLD)
            said, children = [(node.head or "").replace("%", "%%")], []
            for one in node.children:
                short = _short(one[1])
                if short is None:
                    children.append(self.number(one))
                said.append(one[0].replace("%", "%%") + ("=%d" if short is None else short))
            gated = tuple([(one[0], self.number(one)) for one in node.gated])
            text = "\0".join(said)
            known = self._seen[number] = Seen(child[1], node, world, tuple(children), text, gated)
        return known

    def read(self, value: Any, names: Names = None) -> Node:
        """The object as it is now, whatever was read of it in this pass."""
        return self._objects.read(value, names)


def _short(value: Any) -> Optional[str]:
    """A plain value that is told where it is held, and has no place of its own; None for any other."""
    kind = type(value)
    if value is None or kind is bool or (kind is int and -_SMALL < value < _SMALL):
        return ":%r" % (value,)
    if kind in (str, bytes) and len(value) < _SHORT:
        return ":" + repr(value).replace("%", "%%")
    return None
