"""From a name in any file of a project to what it means: across imports, re-exports and star imports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path, PurePath

from tessera_lsp.index.facts import Imported
from tessera_lsp.index.names.denoting import Key
from tessera_lsp.index.names.model import MODULE, ModuleNames, Occurrence, Variable
from tessera_lsp.index.names.reader import read_names
from tessera_lsp.project import Project, find_module
from tessera_lsp.text import Document, Position

_FURTHEST = 20
"""Modules through which a name is followed."""


class Names:
    """The names of a project's files under ``texts``, read as they are asked for."""

    def __init__(self, project: Project, texts: Callable[[str], Document]) -> None:
        self._project, self._texts = project, texts
        self._roots = (*project.import_roots, project.root)
        self._known: dict[Key, Key] = {}
        """Where trails end: the disk is taken to stand still while one question is answered."""

    def relative(self, path: str) -> str:
        """A path as it is told to the user: from the project's root on, with ``/``, where it is below."""
        file, root = PurePath(path), self._project.root
        return file.relative_to(root).as_posix() if file.is_relative_to(root) else path

    def of(self, path: str) -> ModuleNames:
        """The names of a file."""
        return read_names(path, self._project.module_name(Path(path)) or path, self._texts(path))

    def keys(self, path: str, position: Position) -> tuple[Key, ...]:
        """What the name at a position may mean."""
        names = self.of(path)
        occurrence = names.at(position)
        return self.meaning(names, occurrence) if occurrence is not None else ()

    def meaning(self, names: ModuleNames, occurrence: Occurrence) -> tuple[Key, ...]:
        """What an occurrence may mean: module and name of each definition that its bindings lead to."""
        return tuple(dict.fromkeys(self._end(key) for key in self._meant(names, occurrence)))

    def _end(self, key: Key) -> Key:
        if key not in self._known:
            self._known[key] = self._follow(key, 0)
        return self._known[key]

    def _meant(self, names: ModuleNames, occurrence: Occurrence) -> Iterator[Key]:
        if occurrence.imported is not None:
            yield occurrence.imported.module, occurrence.imported.attribute
        elif occurrence.variable is not None and occurrence.kind == "attribute":
            for target in names.bindings.get(occurrence.variable, ()):
                if target is not None:
                    yield ".".join((_dotted(target), *occurrence.attributes)), occurrence.name
        elif occurrence.variable is not None:
            yield from self._variable(names, occurrence.variable)

    def _variable(self, names: ModuleNames, variable: Variable) -> Iterator[Key]:
        targets = names.bindings.get(variable, ())
        imported = [target for target in targets if target is not None and target.attribute]
        yield from ((target.module, target.attribute) for target in imported)
        if not imported and variable.scope == MODULE:
            yield names.module, variable.name

    def _follow(self, key: Key, depth: int) -> Key:
        """The key at which the trail of imports ends."""
        module, name = key
        file = find_module(module, self._roots) if module else None
        if file is None or depth > _FURTHEST:
            return key
        names = self.of(str(file.resolve()))
        targets = names.bindings.get(Variable(MODULE, name))
        if targets is None:
            return self._through_stars(names, key, depth)
        onward = next((t for t in targets if t is not None and t.attribute), None)
        if onward is None or any(target is None for target in targets):
            return key
        return self._follow((onward.module, onward.attribute), depth + 1)

    def _through_stars(self, names: ModuleNames, key: Key, depth: int) -> Key:
        for star in names.stars:
            found = self._follow((star, key[1]), depth + 1)
            file = find_module(found[0], self._roots)
            if file and Variable(MODULE, key[1]) in self.of(str(file.resolve())).bindings:
                return found
        return key


def _dotted(target: Imported) -> str:
    return f"{target.module}.{target.attribute}" if target.attribute else target.module
