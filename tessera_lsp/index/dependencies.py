"""What was read from which modules, and which modules were looked for in vain."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tessera_lsp.index.lookup import Modules


class Dependencies:
    """By reader: the path of a file that something was read for."""

    def __init__(self) -> None:
        self._readers: dict[str, set[str]] = {}
        self._lacking: dict[str, set[str]] = {}

    def note(self, reader: str, modules: Modules) -> None:
        """What the reader has used, beside its own file, and what it has missed."""
        for path in modules.used:
            if path != reader:
                self._readers.setdefault(path, set()).add(reader)
        for name in modules.missing():
            self._lacking.setdefault(name, set()).add(reader)

    def of_changed(self, paths: Iterable[str]) -> set[str]:
        """Those for whom something else is to be read once these files have changed; they are forgotten."""
        return {reader for path in paths for reader in (path, *self._readers.pop(path, ()))}

    @property
    def missing(self) -> Collection[str]:
        """The names of modules that were looked for in vain."""
        return self._lacking.keys()

    def of_found(self, names: Iterable[str]) -> set[str]:
        """Those that missed a module that is there now; they are forgotten."""
        return {reader for name in names for reader in self._lacking.pop(name, ())}
