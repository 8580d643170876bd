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
from .reachable import ANY_NAME, WORLD, Child, Node, Reader

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
        self._places: Dict[Any, int] = {}
        self._todo: List[Child] = []
        self._used: Set[str] = set()
        self._gated: List[Tuple[int, Child]] = []
        self._whole = hashlib.sha256()
        self.mutable: List[Tuple[Any, Node]] = []
        self.world = False

    def name(self, roots: Tuple[Any, ...]) -> Optional[str]:
        """The digest of all that is reached; None where it is not steady."""
        for root in roots:
            self._place(("", root, None))
        at = 0
        while at < len(self._todo):
            while at < len(self._todo):
                _, value, names = self._todo[at]
                node = self._reader.node(value, names)
                if node.head is None:
                    return None
                self._take(at, value, node)
                at += 1
                if at > LARGE:
                    self.world = True
                    return self._whole.hexdigest()
            self._open()
        return self._whole.hexdigest()

    def _take(self, at: int, value: Any, node: Node) -> None:
        assert node.head is not None
        self.world = self.world or node.head.startswith(WORLD)
        if node.mutable:
            self.mutable.append((value, node))
        self._used |= node.names
        self._gated += [(at, child) for child in node.gated]
        self._say([node.head, *("%s=%d" % (child[0], self._place(child)) for child in node.children)])

    def _open(self) -> None:
        """Follow the attributes whose names have turned out to be used."""
        all_of = bool(self._used & ANY_NAME)
        shut: List[Tuple[int, Child]] = []
        opened: List[Tuple[int, Child]] = []
        for at, child in self._gated:
            (opened if all_of or child[0] in self._used else shut).append((at, child))
        self._gated = shut
        for at, child in opened:
            self._say(["%d.%s=%d" % (at, child[0], self._place(child))])

    def _place(self, child: Child) -> int:
        key = self._reader.key(child[1:])
        place = self._places.get(key)
        if place is None:
            place = self._places[key] = len(self._todo)
            self._todo.append(child)
        return place

    def _say(self, parts: List[str]) -> None:
        self._whole.update("\0".join(parts).encode("utf-8", "surrogatepass") + b"\n")


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
