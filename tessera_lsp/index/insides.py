"""Read what stands within the functions of a file when somebody asks, and hold it for the last few files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from tessera_lsp.index.dependencies import Dependencies
from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import ModuleFacts
from tessera_lsp.index.lookup import Modules
from tessera_lsp.index.model import Insides, LateInsides, ShapeDefinition
from tessera_lsp.index.patterns.meanings import Meanings
from tessera_lsp.index.patterns.readings import readings_of
from tessera_lsp.index.patterns.uses import pattern_uses
from tessera_lsp.index.reading import ModuleReader
from tessera_lsp.index.shapes import bodies_of
from tessera_lsp.index.sources import Sources
from tessera_lsp.text import Document

HELD = 32
"""Of how many files the insides are held."""
Shapes = tuple[ShapeDefinition, ...]


class InsidesReader:
    """Reads insides, and notes in ``dependencies`` what they were read from."""

    def __init__(self, sources: Sources, modules: Callable[[], Modules], dependencies: Dependencies) -> None:
        self._sources, self._modules, self._dependencies = sources, modules, dependencies
        self._held: dict[str, tuple[LateInsides, Shapes, Document]] = {}
        """By path, in the order of their reading."""

    def late(self, path: Path, document: Document, shapes: Shapes) -> tuple[LateInsides, Shapes]:
        """The insides of a file whose text is ``document``, and its shapes with them."""
        late = LateInsides(partial(self._read, path, document, shapes))
        return late, tuple(shape.within(late) for shape in shapes)

    def _read(self, path: Path, document: Document, shapes: Shapes, late: LateInsides) -> Insides:
        name = str(path)
        modules = self._modules()
        if self._sources.brief(path).document is not document:
            # An older text, asked for by somebody who still holds an older index.
            facts = ModuleReader().read(name, self._sources.module(path), document)
            return insides_of(facts, shapes, modules)
        facts = modules.by_path(path)
        found = insides_of(facts, shapes, modules)
        self._dependencies.note(name, modules)
        self._held.pop(name, None)
        self._held[name] = late, shapes, document
        while len(self._held) > HELD:
            self._let_go(next(iter(self._held)))
        self._sources.trim()
        return found

    def _let_go(self, name: str) -> None:
        late, shapes, document = self._held.pop(name)
        late.let_go()
        for shape in shapes:
            if shape.docstring is not None:
                shape.docstring.let_go()
        document.let_go()


def insides_of(facts: ModuleFacts, shapes: Iterable[ShapeDefinition], modules: Modules) -> Insides:
    """Read them."""
    shapes = tuple(shapes)
    meanings = Meanings(Evaluator(modules))
    readings = readings_of(facts, shapes, meanings)
    return Insides(bodies_of(facts, shapes), readings, pattern_uses(facts, meanings))
