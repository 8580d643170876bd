"""Follow names: from a scope outward, across modules, through re-exports and star imports."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from pathlib import Path

from tessera_lsp.index.facts import Binding, ModuleFacts, Scope
from tessera_lsp.project import find_module

_BUILTINS = frozenset(dir(builtins))
Loader = Callable[[Path], ModuleFacts]


class Disk:
    """One moment of the disk: by name, the ``files`` of modules (None for a name without one), and whether
    there is a folder."""

    def __init__(self) -> None:
        self.files: dict[str, Path | None] = {}
        self.folders: dict[str, bool] = {}
        self.unsaved: tuple[Path, ...] = ()
        """Files that count as there."""

    def file(self, module: str, roots: tuple[Path, ...]) -> Path | None:
        """The file of a module of the project."""
        if module not in self.files:
            found = find_module(module, roots, self.unsaved) if module else None
            self.files[module] = found.resolve() if found else None
        return self.files[module]

    def forget(self) -> None:
        """Look again."""
        self.files.clear()
        self.folders.clear()


class Modules:
    """The modules of a project by name. Notes what was asked for, so that a caller knows what it read."""

    def __init__(
        self, roots: Iterable[Path], load: Loader, disk: Disk | None = None, head: Loader | None = None
    ) -> None:
        """``disk`` is shared by those who look at one moment of the disk. With ``head``, ``find`` gives
        heads (``index.heads``) where these are enough."""
        self._roots = tuple(roots)
        self._load, self._head = load, head or load
        self._disk = disk or Disk()
        self._found: dict[str, ModuleFacts | None] = {}
        self.used: dict[str, ModuleFacts] = {}
        """The facts that were read, by path."""

    def by_path(self, path: Path) -> ModuleFacts:
        """The whole facts of a file."""
        return self._use(self._load(path))

    def _use(self, facts: ModuleFacts) -> ModuleFacts:
        self.used[facts.path] = facts
        return facts

    def whole(self, facts: ModuleFacts) -> ModuleFacts:
        """All facts of a module of which there may be the head."""
        if facts.behind is None:
            return facts
        used = self.used.get(facts.path)
        if used is None or used.behind is not None:
            used = self.by_path(Path(facts.path))
        return used

    def telling(self, facts: ModuleFacts, name: str) -> ModuleFacts:
        """The facts of the same module that tell what a name of it means."""
        return self.whole(facts) if facts.behind and name in facts.behind else facts

    def find(self, module: str) -> ModuleFacts | None:
        """The facts of a module of the project, or its head; None where no file has this name."""
        if not module:
            return None
        if module not in self._found:
            known = self._disk.file(module, self._roots)
            self._found[module] = self._use(self._head(known)) if known else None
        return self._found[module]

    def is_namespace(self, module: str) -> bool:
        """Whether a folder of the project has this name, without being a regular package."""
        folders = self._disk.folders
        if module not in folders:
            parts = module.split(".")
            folders[module] = bool(module) and any(root.joinpath(*parts).is_dir() for root in self._roots)
        return folders[module]

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
