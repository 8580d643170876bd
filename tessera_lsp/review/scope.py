"""Which projects the paths of a command line name, and which findings are asked for."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tessera_lsp.project import Config, Project, with_roots_below
from tessera_lsp.project.tree import python_files

if TYPE_CHECKING:
    from tessera_lsp.review.run import Examined
    from tessera_lsp.rules.model import Finding

NESTED = "a project of its own: name it to check it"


class ScopeError(Exception):
    """The command line asks for what is not there; the text tells the way out."""


@dataclass(frozen=True)
class Skipped:
    """A named file that was not looked at."""

    path: Path
    why: str


@dataclass(frozen=True)
class Target:
    """One project, and the named paths within it; ``whole`` when all of it is asked for. ``nested`` are the
    roots of projects below it that nobody named."""

    project: Project
    paths: tuple[Path, ...]
    whole: bool
    nested: tuple[Path, ...] = ()

    def covers(self, path: str) -> bool:
        """Whether findings in this file are asked for."""
        return self.whole or any(Path(path).is_relative_to(named) for named in self.paths)


def targets(names: list[str], *, static: bool) -> tuple[Target, ...]:
    """What the paths name; the working directory without any. Raises ``ScopeError``."""
    paths = [Path(os.path.realpath(name)) for name in names or ["."]]
    for name, path in zip(names, paths, strict=False):
        if not path.exists():
            raise ScopeError(f"{name}: no such file or folder")
    named: dict[Path, list[Path]] = {}
    projects: dict[Path, Project] = {}
    nested: set[Path] = set()
    for name, path in zip(names or ["."], paths, strict=True):
        found, below = projects_at(path, static=static)
        nested.update(below)
        if not found:
            raise ScopeError(_no_project(name, static))
        for project in found:
            known = projects.get(project.root)
            if known is not None and known.config_path is None:  # loose files of one folder are one project
                project = replace(project, claims=tuple(sorted({*known.claims, *project.claims})))
            projects[project.root] = project
            named.setdefault(project.root, []).append(path)
    return tuple(
        Target(
            projects[root],
            tuple(within),
            any(root.is_relative_to(path) for path in within),
            tuple(sorted(path for path in nested - set(named) if path.is_relative_to(root))),
        )
        for root, within in sorted(named.items())
    )


def projects_at(path: Path, *, static: bool) -> tuple[tuple[Project, ...], tuple[Path, ...]]:
    """The project that a file or folder belongs to, else the projects below it; where there is none and
    nothing is to run, the claims files themselves. Beside it the roots of projects below that belong to
    themselves: they are looked at when they are named."""
    found, below = with_roots_below(path)
    return (found or (_bare(path) if static else ())), below


def _bare(path: Path) -> tuple[Project, ...]:
    """A project made of the claims files below ``path``, without any wiring."""
    start = Path(os.path.realpath(path))
    if start.is_file():
        return (Project(start.parent, Config(), (start,)),) if start.suffix == ".py" else ()
    claims = tuple(file for file in python_files(start) if file.name == "claims.py")
    return (Project(start, Config(), claims),) if claims else ()


def _no_project(name: str, static: bool) -> str:
    if static:
        return f"{name}: nothing to check: no claims file is there"
    return (
        f"{name}: no project: neither a pyproject.toml with [tool.tessera] nor a module that builds "
        "batteries was found; `tessera-lsp doctor` shows what to write, --static looks at the files alone"
    )


def skipped(target: Target, examined: Examined) -> tuple[Skipped, ...]:
    """Files that were named and are no part of what is checked."""
    index, project = examined.index, target.project
    parts = {Path(path) for path in (*index.files, index.registry_path, index.core_path) if path}
    parts |= {Path(battery.path) for battery in index.batteries} | {project.root / "pyproject.toml"}
    globs = ", ".join(project.config.claims)
    return tuple(
        Skipped(path, f"no claims file (claims = {globs}), registry or core of the project")
        for path in target.paths
        if path.is_file() and path not in parts
    )


def has_something(target: Target, examined: Examined, left_out: tuple[Skipped, ...]) -> bool:
    """Whether anything that was named has been checked."""
    if not target.whole and all(any(path == out.path for out in left_out) for path in target.paths):
        return False
    checked = {*examined.index.files, examined.index.registry_path, examined.index.core_path} - {""}
    if target.whole:
        return _is_something(examined)
    named = [path for path in target.paths if path.name == "pyproject.toml"]
    return bool(named) or any(target.covers(path) for path in checked)


def _is_something(examined: Examined) -> bool:
    """Whether a whole project holds anything to check: a claims file or measured claims, batteries where
    nothing ran. What is wrong with it is something as well."""
    verdicts = examined.verdicts
    if examined.could_not_run or any(not problem.warning for problem in examined.project.problems):
        return True
    if examined.static:
        return bool(examined.index.files or examined.index.batteries)
    return bool(examined.index.files) or any(harvest.claims for harvest in verdicts.harvests.values())


def findings_of(target: Target, examined: Examined) -> tuple[Finding, ...]:
    """The findings that are asked for, sorted."""
    return tuple(
        finding
        for path in sorted(examined.findings)
        if target.covers(path)
        for finding in examined.findings[path]
    )


def chosen(config: Config, select: str | None, ignore: str | None) -> Config:
    """The configuration under ``--select``, which replaces the project's, and ``--ignore``, which adds to it.

    Raises ``ScopeError`` for what is the beginning of no code: it would silence everything.
    """
    if select is None and ignore is None:
        return config
    from tessera_lsp.rules import RULES  # late: they are many, and the worker can be at work meanwhile

    for option, value in (("--select", select), ("--ignore", ignore)):
        for prefix in _codes(value):
            if not any(rule.code.startswith(prefix) for rule in RULES):
                raise ScopeError(
                    f"{option} {prefix}: no rule has a code that begins so; see `tessera-lsp rule`"
                )
    return replace(
        config,
        select=_codes(select) or config.select,
        ignore=(*config.ignore, *_codes(ignore)),
    )


def _codes(value: str | None) -> tuple[str, ...]:
    return tuple(part.strip().upper() for part in (value or "").split(",") if part.strip())
