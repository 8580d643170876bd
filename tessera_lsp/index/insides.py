"""Read what stands within the functions of a file when somebody asks, and hold it for the last few files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from tessera_lsp.index.bodies.reader import Bodies
from tessera_lsp.index.dependencies import Dependencies
from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import ModuleFacts
from tessera_lsp.index.lookup import Modules
from tessera_lsp.index.model import Insides, LateInsides, ShapeDefinition
from tessera_lsp.index.patterns.meanings import Meanings
from tessera_lsp.index.patterns.readings import readings_of
from tessera_lsp.index.patterns.uses import pattern_uses
from tessera_lsp.index.reading import ModuleReader
from tessera_lsp.index.shapes import bodies_of, candidates
from tessera_lsp.index.sources import Sources
from tessera_lsp.text import Document

HELD = 16
"""Of how many files the insides are held."""


class InsidesReader:
    """Reads insides, and notes in ``dependencies`` what they were read from."""

    def __init__(
        self,
        sources: Sources,
        modules: Callable[[], Modules],
        dependencies: Dependencies,
        let_go: Callable[[str], None],
    ) -> None:
        """``let_go`` is told the path of a file of which nothing more is held."""
        self._sources, self._modules, self._dependencies = sources, modules, dependencies
        self._told = let_go
        self._held: dict[str, tuple[LateInsides, Document]] = {}
        """By path, in the order of their reading."""

    def late(self, path: Path, document: Document) -> LateInsides:
        """The insides of a file whose text is ``document``."""
        return LateInsides(partial(self._read, path, document))

    def _read(self, path: Path, document: Document, late: LateInsides) -> Insides:
        name = str(path)
        modules = self._modules()
        if self._sources.brief(str(path)).document is not document:
            # An older text, asked for by somebody who still holds an older index.
            facts = ModuleReader().read(name, self._sources.module(path), document)
            return insides_of(facts, _shapes(facts, modules), modules)
        facts = modules.by_path(path)
        found = insides_of(facts, _shapes(facts, modules), modules)
        self._dependencies.note(name, modules)
        self._held.pop(name, None)
        self._held[name] = late, document
        while len(self._held) > HELD:
            self._let_go(next(iter(self._held)))
        self._sources.trim()
        return found

    def _let_go(self, name: str) -> None:
        late, document = self._held.pop(name)
        late.let_go()
        document.let_go()
        self._told(name)


def _shapes(facts: ModuleFacts, modules: Modules) -> Iterable[ShapeDefinition]:
    """What may be a shape, of each name the last that is one by its own text, else the last."""
    last: dict[str, ShapeDefinition] = {}
    for candidate in candidates(facts, Evaluator(modules)):
        shape = candidate.shape
        if shape.reason or shape.qualname not in last or not last[shape.qualname].reason:
            last[shape.qualname] = shape
    return last.values()


def insides_of(facts: ModuleFacts, shapes: Iterable[ShapeDefinition], modules: Modules) -> Insides:
    """Read them."""
    shapes = tuple(shapes)
    meanings = Meanings(Evaluator(modules))
    readings = readings_of(facts, shapes, meanings)
    bodies = Bodies(facts)
    return Insides(bodies_of(facts, shapes, bodies), readings, pattern_uses(facts, meanings, bodies))
