"""A tree as a program for the matcher of ``backtracking``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tessera_lsp.patterns.characters import Atom
from tessera_lsp.patterns.tree import (
    At,
    Atomic,
    Back,
    Choice,
    Conditional,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
    UnknownTreeError,
)

_LARGEST = 6_000


class Step(NamedTuple):
    """One instruction. ``a`` and ``b`` are targets or numbers; ``part`` is what it is about."""

    op: str
    a: int = 0
    b: int = 0
    part: Atom | At | Back | Look | None = None
    inner: Program | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """A pattern, ready to run. ``marks`` counts its loops that may turn without moving."""

    steps: tuple[Step, ...]
    marks: int
    groups: int


class _Compiler:
    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.marks = 0
        self.groups = 0

    def program(self, node: Node) -> Program:
        self.emit(node)
        self.add(Step("done"))
        return Program(tuple(self.steps), self.marks, self.groups)

    def add(self, step: Step) -> int:
        if len(self.steps) >= _LARGEST:
            raise UnknownTreeError("too large")
        self.steps.append(step)
        return len(self.steps) - 1

    def emit(self, node: Node) -> None:
        if isinstance(node, Atom):
            self.add(Step("one", part=node))
        elif isinstance(node, Sequence):
            for part in node.parts:
                self.emit(part)
        elif isinstance(node, Choice):
            self._choice(node)
        elif isinstance(node, Repeat):
            self._repeat(node)
        elif isinstance(node, Group):
            self.groups = max(self.groups, node.number)
            self.add(Step("open", node.number))
            self.emit(node.body)
            self.add(Step("close", node.number))
        elif isinstance(node, Conditional):
            at = self.add(Step("given"))
            self.emit(node.yes)
            over = self.add(Step("go"))
            self.steps[at] = Step("given", node.number, len(self.steps))
            self.emit(node.no)
            self.steps[over] = Step("go", len(self.steps))
        elif isinstance(node, Look):
            self.add(Step("look", part=node, inner=self._inner(node.body)))
        elif isinstance(node, Atomic):
            self.add(Step("atomic", inner=self._inner(node.body)))
        else:
            self.add(Step("at" if isinstance(node, At) else "back", part=node))

    def _inner(self, body: Node) -> Program:
        compiler = _Compiler()
        program = compiler.program(body)
        self.groups = max(self.groups, program.groups)
        return program

    def _choice(self, node: Choice) -> None:
        ends = []
        for option in node.options[:-1]:
            fork = self.add(Step("fork"))
            self.emit(option)
            ends.append(self.add(Step("go")))
            self.steps[fork] = Step("fork", fork + 1, len(self.steps))
        self.emit(node.options[-1])
        for end in ends:
            self.steps[end] = Step("go", len(self.steps))

    def _repeat(self, node: Repeat) -> None:
        for _ in range(node.low):
            self.emit(node.body)
        if node.high is None:
            self._loop(node)
            return
        forks = []
        for _ in range(node.high - node.low):
            forks.append(self.add(Step("fork")))
            self.emit(node.body)
        for fork in forks:
            self.steps[fork] = self._fork(fork + 1, len(self.steps), node.greedy)

    def _loop(self, node: Repeat) -> None:
        fork = self.add(Step("fork"))
        mark = self.marks if least(node.body) == 0 else -1
        if mark >= 0:
            self.marks += 1
            self.add(Step("mark", mark))
        self.emit(node.body)
        if mark >= 0:
            # A turn that did not move is the last one.
            self.add(Step("moved", mark, len(self.steps) + 2))
        self.add(Step("go", fork))
        self.steps[fork] = self._fork(fork + 1, len(self.steps), node.greedy)

    @staticmethod
    def _fork(body: int, over: int, greedy: bool) -> Step:
        return Step("fork", body, over) if greedy else Step("fork", over, body)


def least(node: Node) -> int:
    """The fewest characters that a node takes."""
    if isinstance(node, Atom):
        return 1
    if isinstance(node, Sequence):
        return sum(map(least, node.parts))
    if isinstance(node, Choice):
        return min(map(least, node.options))
    if isinstance(node, Repeat):
        return least(node.body) * node.low
    if isinstance(node, Group | Atomic):
        return least(node.body)
    return min(least(node.yes), least(node.no)) if isinstance(node, Conditional) else 0


def compile_tree(node: Node) -> Program | None:
    """The program of a tree; None where it would be too large."""
    try:
        return _Compiler().program(node)
    except (UnknownTreeError, RecursionError):
        return None
