"""The project of a tree, and where what it imports would come from."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

from tessera_lsp.project import Project, discover, discover_all
from tessera_lsp.project.logs import read_logs

_ASK = """
import os, sys
found = list(sys.path[1:])
for name, module in list(sys.modules.items()):
    if name.startswith("__editable__"):
        found += map(os.path.dirname, dict(getattr(module, "MAPPING", {})).values())
sys.stdout.buffer.write("\\0".join(found).encode("utf-8", "surrogateescape"))
"""
"""Where an interpreter looks for modules: its own path, and what the finders of editable installs lead to."""


@dataclass(frozen=True)
class Tree:
    """One of the states that are compared. ``name`` is what messages call it, ``top`` its top folder, which
    stands for ``original``, the top of the repository's own work tree."""

    name: str
    top: Path
    original: Path

    @property
    def own(self) -> bool:
        """Whether it is the work tree itself."""
        return self.top == self.original


def project_in(tree: Tree, relative: Path) -> tuple[Project | None, str]:
    """The project to which ``relative`` belongs in a tree; where the layout is another one there, the only
    project of the tree. Beside it a word about that, or about why there is none."""
    start = tree.top / relative
    nearest = next(folder for folder in (start, *start.parents) if folder.exists())
    found = discover(nearest)
    if found is not None and found.root.is_relative_to(tree.top):
        return _with_logs(found, tree), ""
    everywhere = [p for p in discover_all(tree.top) if p.root.is_relative_to(tree.top)]
    if len(everywhere) == 1:
        place = everywhere[0].root.relative_to(tree.top).as_posix()
        return _with_logs(everywhere[0], tree), f"{tree.name}: the project stands in {place}/ there"
    where = f" at {relative.as_posix()}" if relative.parts else ""
    if everywhere:
        places = ", ".join(p.root.relative_to(tree.top).as_posix() for p in everywhere)
        return None, f"{tree.name}: no project{where}, and several below: {places}"
    return None, f"{tree.name}: there is no project{where}"


def _with_logs(project: Project, tree: Tree) -> Project:
    """The project with the logs of the work tree in place of those that are not there: few are versioned."""
    if tree.own or all(map(os.path.exists, project.logs)):
        return project
    root = tree.original / project.root.relative_to(tree.top)
    wanted = [(project.root / name, root / name) for name in project.config.logs]
    there = [str(own if own.exists() else other) for own, other in wanted]
    said = {problem.message for problem in read_logs(project.root, project.config.logs).problems}
    problems = tuple(problem for problem in project.problems if problem.message not in said)
    return replace(project, logged=read_logs(project.root, there).claims, problems=problems)


def remapped(project: Project, tree: Tree, interpreter: str) -> Project:
    """The project with the tree's own counterparts of all folders of the work tree that the interpreter
    imports from: an editable install leads into the work tree, whichever tree is looked at."""
    if tree.own:
        return project
    known = {project.root, *project.import_roots}
    more = []
    for folder in _looks_in(interpreter, project.root):
        if not folder.is_relative_to(tree.original) or "site-packages" in folder.parts:
            continue
        counterpart = tree.top / folder.relative_to(tree.original)
        if counterpart.is_dir() and counterpart not in known:
            known.add(counterpart)
            more.append(counterpart)
    return replace(project, import_roots=(*project.import_roots, *more))


def _looks_in(interpreter: str, folder: Path) -> list[Path]:
    try:
        done = subprocess.run(
            [interpreter, "-c", _ASK],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return []  # then what comes from elsewhere is told after the run
    paths = done.stdout.decode("utf-8", "surrogateescape").split("\0")
    return [Path(os.path.realpath(path)) for path in paths if os.path.isabs(path) and os.path.isdir(path)]
