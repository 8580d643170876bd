"""Declared shapes that are written in no claims file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.insides import insides_of
from tessera_lsp.index.lookup import Modules
from tessera_lsp.index.model import LateInsides, ShapeDefinition
from tessera_lsp.index.shapes import candidates, shapes_of


class Elsewhere:
    """Keeps them until something that they were read from has changed."""

    def __init__(self, modules: Callable[[], Modules]) -> None:
        self._modules = modules
        self._declared: Mapping[str, frozenset[str]] | None = None
        self._used: frozenset[str] = frozenset()
        self.missing: tuple[str, ...] = ()
        """Names of modules that were looked for in vain."""
        self._shapes: tuple[ShapeDefinition, ...] = ()

    def forget(self) -> None:
        """Read them again."""
        self._declared = None

    def shapes(
        self, declared: Mapping[str, frozenset[str]], claims: Callable[[], Collection[str]], changed: set[str]
    ) -> tuple[ShapeDefinition, ...]:
        """The shapes. ``declared`` are the qualified names by module, ``claims`` gives the modules of the
        claims files, ``changed`` are the paths of the texts that have changed."""
        if self._declared is declared and self._used.isdisjoint(changed):
            return self._shapes
        modules = self._modules()
        out: list[ShapeDefinition] = []
        for module in sorted(declared.keys() - set(claims())):
            out += _declared_in(module, declared[module], modules)
        self._declared, self._shapes = declared, tuple(out)
        self._used, self.missing = frozenset(modules.used), modules.missing()
        return self._shapes


def _declared_in(module: str, names: frozenset[str], modules: Modules) -> list[ShapeDefinition]:
    facts = modules.find(module)
    if facts is None:
        return []
    found = shapes_of(candidates(facts, Evaluator(modules)), names)
    insides = insides_of(facts, found, modules)
    late = LateInsides(lambda _: insides)
    return [shape.within(late) for shape in found if shape.qualname in names]
