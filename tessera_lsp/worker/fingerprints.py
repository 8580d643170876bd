"""What a callable's answers hang on, as a name that is another one when any of it is another.

A callable and all that it reaches are walked as they are in this process: code without line numbers and
docstrings, constants, defaults, closures, helpers and classes of the project's modules, states of instances.
Libraries are leaves: they stay as they are for as long as the project is loaded. Where the walk cannot tell
(names made at run time, objects that keep their state in C, imports within functions), the name covers all
unsaved texts as well; what may answer differently each time (clock, chance, files, globals that it sets) has
no name at all, and nothing is kept of it.
"""

import hashlib
from types import CodeType
from typing import Any, Dict, FrozenSet, List, NamedTuple, Optional, Set, Tuple

from .importing import Imports, digest
from .nodes import Node
from .objects import ANY_NAME
from .reachable import Reader, Seen

LARGE = 50_000
"""Objects that a walk looks at; of what reaches more, the texts have to tell."""


class Walked(NamedTuple):
    """``name``: None where nothing may be kept. ``mutable``: what of it can change while it runs."""

    name: Optional[str]
    mutable: Tuple[Tuple[Any, Node], ...] = ()


class Fingerprints:
    """Names under the texts that count now. ``observed`` are functions with trampolines for code, by their
    identity: their own code."""

    def __init__(
        self, imports: Imports, reader: Reader, observed: Optional[Dict[int, CodeType]] = None
    ) -> None:
        self._reader = reader.begin(observed or {})
        self.world = overlay_digest(imports)
        """Names all unsaved texts."""
        self._patched = digest("\n".join(sorted(_patching(imports))))
        self._walked: Dict[Tuple[int, ...], Walked] = {}

    def of(self, *roots: Any) -> Walked:
        """What ``roots`` together hang on."""
        key = tuple(map(id, roots))
        if key not in self._walked:
            walk = _Walk(self._reader)
            name = walk.name(roots)
            if name is None:
                self._walked[key] = Walked(None)
            else:
                parts = [name, self._patched, self.world if walk.world else ""]
                self._walked[key] = Walked(digest("\0".join(parts)), tuple(walk.mutable))
        return self._walked[key]


def changed(reader: Reader, walked: Walked) -> bool:
    """Whether something that it reaches has changed since it was walked: then its answers may hang on what
    was asked before."""
    return any(not _same(reader.read(value), node) for value, node in walked.mutable)


class _Walk:
    """One walk from some roots; each object gets the number of its place, so that circles end."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._places: Dict[int, int] = {}
        self._todo: List[int] = []
        self._used: Set[str] = set()
        self._gated: List[Tuple[int, str, int]] = []
        self._said: List[str] = []
        self.mutable: List[Tuple[Any, Node]] = []
        self.world = False

    def name(self, roots: Tuple[Any, ...]) -> Optional[str]:
        """The digest of all that is reached; None where it is not steady."""
        for root in roots:
            self._place(self._reader.number(("", root, None)))
        at = 0
        while at < len(self._todo):
            while at < len(self._todo):
                seen = self._reader.seen(self._todo[at])
                if seen.node.head is None:
                    return None
                self._take(at, seen)
                at += 1
                if at > LARGE:
                    self.world = True
                    return self._digest()
            self._open()
        return self._digest()

    def _take(self, at: int, seen: Seen) -> None:
        node = seen.node
        self.world = self.world or seen.world
        if node.mutable:
            self.mutable.append((seen.value, node))
        if node.names:
            self._used |= node.names
        if seen.gated:
            self._gated += [(at, *one) for one in seen.gated]
        places, todo = self._places, self._todo
        count, found = len(todo), []
        for child in seen.children:  # as ``_place`` does; there are thousands
            place = places.setdefault(child, count)
            if place == count:
                todo.append(child)
                count += 1
            found.append(place)
        self._said.append(seen.said % tuple(found))

    def _open(self) -> None:
        """Follow the attributes whose names have turned out to be used."""
        all_of = bool(self._used & ANY_NAME)
        shut: List[Tuple[int, str, int]] = []
        for one in self._gated:
            at, name, child = one
            if all_of or name in self._used:
                self._said.append("%d.%s=%d" % (at, name, self._place(child)))
            else:
                shut.append(one)
        self._gated = shut

    def _place(self, child: int) -> int:
        place = self._places.setdefault(child, len(self._todo))
        if place == len(self._todo):
            self._todo.append(child)
        return place

    def _digest(self) -> str:
        whole = "\n".join([*self._said, ""])
        return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def _same(one: Node, other: Node) -> bool:
    """Whether two readings of an object show the same state."""
    if one.head != other.head or len(one.children) != len(other.children):
        return False
    pairs = zip(one.children, other.children)
    return all(a[0] == b[0] and (a[1] is b[1] or Reader.key(a[1:]) == Reader.key(b[1:])) for a, b in pairs)


def overlay_digest(imports: Imports) -> str:
    """Names the unsaved texts."""
    return digest("\0".join("%s\0%s" % item for item in sorted(imports.buffers.items())))


def _patching(imports: Imports) -> FrozenSet[str]:
    """The unsaved texts of modules that change, or changed before the edit, what is not their own: then no
    walk sees all that the edit does."""
    found = set()
    for path, text in imports.buffers.items():
        codes = imports.codes.get(path, ())
        if not codes or any(imports.facts.patches(one.code) for one in codes):
            found.add("%s\0%s" % (path, text))
    return frozenset(found)
