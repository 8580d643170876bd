"""How many steps a matcher that backtracks takes at most, counted without taking them.

All ways from all starts are followed at once, one character after another, and only counted. The count is
that of a matcher that never ends early, and for which every place in the text (``^``, ``\\b``) is the right
one: the one of ``backtracking`` takes as many steps or fewer.
"""

from __future__ import annotations

from tessera_lsp.patterns.characters import Atom, accepts
from tessera_lsp.patterns.program import Program

_LARGEST = 400
"""Steps of a program that is counted for; a larger one is run."""
_FREE = ("open", "close", "at")
_Ways = tuple[int, dict[int, int]]
"""Steps until the next characters are asked for, and in how many ways each step that asks is reached."""


class Bound:
    """Of one program."""

    def __init__(self, ways: dict[int, _Ways], atoms: dict[int, Atom]) -> None:
        self._ways, self._atoms = ways, atoms
        self._taken: dict[tuple[int, str], bool] = {}

    @staticmethod
    def of(program: Program) -> Bound | None:
        """None where the ways hang on more than the place in the program: on what was captured before, or on
        whether a turn of a loop has moved."""
        if len(program.steps) > _LARGEST:
            return None
        ways: dict[int, _Ways] = {}
        atoms: dict[int, Atom] = {}
        for pc in range(len(program.steps) - 1, -1, -1):
            if not _count(program, pc, ways, atoms):
                return None
        return Bound(ways, atoms)

    def holds(self, text: str, limit: int) -> bool:
        """Whether a match of the whole text, and then one from each place in it, take ``limit`` steps at
        most. False where that is not sure."""
        first, begin = self._ways[0]
        steps, now = first, dict(begin)
        for at in range(len(text) + 1):
            steps += first
            for pc, ways in begin.items():
                now[pc] = now.get(pc, 0) + ways
            if at == len(text):
                break
            after: dict[int, int] = {}
            for pc, count in now.items():
                if self._takes(pc, text[at]):
                    more, reached = self._ways[pc + 1]
                    steps += count * more
                    for other, ways in reached.items():
                        after[other] = after.get(other, 0) + count * ways
            if steps > limit:
                return False
            now = after
        return steps <= limit

    def _takes(self, pc: int, character: str) -> bool:
        known = self._taken.get((pc, character))
        if known is None:
            known = self._taken[pc, character] = accepts(self._atoms[pc], character)
        return known


def _count(program: Program, pc: int, ways: dict[int, _Ways], atoms: dict[int, Atom]) -> bool:
    """Count the ways from one step of the program, and from those that it leads to; whether that can be."""
    stack = [pc]
    while stack:
        if len(stack) > len(program.steps):
            return False  # it comes back to where it was without a character: no such program is made
        at = stack[-1]
        step = program.steps[at]
        if step.op == "one" and isinstance(step.part, Atom):
            atoms[at] = step.part
            ways[at] = 1, {at: 1}
        elif step.op == "done":
            ways[at] = 1, {}
        elif step.op in ("fork", "go") or step.op in _FREE:
            targets = (step.a, step.b) if step.op == "fork" else (step.a if step.op == "go" else at + 1,)
            missing = [target for target in targets if target not in ways]
            if missing:
                stack.append(missing[0])
                continue
            ways[at] = _together([ways[target] for target in targets])
        else:
            return False
        stack.pop()
    return True


def _together(several: list[_Ways]) -> _Ways:
    """The ways of a step that goes on by each of these."""
    steps, reached = 1, dict(several[0][1])
    for more, others in several[1:]:
        for pc, count in others.items():
            reached[pc] = reached.get(pc, 0) + count
        steps += more
    return steps + several[0][0], reached
