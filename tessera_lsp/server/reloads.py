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
_SKIPPED = {"__pycache__", "node_modules", "site-packages"}


class Reloads:
    """Remembers what the last load has seen.

    A change is told twice by most clients (``didSave``, then the watched file), so one state of a file counts
    once. Data that is written while the project loads or its harness runs is the run's own output: loading
    again for it would never end. What the editor saves is the user's, whenever it comes.
    """

    def __init__(self, root: str, clock: Callable[[], float] = time.time) -> None:
        self._root = root
        self._clock = clock
        self._seen: dict[str, Signature | None] = {}
        self._began: float | None = None
        self._ended: float | None = None

    def began(self) -> None:
        """A load of the project starts."""
        self._began, self._ended = self._clock(), None

    def ended(self) -> None:
        """The load and its harness have ended."""
        if self._ended is None:
            self._ended = self._clock()

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
            return broken or kind == "created"
        if PurePath(path).name == "pyproject.toml":  # its settings reach the worker by a restart
            return False
        if PurePath(path).suffix.lstrip(".").lower() not in DATA:
            return False
        return kind == "saved" or now is None or not self._written_by_run(now[0] / 1e9)

    def _written_by_run(self, modified: float) -> bool:
        if self._began is None:
            return False
        return self._began <= modified <= (self._ended if self._ended is not None else modified)

    def _in_project(self, path: str) -> bool:
        relative = os.path.relpath(path, self._root)
        parts = PurePath(relative).parts
        return bool(parts) and not any(part.startswith(".") or part in _SKIPPED for part in parts)
