"""Words that a loop can read in two ways: what makes a backtracking matcher take exponential time.

A pattern is exponentially ambiguous exactly when some state leads back to itself by two different ways over
one word (A. Weber and H. Seidl, "On the degree of ambiguity of finite automata", 1991). Two ways are found as
one way through pairs of states.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from tessera_lsp.patterns.automaton import Automaton
from tessera_lsp.patterns.characters import Alphabet

_VISITS = 400_000
"""Steps of the search through pairs, all loops of a pattern together."""
N = TypeVar("N", bound=Hashable)
Pair = tuple[int, int]


@dataclass(frozen=True)
class Pump:
    """A loop that reads ``word`` in two ways, reached over ``prefix``. ``inside`` are the characters that
    the loop reads anywhere, ``beyond`` those that may follow it, as bits."""

    prefix: str
    word: str
    inside: int
    beyond: int


def pumps(automaton: Automaton, alphabet: Alphabet) -> Iterator[Pump]:
    """The ambiguous loops, at most one for each group of states that reach each other."""
    visits = _VISITS
    for group in _loops(automaton):
        word_at, visits = _ambiguous(automaton, alphabet, group, visits)
        if word_at is None:
            continue
        word, start = word_at
        prefix = _reach(automaton, alphabet, start)
        if prefix is None:
            continue
        inside = beyond = 0
        for position in group:
            inside |= automaton.masks[position]
            for after in automaton.follow[position]:
                beyond |= automaton.masks[after] if after not in group else 0
        yield Pump(prefix, _root(word), inside, beyond)


def _root(word: str) -> str:
    """The shortest word that gives this one when repeated: its turns are smaller, and as ambiguous."""
    return word[: (word + word).index(word, 1)]


def _loops(automaton: Automaton) -> list[frozenset[int]]:
    """Groups of positions that reach each other (or themselves), in order."""
    reached = [_reachable(automaton, position) for position in range(len(automaton.masks))]
    seen: set[int] = set()
    out = []
    for position, beyond in enumerate(reached):
        if position in beyond and position not in seen:
            group = frozenset(other for other in beyond if position in reached[other])
            seen |= group
            out.append(group)
    return out


def _reachable(automaton: Automaton, start: int) -> set[int]:
    found: set[int] = set()
    pending = [start]
    while pending:
        for after in automaton.follow[pending.pop()]:
            if after not in found and automaton.masks[after]:
                found.add(after)
                pending.append(after)
    return found


def _ambiguous(
    automaton: Automaton, alphabet: Alphabet, group: frozenset[int], visits: int
) -> tuple[tuple[str, int] | None, int]:
    """A word with two ways from a position of the group back to it, and that position."""
    for position in sorted(group):
        for after, ways in automaton.follow[position].items():
            if ways > 1 and after in group:
                way = _path(
                    after, lambda at: (n for n in automaton.follow[at] if n in group), position.__eq__
                )
                if way is not None:
                    masks = [automaton.masks[n] for n in (*way[1:], after)]
                    return ("".join(map(alphabet.pick, masks)), after), visits
    edges: dict[Pair, tuple[Pair, ...]] = {}

    def step(pair: Pair) -> tuple[Pair, ...]:
        nonlocal visits
        if pair not in edges:
            edges[pair] = tuple(_pairs(automaton, group, pair))
        visits -= len(edges[pair]) + 1
        return edges[pair] if visits > 0 else ()

    for position in sorted(group):
        out = _through(position, step)
        if out is not None and visits > 0:
            masks = [automaton.masks[left] & automaton.masks[right] for left, right in out[1:]]
            return ("".join(map(alphabet.pick, masks)), position), visits
        if visits <= 0:
            break
    return None, visits


def _pairs(automaton: Automaton, group: frozenset[int], pair: Pair) -> Iterator[Pair]:
    for left in automaton.follow[pair[0]]:
        if left not in group:
            continue
        for right in automaton.follow[pair[1]]:
            if right in group and automaton.masks[left] & automaton.masks[right]:
                yield (left, right) if left <= right else (right, left)


def _through(position: int, step: Callable[[Pair], Iterable[Pair]]) -> list[Pair] | None:
    """A way from (position, position) over a pair of two back to it, the start and the end included."""
    home = (position, position)
    before: dict[Pair, list[Pair]] = {}
    known = {home}
    pending = [home]
    while pending:
        pair = pending.pop()
        for after in step(pair):
            before.setdefault(after, []).append(pair)
            if after not in known:
                known.add(after)
                pending.append(after)
    back = {home}
    pending = [home]
    while pending:
        for pair in before.get(pending.pop(), ()):
            if pair not in back:
                back.add(pair)
                pending.append(pair)
    if all(left == right for left, right in back):
        return None
    out = _path(home, step, lambda pair: pair in back and pair[0] != pair[1])
    home_again = _path(out[-1], step, home.__eq__) if out else None
    return [*out, *home_again[1:]] if out and home_again else None


def _path(start: N, step: Callable[[N], Iterable[N]], is_end: Callable[[N], object]) -> list[N] | None:
    """The shortest way from a start to an end, both included; the start itself may be the end."""
    came: dict[N, N | None] = {start: None}
    pending = deque([start])
    while pending:
        at = pending.popleft()
        if is_end(at):
            way = [at]
            while (previous := came[way[-1]]) is not None:
                way.append(previous)
            return way[::-1]
        for after in step(at):
            if after not in came:
                came[after] = at
                pending.append(after)
    return None


def _reach(automaton: Automaton, alphabet: Alphabet, position: int) -> str | None:
    """The shortest word that ends at a position."""
    if any(start == position for start in automaton.first):
        return alphabet.pick(automaton.masks[position])

    def step(at: int) -> Iterable[int]:
        nexts = automaton.first if at < 0 else automaton.follow[at]
        return (n for n in nexts if automaton.masks[n])

    way = _path(-1, step, position.__eq__)
    return "".join(alphabet.pick(automaton.masks[n]) for n in way[1:]) if way else None
