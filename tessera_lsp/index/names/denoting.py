"""Every place, in a set of modules, that means one function: by import, alias, re-export and attribute."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tessera_lsp.index.facts import Imported
from tessera_lsp.index.names.model import MODULE, ModuleNames, Occurrence, Variable

Key = tuple[str, str]
"""A module's dotted name, and a name of its own."""
_Own = tuple[str, str]
"""A module's path, and a name of its own: two files may bear one dotted name."""


@dataclass(frozen=True)
class Reference:
    """``renamed``: the place bears the function's own name, so that renaming it changes the place; otherwise
    it says an alias."""

    path: str
    occurrence: Occurrence
    renamed: bool


class Denoting:
    """What means the function ``key``, which is written in ``path``, in ``modules``. Variables are followed,
    not values: each binding of a name that an import binds to it counts."""

    def __init__(self, key: Key, path: str, modules: Iterable[ModuleNames]) -> None:
        self.key, self.path = key, path
        self.modules = tuple(modules)
        self._paths: dict[str, list[str]] = {}
        for each in self.modules:
            self._paths.setdefault(each.module, []).append(each.path)

    @cached_property
    def names(self) -> frozenset[str]:
        """All names that it has in some module: its own, those of aliases."""
        return frozenset(name for _, name in self._keys)

    @cached_property
    def _keys(self) -> frozenset[_Own]:
        """All variables of modules that mean it: its own, re-exports, aliases."""
        return self._spread(aliases=True)

    @cached_property
    def _same_named(self) -> frozenset[_Own]:
        """Those that come of its own name, without an ``as`` between."""
        return self._spread(aliases=False)

    def _spread(self, *, aliases: bool) -> frozenset[_Own]:
        found, grown = {(self.path, self.key[1])}, True
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

    def _exported(self, module: ModuleNames, keys: frozenset[_Own], aliases: bool) -> Iterator[_Own]:
        for variable, targets in module.bindings.items():
            if variable.scope == MODULE and self._imports(module, variable.name, targets, keys, aliases):
                yield module.path, variable.name
        for star in module.stars:
            source = self._file_of(module, star)
            names = [name for owner, name in keys if owner == source and self._is_public(source, name)]
            for name in names:
                if Variable(MODULE, name) not in module.bindings:
                    yield module.path, name

    def _imports(
        self,
        module: ModuleNames,
        name: str,
        targets: Iterable[Imported | None],
        keys: frozenset[_Own],
        aliases: bool,
    ) -> bool:
        return any(
            target is not None
            and (aliases or target.attribute == name)
            and (self._file_of(module, target.module), target.attribute) in keys
            for target in targets
        )

    def _file_of(self, importer: ModuleNames, dotted: str) -> str:
        """The file that ``dotted`` means in a module: of several, that which lies nearest to it."""
        paths = self._paths.get(dotted, [])
        if len(paths) < 2:
            return paths[0] if paths else ""
        return max(paths, key=lambda path: len(os.path.commonpath((path, importer.path))))

    def _is_public(self, path: str, name: str) -> bool:
        exported = next((each.exported for each in self.modules if each.path == path), None)
        return name in exported if exported is not None else not name.startswith("_")

    @cached_property
    def _module_aliases(self) -> dict[str, str]:
        """Dotted names by which modules are reached through other modules: ``from pkg import claims as c``
        in ``other`` makes ``other.c`` a name of ``pkg.claims``."""
        owners = {each.module for each in self.modules if any(path == each.path for path, _ in self._keys)}
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
            source = self._file_of(module, occurrence.imported.module)
            keys = {(source, occurrence.imported.attribute)}
        elif occurrence.variable is not None:
            if not self.means(module, occurrence.variable):
                return None
            return self.means(module, occurrence.variable, own_name=True)
        else:
            return None
        return bool(keys & self._same_named) if keys & self._keys else None

    def means(self, module: ModuleNames, variable: Variable, *, own_name: bool = False) -> bool:
        """Whether a variable means it; with ``own_name``, under its own name."""
        keys = self._same_named if own_name else self._keys
        if variable.scope == MODULE:
            return (module.path, variable.name) in keys
        targets = module.bindings.get(variable, ())
        return self._imports(module, variable.name, targets, keys, not own_name)

    def _owners(self, module: ModuleNames, occurrence: Occurrence) -> Iterator[_Own]:
        """Whose attribute it is: the keys that an attribute may mean."""
        if occurrence.variable is None:
            return
        for target in module.bindings.get(occurrence.variable, ()):
            if target is not None:
                dotted = ".".join((_dotted(target), *occurrence.attributes))
                known = self._module_aliases.get(dotted, dotted)
                yield self._file_of(module, known), occurrence.name


def _dotted(target: Imported) -> str:
    return f"{target.module}.{target.attribute}" if target.attribute else target.module
