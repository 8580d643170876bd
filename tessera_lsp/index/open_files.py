"""What a claims file says while it is edited: made part by part, kept for the parts that an edit leaves."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from tessera_lsp.index.bodies.reader import Bodies
from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import ModuleFacts, Part
from tessera_lsp.index.kept import KeptParts
from tessera_lsp.index.lookup import Modules
from tessera_lsp.index.model import Insides, LateInsides, Registration
from tessera_lsp.index.moving import Moves
from tessera_lsp.index.patterns.meanings import Meanings
from tessera_lsp.index.patterns.readings import readings_of
from tessera_lsp.index.patterns.uses import pattern_uses
from tessera_lsp.index.registrations import registrations
from tessera_lsp.index.shapes import Candidate, bodies_of, candidates
from tessera_lsp.index.vocabulary import compared_in


@dataclass(frozen=True, eq=False)
class Said:
    """What a part of a claims file says, whatever batteries declare."""

    candidates: tuple[Candidate, ...]
    registrations: tuple[Registration, ...]
    insides: Insides
    statements: Sequence[ast.stmt]

    @cached_property
    def compared(self) -> tuple[str, ...]:
        """The strings that it matches text against."""
        return tuple(compared_in(self.statements))


class OpenFile:
    """One open claims file. ``parts_made`` counts the parts that were gone over."""

    def __init__(self) -> None:
        self._kept = KeptParts[Said]()
        self._bodies: Bodies | None = None
        self._said: list[Said] = []
        self._parses = False

    @property
    def parts_made(self) -> int:
        """How many so far."""
        return self._kept.made

    def compared(self) -> Iterable[str]:
        """The strings that the last text matches text against; none where some of it does not parse."""
        return chain.from_iterable([each.compared for each in self._said]) if self._parses else ()

    def read(self, facts: ModuleFacts, modules: Modules) -> Said:
        """What the present text says, all parts together. Its candidates have their insides."""
        if self._bodies is None or self._bodies.facts is not facts:
            self._bodies = Bodies(facts)
        reader = _PartReader(facts, modules, self._bodies)
        said = self._said = self._kept.of(facts, reader.make, reader.move, self._drop)
        self._parses = facts.unreadable is None
        # Parts come in the order of the text, and so does what is in them.
        return Said(
            tuple(chain.from_iterable([each.candidates for each in said])),
            tuple(chain.from_iterable([each.registrations for each in said])),
            Insides(patterns=tuple(chain.from_iterable([each.insides.patterns for each in said]))),
            (),
        )

    def _drop(self, part: Part) -> None:
        if self._bodies is not None:
            self._bodies.forget(part.functions)


class _PartReader:
    """Goes over parts of one text."""

    def __init__(self, facts: ModuleFacts, modules: Modules, bodies: Bodies) -> None:
        self._facts, self._bodies = facts, bodies
        self._evaluator = Evaluator(modules)
        self._meanings = Meanings(Evaluator(modules))

    def make(self, part: Part) -> Said:
        """What a part says."""
        view = self._facts.only(part)
        now: list[Insides] = []
        found = candidates(view, self._evaluator, LateInsides(lambda _: now[0]))
        shapes = [each.shape for each in found]
        insides = Insides(
            bodies_of(view, shapes, self._bodies),
            readings_of(view, shapes, self._meanings),
            pattern_uses(view, self._meanings, self._bodies),
        )
        now.append(insides)
        return Said(found, tuple(registrations(view, self._evaluator)), insides, part.chunk.body)

    def move(self, said: Said, part: Part, moves: Moves) -> Said:
        """The same, where the part stands now."""
        view, insides = self._facts.only(part), moves.insides(said.insides)
        found = candidates(view, self._evaluator, LateInsides.of(insides))
        return Said(found, tuple(registrations(view, self._evaluator)), insides, part.chunk.body)
