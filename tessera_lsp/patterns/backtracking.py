"""A matcher that backtracks as ``re`` does and counts its steps, so that it can stop.

``re`` cannot be interrupted: a pattern that takes hours takes the process with it. This one takes the same
ways in the same order, at a thousandth of the speed, and gives up after so many steps.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tessera_lsp.patterns.characters import Atom, accepts, is_category
from tessera_lsp.patterns.program import Program, Step
from tessera_lsp.patterns.tree import At, Back, Look

_INSIDE_NOTHING = re.search(r"\B", "") is not None
"""Whether ``\\B`` matches in an empty text, which changed with Python 3.14."""
Captures = tuple[tuple[int, int], ...]
"""Start and end of what each group has captured, by its number; -1 for nothing."""


class OutOfStepsError(Exception):
    """The matcher took more steps than it was given."""


class _State(NamedTuple):
    """Where the matcher stands: in the program, in the text, and what it remembers."""

    pc: int
    at: int
    captures: Captures
    marks: tuple[int, ...]


class Run:
    """Matching one text. ``steps`` counts what was done so far; Past ``limit`` it raises
    ``OutOfStepsError``."""

    def __init__(self, text: str, limit: int) -> None:
        self.text = text
        self.limit = limit
        self.steps = 0
        self._taken: dict[tuple[int, str], tuple[object, bool]] = {}
        """Which characters an atom takes, by its identity; it is held, so that no other one gets that."""

    def match(
        self, program: Program, start: int, to_end: bool, known: Captures | None = None
    ) -> tuple[int, Captures] | None:
        """Where a match from ``start`` ends and what its groups have captured, or None. ``to_end``: only a
        match that ends with the text counts. ``known`` are captures from before."""
        text, steps, length, taken = self.text, program.steps, len(self.text), self._taken
        captures = known if known is not None else ((-1, -1),) * (program.groups + 1)
        stack = [(0, start, captures, (-1,) * program.marks)]
        while stack:
            pc, at, captures, marks = stack.pop()
            while True:
                self.steps += 1
                if self.steps > self.limit:
                    raise OutOfStepsError
                op, a, b, part, _ = step = steps[pc]
                pc += 1
                if op == "one":
                    if at >= length or not (taken.get((id(part), text[at])) or self._take(part, text[at]))[1]:
                        break
                    at += 1
                elif op == "fork":
                    stack.append((b, at, captures, marks))
                    pc = a
                elif op == "go":
                    pc = a
                elif op == "done":
                    if to_end and at != len(text):
                        break
                    return at, captures
                else:
                    after = self._other(step, _State(pc, at, captures, marks))
                    if after is None:
                        break
                    pc, at, captures, marks = after
        return None

    def _take(self, part: object, character: str) -> tuple[object, bool]:
        """Whether a step's part takes a character, noted beside the part."""
        found = self._taken[id(part), character] = part, isinstance(part, Atom) and accepts(part, character)
        return found

    def _other(self, step: Step, state: _State) -> _State | None:
        """The state after a rarer step; None where it fails."""
        pc, at, captures, marks = state
        a = step.a
        if step.op == "mark":
            return state._replace(marks=(*marks[:a], at, *marks[a + 1 :]))
        if step.op == "moved":
            return state._replace(pc=step.b if marks[a] == at else pc)
        if step.op in ("open", "close"):
            kept = captures[a]
            new = (at, kept[1]) if step.op == "open" else (kept[0], at)
            return state._replace(captures=(*captures[:a], new, *captures[a + 1 :]))
        if step.op == "given":
            return state._replace(pc=pc if captures[a][1] >= 0 else step.b)
        if step.inner is not None:
            found = self._inner(step.inner, step.part if isinstance(step.part, Look) else None, at, captures)
            return None if found is None else state._replace(at=found[0], captures=found[1])
        if isinstance(step.part, Back):
            length = self._again(step.part, at, captures)
            return None if length is None else state._replace(at=at + length)
        return state if isinstance(step.part, At) and self._is_at(step.part, at) else None

    def _inner(
        self, program: Program, look: Look | None, at: int, captures: Captures
    ) -> tuple[int, Captures] | None:
        if look is None:
            return self.match(program, at, False, captures)
        start = at - look.width
        found = self.match(program, start, False, captures) if start >= 0 else None
        if look.negative:
            return (at, captures) if found is None else None
        return (at, found[1]) if found is not None else None

    def _again(self, part: Back, at: int, captures: Captures) -> int | None:
        start, end = captures[part.number]
        if end < 0:
            return None
        word, here = self.text[start:end], self.text[at : at + end - start]
        same = word.lower() == here.lower() if part.ignore_case else word == here
        return len(word) if same else None

    def _is_at(self, part: At, at: int) -> bool:
        text = self.text
        if part.kind in ("boundary", "inside"):
            before, after = (
                0 <= n < len(text) and is_category("WORD", text[n], part.ascii) for n in (at - 1, at)
            )
            if not text:
                return part.kind == "inside" and _INSIDE_NOTHING
            return (before != after) == (part.kind == "boundary")
        if part.kind in ("start", "line_start"):
            return at == 0 or (part.kind == "line_start" and text[at - 1] == "\n")
        if at == len(text):
            return True
        if part.kind == "last":
            return at == len(text) - 1 and text[at] == "\n"
        return part.kind == "line_end" and text[at] == "\n"
