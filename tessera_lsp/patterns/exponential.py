"""Can a pattern take exponential time, and on which text?

A word that a loop reads in two ways is looked for in the automaton, then tried with a matcher that counts its
steps: only where the steps multiply from turn to turn is there a finding. A pattern of polynomial time, such
as ``.+ and .+ and .+``, is none. What is too large to be looked at is answered with None, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tessera_lsp.patterns.ambiguity import Pump, pumps
from tessera_lsp.patterns.automaton import alphabet_of, automaton, walk
from tessera_lsp.patterns.backtracking import OutOfStepsError, Run
from tessera_lsp.patterns.characters import Alphabet
from tessera_lsp.patterns.program import Program, compile_tree
from tessera_lsp.patterns.tree import Back, Choice, Conditional, Method, Node, Repeat, parse

_TURNS = 18
_FAST, _SLOW = 3.0, 2.0
"""How much more each third of the turns must add: of three turns, and of more."""
_STEADY = 0.88
_STEPS = 100_000
"""Steps of one trial."""
_ALL_STEPS = 300_000
"""Steps of all trials of a pattern: about a quarter of a second, spent on ambiguous patterns alone."""
_MANY = 8


@dataclass(frozen=True, slots=True)
class Attack:
    """Texts ``prefix + word * n + suffix`` on which the time multiplies with each turn."""

    prefix: str
    word: str
    suffix: str

    def text(self, turns: int) -> str:
        """The text with so many turns."""
        return self.prefix + self.word * turns + self.suffix


@lru_cache(maxsize=1024)
def exponential(pattern: str, flags: int = 0, method: Method = "search") -> Attack | None:
    """A text on which the pattern, applied by this method, takes exponential time; None where there is none
    or none was found. Never runs ``re`` on such a text."""
    tree = parse(pattern, flags)
    if tree is None or not _may_be_ambiguous(tree):
        return None
    program = compile_tree(tree)
    alphabet = alphabet_of(tree)
    states = automaton(tree, alphabet)
    if program is None or states is None:
        return None
    left = _ALL_STEPS
    for pump in pumps(states, alphabet):
        for suffix in _suffixes(pump, alphabet):
            attack = Attack(pump.prefix, pump.word, suffix)
            grows, used = _grows(program, attack, method == "fullmatch")
            left -= used
            if grows:
                return attack
            if left < 0:
                return None
    return None


def _may_be_ambiguous(tree: Node) -> bool:
    """Whether some loop has a choice within: without one there is one way only."""
    choices = Choice | Conditional | Back
    loops = [
        node for node in walk(tree) if isinstance(node, Repeat) and (node.high is None or node.high > _MANY)
    ]
    return any(
        isinstance(node, choices) or (isinstance(node, Repeat) and node.low != node.high)
        for loop in loops
        for node in walk(loop.body)
    )


def _suffixes(pump: Pump, alphabet: Alphabet) -> Iterator[str]:
    """Ends on which the whole text may fail."""
    outside = alphabet.everything & ~pump.inside
    dead = outside & ~pump.beyond
    if dead:
        yield alphabet.pick(dead)
    yield ""
    if outside & pump.beyond:
        yield alphabet.pick(outside & pump.beyond)
    yield "\n"


def _grows(program: Program, attack: Attack, to_end: bool) -> tuple[bool, int]:
    """Whether each turn multiplies the steps, and the steps spent on finding out."""
    counts: list[int] = []
    used = 0
    stopped = False
    for turns in range(_TURNS + 1):
        if stopped:
            break
        run = Run(attack.text(turns), _STEPS)
        try:
            run.match(program, 0, to_end)
        except OutOfStepsError:
            stopped = True  # it takes so many steps at least
        counts.append(min(run.steps, _STEPS))
        used += counts[-1]
        if turns and turns % 3 == 0:
            growth = _growth(counts)
            if growth is None or growth >= (_FAST if turns == 3 else _SLOW):
                return growth is not None, used
    return False, used


def _growth(counts: list[int]) -> float | None:
    """By what the last third of the turns adds more than the one before it; None where the steps do not grow,
    or grow as a polynomial does: by ever less in proportion. 0 where that can't be told yet."""
    last = len(counts) - 1
    a, b, c, d = (counts[last * n // 3] for n in range(4))
    first, second, third = b - a, c - b, d - c
    if min(first, second, third) <= 0:
        return None
    if third * first < _STEADY * second * second:
        return None if last > 6 else 0
    return third / second if third > 1.2 * second or last < 6 else None
