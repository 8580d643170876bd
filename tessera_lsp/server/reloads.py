"""Which changes on disk call for loading the saved project anew."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Literal

from tessera_lsp.server.texts import Signature, signature

Kind = Literal["created", "changed", "deleted", "saved"]
"""``saved`` comes from the editor itself, the others from a watcher, which does not know who wrote."""

DATA = (
    "csv",
    "tsv",
    "md",
    "json",
    "jsonl",
    "toml",
    "yaml",
    "yml",
    "txt",
    "log",
    "diff",
    "xml",
    "sql",
    "parquet",
)
"""Suffixes of files that a project's records may come from."""
REPEATS = 3
"""Loads that one module may call for in a row by being another one than was loaded: a module that the load
itself writes always is."""
_SKIPPED = {"__pycache__", "node_modules", "site-packages"}


class Reloads:
    """Remembers what the last load has seen.

    A change is told twice by most clients (``didSave``, then the watched file), so one state of a file
    counts once. Which modules a load imports is not known before it has ended: then what it has read is
    compared with the disk. Data that is written while the project loads or its harness runs may be the run's
    own output or another's: it is looked at by one more run, and what that one writes is its own. What the
    editor saves is the user's, whenever it comes.
    """

    def __init__(self, root: str, clock: Callable[[], float] = time.time) -> None:
        self._root = root
        self._clock = clock
        self._seen: dict[str, Signature | None] = {}
        self._began: float | None = None
        self._ended: float | None = None
        self._loading = False
        self._told: dict[str, Kind] = {}
        """Modules that have changed during the load, where it was not clear whether they count."""
        self._late: dict[str, tuple[Signature | None, int]] = {}
        """Modules that have called for a load by differing from what was loaded, and how often in a row."""
        self._during: set[str] = set()
        """Data that was written during the run."""
        self._outputs: set[str] = set()
        """Data that the run is taken to write itself."""
        self._looking = self._look = False
        """Whether this run, or the next one, is there to look at data written during the one before."""

    def began(self) -> None:
        """A load of the project starts."""
        self._began, self._ended = self._clock(), None
        self._loading = True
        self._during.clear()
        self._looking, self._look = self._look, False

    def loaded(self, sources: Mapping[str, str], digest: Callable[[str], str], broken: bool) -> list[str]:
        """A load has come, or more modules of it: those that are others on disk by now. See ``needed``."""
        self._loading = False
        told, self._told = self._told, {}
        differing = [path for path, loaded in sources.items() if digest(path) != loaded]
        self._late = {path: self._late[path] for path in differing if path in self._late}
        late = [path for path in differing if self._counts(path)]
        return late + [p for p, kind in told.items() if p not in sources and (broken or kind == "created")]

    def _counts(self, path: str) -> bool:
        now = signature(path)
        before, times = self._late.get(path, (None, 0))
        if times and (before == now or times >= REPEATS):
            return False
        self._late[path] = now, times + 1
        return True

    def ended(self) -> list[str]:
        """The load and its harness have ended; the data written meanwhile that calls for one more run."""
        if self._ended is not None:
            return []
        self._ended = self._clock()
        self._outputs = {path for path in self._outputs if self._is_recent(path)}
        fresh = sorted(self._during - self._outputs)
        self._outputs |= self._during
        if self._looking:
            return []
        self._look = bool(fresh)
        return fresh

    def _is_recent(self, path: str) -> bool:
        now = signature(path)
        return now is not None and self._written_by_run(now[0] / 1e9)

    def needed(
        self, path: str, kind: Kind, sources: Mapping[str, str], digest: Callable[[str], str], broken: bool
    ) -> bool:
        """Whether the change of ``path`` can alter what the worker holds.

        ``sources`` are the imported modules with their digests, ``digest`` gives a file's now; ``broken``:
        the last load had faults, so that any module may be the one that was missing.
        """
        if not self._in_project(path):
            return False
        now = signature(path)
        if path in self._seen and self._seen[path] == now:
            return False
        self._seen[path] = now
        if path.endswith(".py"):
            if path in sources:
                return kind == "deleted" or digest(path) != sources[path]
            if self._loading:
                self._told[path] = kind
                return False
            return broken or kind == "created"
        if PurePath(path).name == "pyproject.toml":  # its settings reach the worker by a restart
            return False
        if PurePath(path).suffix.lstrip(".").lower() not in DATA:
            return False
        if kind == "saved" or now is None or not self._written_by_run(now[0] / 1e9):
            return True
        return self._is_news(path)

    def _is_news(self, path: str) -> bool:
        """Whether data written during the run calls for another one at once: where that is told late."""
        if self._ended is None:
            self._during.add(path)
            return False
        known = path in self._outputs or self._looking
        self._outputs.add(path)
        self._look = self._look or not known
        return not known

    def _written_by_run(self, modified: float) -> bool:
        if self._began is None:
            return False
        return self._began <= modified <= (self._ended if self._ended is not None else modified)

    def _in_project(self, path: str) -> bool:
        relative = os.path.relpath(path, self._root)
        parts = PurePath(relative).parts
        return bool(parts) and not any(part.startswith(".") or part in _SKIPPED for part in parts)
