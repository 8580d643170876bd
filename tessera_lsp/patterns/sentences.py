"""Sentences of a pattern, and whether it can be run on a text at all."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from functools import lru_cache

from tessera_lsp.patterns.automaton import alphabet_of, walk
from tessera_lsp.patterns.backtracking import OutOfStepsError, Run
from tessera_lsp.patterns.bounding import Bound
from tessera_lsp.patterns.characters import Alphabet, Atom, accepts
from tessera_lsp.patterns.program import Program, compile_tree
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
    parse,
)

_STEPS = 60_000
_WORDS = ("Acme", "acme", "ACME", "1,200", "12", "7")
_EVERYWHERE = "aZ0 .,'\"é中-"
_VARIANTS = 6


@lru_cache(maxsize=4096)
def is_quick(pattern: str, flags: int, text: str) -> bool:
    """Whether ``re`` is done in no time with this pattern on this text, by whatever method: tried within a
    budget of steps. False as well where that can't be told."""
    program, bound = _programmed(pattern, flags)
    if program is None:
        return False
    if bound is not None and bound.holds(text, _STEPS):
        return True
    run = Run(text, _STEPS)
    try:
        run.match(program, 0, True)
        for start in range(len(text) + 1):
            run.match(program, start, False)
    except OutOfStepsError:
        return False
    return True


@lru_cache(maxsize=64)
def _programmed(pattern: str, flags: int) -> tuple[Program | None, Bound | None]:
    tree = parse(pattern, flags)
    program = compile_tree(tree) if tree is not None else None
    return program, Bound.of(program) if program is not None else None


@lru_cache(maxsize=2048)
def compiled(pattern: str, flags: int) -> re.Pattern[str] | None:
    """The pattern of ``re``; None where it is not valid."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return re.compile(pattern, flags & ~int(re.DEBUG))
    except (re.error, ValueError, OverflowError, RecursionError):
        return None


@lru_cache(maxsize=2048)
def sentence(pattern: str, flags: int = 0) -> str | None:
    """A short text that the pattern matches whole, tried with ``re``; None where none was found."""
    tree, real = parse(pattern, flags), compiled(pattern, flags)
    if tree is None or real is None:
        return None
    alphabet = alphabet_of(tree)
    for variant in range(_VARIANTS):
        text = _Writer(alphabet, variant).write(tree)
        if text is not None and is_quick(pattern, flags, text) and real.fullmatch(text):
            return text
    return None


class _Writer:
    """Writes one text of a tree. ``variant`` turns the choices and the number of repeats."""

    def __init__(self, alphabet: Alphabet, variant: int) -> None:
        self.alphabet = alphabet
        self.variant = variant
        self.captured: dict[int, str] = {}

    def write(self, node: Node) -> str | None:
        if isinstance(node, Atom):
            return self._character(node)
        if isinstance(node, Sequence):
            return self._joined(node.parts)
        if isinstance(node, Choice):
            return self.write(node.options[self.variant % len(node.options)])
        if isinstance(node, Repeat):
            return self._repeat(node)
        if isinstance(node, Group):
            text = self.write(node.body)
            if text is not None:
                self.captured[node.number] = text
            return text
        if isinstance(node, Atomic):
            return self.write(node.body)
        if isinstance(node, Back):
            return self.captured.get(node.number)
        if isinstance(node, Conditional):
            return self.write(node.yes if node.number in self.captured else node.no)
        return ""

    def _character(self, atom: Atom) -> str | None:
        part = atom.parts[0] if len(atom.parts) == 1 and not atom.negated else None
        if isinstance(part, tuple) and part[0] == part[1]:
            return chr(part[0])  # as it is spelled, whatever the case
        mask = self.alphabet.mask(atom)
        return self.alphabet.pick(mask) if mask else None

    def _joined(self, parts: tuple[Node, ...]) -> str | None:
        texts = [self.write(part) for part in parts]
        return None if None in texts else "".join(text for text in texts if text is not None)

    def _repeat(self, node: Repeat) -> str | None:
        room = node.high is None or node.high >= 4
        if isinstance(node.body, Atom) and room:
            for word in _WORDS:
                if len(word) >= node.low and all(accepts(node.body, character) for character in word):
                    return word
        more = self.variant // 2 % 2 if node.high is None or node.high > node.low else 0
        count = max(node.low + more, 1 if node.high != 0 and self.variant == 0 else 0)
        return self._joined((node.body,) * min(count, 200))


def open_ends(pattern: str, flags: int = 0) -> tuple[bool, bool]:
    """Whether the pattern itself says that any text may come before, and after: by a ``.*`` of its own."""
    tree = parse(pattern, flags)
    if tree is None:
        return False, False
    parts = list(_flat(tree))
    return bool(parts) and _is_anything(parts[0]), bool(parts) and _is_anything(parts[-1])


def _flat(node: Node) -> Iterator[Node]:
    """The parts of a sequence in order, groups opened, places left out."""
    if isinstance(node, Sequence):
        for part in node.parts:
            yield from _flat(part)
    elif isinstance(node, Group):
        yield from _flat(node.body)
    elif not isinstance(node, At | Look):
        yield node


def _is_anything(node: Node) -> bool:
    if not isinstance(node, Repeat) or node.high is not None:
        return False
    return any(
        isinstance(inner, Atom) and all(accepts(inner, c) for c in _EVERYWHERE) for inner in walk(node.body)
    )
