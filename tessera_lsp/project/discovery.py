"""Which project a file belongs to, and what it consists of."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tessera_lsp.project.assembly import assemble
from tessera_lsp.project.config import LoadedConfig, has_table, load_config
from tessera_lsp.project.model import Config, Project
from tessera_lsp.project.modules import import_root
from tessera_lsp.project.registry import Candidates, candidates, text_of
from tessera_lsp.project.tree import NEVER, python_files

_ENDS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
"""What stands at the top of a distribution or repository: no search goes above it."""
_MARKS = (*_ENDS, "pytest.ini", "tox.ini")


def discover(start: Path) -> Project | None:
    """The project of a file or folder; None where there is none.

    The nearest ``pyproject.toml`` with ``[tool.tessera]``, from ``start`` upward, decides. Without one, the
    nearest folder upward in which a registry is found tells of a project. That search goes up to the top of
    the distribution or git repository, and never into the user's home folder as a whole.
    Nothing is run.
    """
    start = Path(os.path.realpath(start))
    folder = start if start.is_dir() else start.parent
    for ancestor in (folder, *folder.parents):
        if has_table(ancestor / "pyproject.toml"):
            return _configured(ancestor)
    return _by_registry(folder)


def discover_all(start: Path) -> tuple[Project, ...]:
    """The project of ``start`` and those that lie below it, sorted by root: what a command line that is
    given a folder has to look at."""
    start = Path(os.path.realpath(start))
    found: dict[Path, Project] = {}
    own = discover(start)
    if own is not None and not _ambiguous(own):
        found[own.root] = own
    if start.is_dir():
        for root in _configured_below(start):
            found.setdefault(root, _configured(root))
        if own is None or own.config_path is None:
            for registry in candidates(python_files(start), start).registries:
                project = discover(registry)
                if project is not None:
                    found.setdefault(project.root, project)
    if not found and own is not None:
        found[own.root] = own
    return tuple(found[root] for root in sorted(found))


def with_roots_below(start: Path) -> tuple[tuple[Project, ...], tuple[Path, ...]]:
    """The project that ``start`` lies in, and the sorted roots of those below ``start`` that are their own:
    they are not put together. Where ``start`` lies in none, the projects below it, and no roots."""
    start = Path(os.path.realpath(start))
    own = discover(start)
    if own is not None and own.config_path is not None:
        roots = _configured_below(start) if start.is_dir() else []
        return (own,), tuple(sorted({root for root in roots if root != own.root}))
    found = discover_all(start)
    around = tuple(project for project in found if start.is_relative_to(project.root))
    if not around:
        return found, ()
    return around, tuple(project.root for project in found if project not in around)


def project_of_file(path: Path, projects: Iterable[Project]) -> Project | None:
    """Of known projects, the one whose root holds the file most closely."""
    path = Path(os.path.realpath(path))
    holding = [project for project in projects if path.is_relative_to(project.root)]
    return max(holding, key=lambda project: len(project.root.parts), default=None)


def _ambiguous(project: Project) -> bool:
    return project.config_path is None and project.registry is None


def _configured(root: Path) -> Project:
    path = root / "pyproject.toml"
    files = python_files(root)
    return assemble(root, load_config(path), files, candidates(files, root), path)


def _configured_below(start: Path) -> list[Path]:
    """Roots with a table of their own below ``start``, nested ones too."""
    out: list[Path] = []
    for folder, names, files in os.walk(start):
        names[:] = sorted(name for name in names if not name.startswith(".") and name not in NEVER)
        if folder != str(start) and "pyproject.toml" in files and has_table(Path(folder, "pyproject.toml")):
            out.append(Path(folder))
    return out


def _by_registry(folder: Path) -> Project | None:
    for ancestor in _searched(folder):
        files = python_files(ancestor)
        found = candidates(files, ancestor)
        if len(found.registries) == 1:
            root = _root_around(found.registries[0], ancestor)
            if not folder.is_relative_to(root) and not root.is_relative_to(folder):
                return None
            return _unconfigured(root)
        if found.registries:
            is_root = ancestor == folder or _is_marked(ancestor)
            return assemble(ancestor, LoadedConfig(Config()), files, found, None) if is_root else None
    return None


def _unconfigured(root: Path) -> Project:
    files = python_files(root)
    return assemble(root, LoadedConfig(Config()), files, candidates(files, root), None)


def _searched(folder: Path) -> list[Path]:
    """The folders upward that may be searched for a registry, nearest first."""
    never = {Path(os.path.realpath(place)) for place in (Path.home(), tempfile.gettempdir())}
    out: list[Path] = []
    for ancestor in (folder, *folder.parents):
        if ancestor in never or ancestor.parent == ancestor:
            break
        out.append(ancestor)
        if any((ancestor / mark).exists() for mark in _ENDS):
            break
    return out


def _is_marked(folder: Path) -> bool:
    return any((folder / mark).exists() for mark in _MARKS)


def _root_around(registry: Path, searched: Path) -> Path:
    """The root of an unconfigured project: the nearest folder around its import root that bears a mark of a
    project and holds no second registry, else the import root (the folder above it where that is ``src``)."""
    top = _searched(searched)[-1]
    base = import_root(registry, top, text_of(registry))
    base = base.parent if base.name == "src" and base != top else base
    for folder in (base, *base.parents):
        if _is_marked(folder):
            alone = len(_registries(folder)) <= 1
            return folder if alone else base
        if folder == top:
            break
    return base


def _registries(folder: Path) -> tuple[Path, ...]:
    found: Candidates = candidates(python_files(folder), folder)
    return found.registries
