"""Texts on disk, read once for each state of the file."""

from __future__ import annotations

import os
from collections.abc import Callable

from tessera_lsp.text import Document

Signature = tuple[int, int, int]


def signature(path: str) -> Signature | None:
    """What tells one state of a file from another (time, size, inode); None where there is no file."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


class SavedTexts:
    """The saved documents of a project. Asking again for an unchanged file costs one ``stat``."""

    def __init__(self, read: Callable[[str], Document]) -> None:
        self._read = read
        self._kept: dict[str, tuple[Signature | None, Document]] = {}

    def get(self, path: str) -> Document:
        """The file's text as it is on disk now."""
        now = signature(path)
        kept = self._kept.get(path)
        if kept is None or kept[0] != now:
            kept = self._kept[path] = now, self._read(path)
        return kept[1]
