"""Every place, in a set of modules, that means one function: by import, alias, re-export and attribute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tessera_lsp.index.facts import Imported
from tessera_lsp.index.names.model import MODULE, ModuleNames, Occurrence, Variable

Key = tuple[str, str]
"""A module's dotted name, and a name of its own."""


@dataclass(frozen=True)
class Reference:
    """``renamed``: the place bears the function's own name, so that renaming it changes the place; otherwise
    it says an alias."""

    path: str
    occurrence: Occurrence
    renamed: bool


class Denoting:
    """What means ``key`` in ``modules``. Variables are followed, not values: each binding of a name that an
    import binds to it counts."""

    def __init__(self, key: Key, modules: Iterable[ModuleNames]) -> None:
        self.key = key
        self.modules = tuple(modules)

    @cached_property
    def keys(self) -> frozenset[Key]:
        """All names of modules that mean it: its own, re-exports, aliases."""
        return self._spread(aliases=True)

    @cached_property
    def same_named(self) -> frozenset[Key]:
        """Those of ``keys`` that come of its own name, without an ``as`` between."""
        return self._spread(aliases=False)

    def _spread(self, *, aliases: bool) -> frozenset[Key]:
        found, grown = {self.key}, True
        while grown:
            new = {
                key
                for module in self.modules
                for key in self._exported(module, frozenset(found), aliases)
                if key not in found
            }
            grown = bool(new)
            found |= new
        return frozenset(found)

    def _exported(self, module: ModuleNames, keys: frozenset[Key], aliases: bool) -> Iterator[Key]:
        for variable, targets in module.bindings.items():
            if variable.scope == MODULE and self._imports(variable.name, targets, keys, aliases):
                yield module.module, variable.name
        for star in module.stars:
            for owner, name in keys:
                if (
                    owner == star
                    and self._is_public(star, name)
                    and Variable(MODULE, name) not in module.bindings
                ):
                    yield module.module, name

    @staticmethod
    def _imports(name: str, targets: Iterable[Imported | None], keys: frozenset[Key], aliases: bool) -> bool:
        return any(
            target is not None
            and (target.module, target.attribute) in keys
            and (aliases or target.attribute == name)
            for target in targets
        )

    def _is_public(self, module: str, name: str) -> bool:
        exported = next((each.exported for each in self.modules if each.module == module), None)
        return name in exported if exported is not None else not name.startswith("_")

    @cached_property
    def _module_aliases(self) -> dict[str, str]:
        """Dotted names by which modules are reached through other modules: ``from pkg import claims as c``
        in ``other`` makes ``other.c`` a name of ``pkg.claims``."""
        owners = {module for module, _ in self.keys}
        found: dict[str, str] = {}
        for module in self.modules:
            for variable, targets in module.bindings.items():
                for target in targets if variable.scope == MODULE else ():
                    dotted = _dotted(target) if target is not None else ""
                    if dotted in owners and f"{module.module}.{variable.name}" != dotted:
                        found[f"{module.module}.{variable.name}"] = dotted
        return found

    # ------------------------------------------------------------------ the places

    def references(self) -> list[Reference]:
        """All of it, by path and place."""
        found = [
            Reference(module.path, occurrence, renamed)
            for module in self.modules
            for occurrence in module.occurrences
            if (renamed := self._meaning(module, occurrence)) is not None
        ]
        return sorted(found, key=lambda each: (each.path, each.occurrence.span))

    def _meaning(self, module: ModuleNames, occurrence: Occurrence) -> bool | None:
        """None: something else. Otherwise whether it bears the name."""
        if occurrence.kind == "attribute":
            keys = set(self._owners(module, occurrence))
        elif occurrence.imported is not None and occurrence.aliased:
            keys = {(occurrence.imported.module, occurrence.imported.attribute)}
        elif occurrence.variable is not None:
            if not self.means(module, occurrence.variable):
                return None
            return self.means(module, occurrence.variable, own_name=True)
        else:
            return None
        return bool(keys & self.same_named) if keys & self.keys else None

    def means(self, module: ModuleNames, variable: Variable, *, own_name: bool = False) -> bool:
        """Whether a variable means it; with ``own_name``, under its own name."""
        keys = self.same_named if own_name else self.keys
        if variable.scope == MODULE:
            return (module.module, variable.name) in keys
        targets = module.bindings.get(variable, ())
        return self._imports(variable.name, targets, keys, not own_name)

    def _owners(self, module: ModuleNames, occurrence: Occurrence) -> Iterator[Key]:
        """Whose attribute it is: the keys that an attribute may mean."""
        if occurrence.variable is None:
            return
        for target in module.bindings.get(occurrence.variable, ()):
            if target is not None:
                dotted = ".".join((_dotted(target), *occurrence.attributes))
                yield self._module_aliases.get(dotted, dotted), occurrence.name


def _dotted(target: Imported) -> str:
    return f"{target.module}.{target.attribute}" if target.attribute else target.module
