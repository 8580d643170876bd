"""The position automaton of a pattern: one state for each atom, with the number of ways between two.

Assertions are left out, a back-reference is read as any text of its group, and long counted repeats as
endless ones: more words have a path here than match. So a word that is found here is to be tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tessera_lsp.patterns.characters import Alphabet, Atom
from tessera_lsp.patterns.tree import (
    EMPTY,
    Atomic,
    Back,
    Choice,
    Conditional,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
)

_POSITIONS = 700
_EDGES = 60_000
_COPIES = 8
"""A repeat of more turns than this is read as an endless one."""
ANY = Atom(((0, 0x10FFFF),), False, False, False)


class TooLargeError(Exception):
    """The automaton has more states or edges than are looked at."""


Ways = dict[int, int]
"""Position to the number of ways that lead there, counted up to 2."""


@dataclass
class _Fragment:
    empty: int
    first: Ways
    last: Ways


@dataclass(frozen=True)
class Automaton:
    """``masks`` are the characters of each position. ``first`` and ``last`` are where a word begins and
    ends, ``follow`` what comes after each position, ``empty`` whether the empty word matches."""

    masks: tuple[int, ...]
    first: Mapping[int, int]
    last: Mapping[int, int]
    follow: tuple[Mapping[int, int], ...]
    empty: bool


class _Builder:
    def __init__(self, alphabet: Alphabet, groups: Mapping[int, Node]) -> None:
        self.alphabet = alphabet
        self.groups = groups
        self.masks: list[int] = []
        self.follow: list[Ways] = []
        self.edges = 0

    def build(self, node: Node) -> _Fragment:
        if isinstance(node, Atom):
            return self._position(node)
        if isinstance(node, Sequence):
            fragment = _Fragment(1, {}, {})
            for part in node.parts:
                fragment = self._joined(fragment, self.build(part))
            return fragment
        if isinstance(node, Choice):
            return self._either([self.build(option) for option in node.options])
        if isinstance(node, Repeat):
            return self._repeat(node)
        if isinstance(node, Group | Atomic):
            return self.build(node.body)
        if isinstance(node, Conditional):
            return self._either([self.build(node.yes), self.build(node.no)])
        if isinstance(node, Look) and not node.behind:
            # What a lookahead does is done on the text that follows: a way of its own.
            return self._either([self.build(node.body), _Fragment(1, {}, {})])
        if isinstance(node, Back):
            return self.build(self.groups[node.number])
        return _Fragment(1, {}, {})

    def _position(self, atom: Atom) -> _Fragment:
        if len(self.masks) >= _POSITIONS:
            raise TooLargeError
        number = len(self.masks)
        self.masks.append(self.alphabet.mask(atom))
        self.follow.append({})
        return _Fragment(0, {number: 1}, {number: 1})

    def _joined(self, left: _Fragment, right: _Fragment) -> _Fragment:
        self._connect(left.last, right.first)
        return _Fragment(
            min(2, left.empty * right.empty),
            _sum(left.first, right.first, left.empty),
            _sum(right.last, left.last, right.empty),
        )

    @staticmethod
    def _either(options: list[_Fragment]) -> _Fragment:
        first: Ways = {}
        last: Ways = {}
        for option in options:
            first, last = _sum(first, option.first, 1), _sum(last, option.last, 1)
        return _Fragment(min(2, sum(option.empty for option in options)), first, last)

    def _loop(self, body: _Fragment) -> _Fragment:
        self._connect(body.last, body.first)
        return _Fragment(1, body.first, body.last)

    def _repeat(self, node: Repeat) -> _Fragment:
        low = min(node.low, _COPIES)
        endless = node.high is None or node.high > _COPIES
        if endless:
            fragment = self._loop(self.build(node.body))
            for _ in range(low):
                fragment = self._joined(self.build(node.body), fragment)
            return fragment
        fragment = _Fragment(1, {}, {})
        for count in range((node.high or 0) - 1, -1, -1):
            fragment = self._joined(self.build(node.body), fragment)
            if count >= low:
                fragment = self._either([fragment, _Fragment(1, {}, {})])
        return fragment

    def _connect(self, last: Ways, first: Ways) -> None:
        self.edges += len(last) * len(first)
        if self.edges > _EDGES:
            raise TooLargeError
        for at, ways in last.items():
            follow = self.follow[at]
            for to, more in first.items():
                follow[to] = min(2, follow.get(to, 0) + ways * more)


def _sum(left: Ways, right: Ways, times: int) -> Ways:
    if not times:
        return dict(left)
    out = dict(left)
    for position, ways in right.items():
        out[position] = min(2, out.get(position, 0) + ways * times)
    return out


def automaton(node: Node, alphabet: Alphabet) -> Automaton | None:
    """The automaton of a tree; None where it would be too large."""
    groups = {inner.number: inner.body for inner in walk(node) if isinstance(inner, Group)}
    builder = _Builder(alphabet, groups)
    try:
        whole = builder.build(node)
    except (TooLargeError, RecursionError, KeyError):
        return None
    return Automaton(tuple(builder.masks), whole.first, whole.last, tuple(builder.follow), whole.empty > 0)


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly within a node."""
    if isinstance(node, Sequence):
        return node.parts
    if isinstance(node, Choice):
        return node.options
    if isinstance(node, Conditional):
        return (node.yes, node.no)
    if isinstance(node, Repeat | Group | Atomic | Look):
        return (node.body,)
    return ()


def walk(node: Node) -> Iterator[Node]:
    """The node and all within it."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending += children(current)


def alphabet_of(*trees: Node) -> Alphabet:
    """An alphabet for these trees together."""
    atoms = dict.fromkeys(node for tree in trees for node in walk(tree) if isinstance(node, Atom))
    return Alphabet(atoms)


def surrounded(node: Node, before: bool, after: bool) -> Node:
    """The tree with any text allowed before it, after it, or both."""
    anything = Repeat(ANY, 0, None, False)
    parts = [anything if before else EMPTY, node, anything if after else EMPTY]
    return Sequence(tuple(parts))
