"""Search the project's Python files for all that means a shape. Reads disks: called in a thread."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from tessera_lsp.index.names.denoting import Denoting, Key
from tessera_lsp.index.names.model import ModuleNames
from tessera_lsp.index.names.reader import read_names
from tessera_lsp.project import Project, decode
from tessera_lsp.project.tree import python_files
from tessera_lsp.text import Document

_STAR = re.compile(rb"\bimport[ \t]*\*")


class UnwantedError(Exception):
    """Nobody waits for the search any more."""


def search(
    project: Project,
    opened: Mapping[str, Document],
    key: Key,
    path: str,
    wanted: Callable[[], bool] = lambda: True,
) -> Denoting:
    """What means ``key``, written in ``path``, in the project's files, ``opened`` texts before those on disk.

    A file counts where it holds the function's name, or one that another file gives it, or imports all of a
    module. ``wanted`` is asked before each file: once it says no, ``UnwantedError`` is raised.
    """
    files = {str(path): opened.get(str(path)) for path in (*python_files(project.root), *project.claims)}
    files.update(opened)
    read: dict[str, ModuleNames] = {}
    sought = {key[1]}
    while True:
        for file in files.keys() - read.keys():
            if not wanted():
                raise UnwantedError
            names = _names(project, file, files[file], sought)
            if names is not None:
                read[file] = names
        denoting = Denoting(key, path, (read[file] for file in sorted(read)))
        new = denoting.names - sought
        if not new:
            return denoting
        sought |= new


def _names(project: Project, path: str, opened: Document | None, sought: set[str]) -> ModuleNames | None:
    """The names of a file that may speak of what is sought; None for another."""
    if opened is None:
        try:
            data = Path(path).read_bytes()
        except OSError:  # gone since the folder was listed
            return None
        if not (_STAR.search(data) or any(name.encode() in data for name in sought)):
            return None
        opened = Document(Path(path).as_uri(), None, decode(data)[0])
    mentioned = any(name in opened.text for name in sought)
    if not mentioned and "*" not in opened.text:
        return None
    # A file outside of the import roots has no dotted name; its path is nobody else's.
    names = read_names(path, project.module_name(Path(path)) or path, opened)
    return names if mentioned or (names.whole and names.stars) else None
