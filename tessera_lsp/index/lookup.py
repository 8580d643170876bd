"""Follow names: from a scope outward, across modules, through re-exports and star imports."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from pathlib import Path

from tessera_lsp.index.facts import Binding, ModuleFacts, Scope
from tessera_lsp.project import find_module

_BUILTINS = frozenset(dir(builtins))
Loader = Callable[[Path], ModuleFacts]
Files = dict[str, Path | None]
"""Module names with their files, None for a name without one."""


class Modules:
    """The modules of a project by name. Notes what was asked for, so that a caller knows what it read."""

    def __init__(self, roots: Iterable[Path], load: Loader, files: Files | None = None) -> None:
        """``files`` are shared by those who look at one moment of the disk."""
        self._roots = tuple(roots)
        self._load = load
        self._files: Files = {} if files is None else files
        self._found: dict[str, ModuleFacts | None] = {}
        self.used: dict[str, ModuleFacts] = {}
        """The facts that were read, by path."""

    def by_path(self, path: Path) -> ModuleFacts:
        """The facts of a file."""
        facts = self._load(path)
        self.used[facts.path] = facts
        return facts

    def find(self, module: str) -> ModuleFacts | None:
        """The facts of a module of the project; None where no file has this name."""
        if not module:
            return None
        if module not in self._found:
            if module not in self._files:
                file = find_module(module, self._roots)
                self._files[module] = file.resolve() if file else None
            known = self._files[module]
            self._found[module] = self.by_path(known) if known else None
        return self._found[module]

    def is_namespace(self, module: str) -> bool:
        """Whether a folder of the project has this name, without being a regular package."""
        parts = module.split(".")
        return bool(module) and any(root.joinpath(*parts).is_dir() for root in self._roots)

    def is_own(self, module: str) -> bool:
        """Whether the module's top-level package is the project's."""
        top = module.partition(".")[0]
        return self.find(top) is not None or self.is_namespace(top)

    def missing(self) -> tuple[str, ...]:
        """The names that led to no file."""
        return tuple(name for name, facts in self._found.items() if facts is None)


def bindings(scope: Scope, name: str, limit: int | None) -> list[Binding]:
    """The bindings of ``name`` in a scope that may hold at its end (or before binding ``limit``): the last
    sure one and the unsure ones behind it."""
    found = scope.names.get(name, [])[:limit]
    start = max((n for n, binding in enumerate(found) if binding.sure), default=0)
    return found[start:]


def is_builtin(name: str) -> bool:
    """Whether the language itself knows the name."""
    return name in _BUILTINS
