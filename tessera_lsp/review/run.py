"""One project examined as a command line or a test run does: its files on disk, and its verifier once."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tessera_lsp.findings import Findings, collect
from tessera_lsp.index import Indexer
from tessera_lsp.index.model import Index
from tessera_lsp.project import Config, Project, read_document, with_roots_below
from tessera_lsp.project.tree import python_files
from tessera_lsp.rules.trouble import NO_REGISTRY
from tessera_lsp.snapshot import items_of
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Item

if TYPE_CHECKING:
    from tessera_lsp.verify import Running


class Texts:
    """The files on disk, each read once."""

    def __init__(self) -> None:
        self._read: dict[str, Document] = {}

    def __call__(self, path: str) -> Document:
        if path not in self._read:
            self._read[path] = read_document(path)
        return self._read[path]


@dataclass(frozen=True)
class Examined:
    """One project, what is known of it, and what is found. ``static``: nothing was run, ``verdicts.reason``
    says why."""

    project: Project
    index: Index
    verdicts: Verdicts
    findings: Findings
    texts: Texts = field(default_factory=Texts)

    @property
    def static(self) -> bool:
        """Whether the files were looked at alone."""
        return self.verdicts.state == "off"

    @property
    def could_not_run(self) -> bool:
        """Whether something was to run and could not: exit code 2."""
        return self.verdicts.state not in ("off", "ready")


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


def examine(
    project: Project,
    *,
    static: bool = False,
    measured: bool = True,
    deep: bool = False,
    log: Callable[[str], None] = lambda line: None,
    keep: bool = False,
) -> Examined:
    """Index the project's files, run its verifier on all samples and measured claims, and find.

    ``static``, and a project that says ``run = false``, run nothing. ``deep``: ask the verifier further
    questions, for the rules that speak of these alone. ``keep`` as in ``verify``. Never raises for what a
    project does wrong: that is a finding, or ``verdicts.state`` is ``failed``. ``KeyboardInterrupt`` passes
    through, and leaves no process.
    """
    texts = Texts()
    index = Indexer().build(project, texts)
    if static:
        verdicts = Verdicts(state="off", reason="--static: nothing was run")
    elif not project.config.run:
        verdicts = Verdicts(state="off", reason=project.refusal)
    else:
        items = items_of(index)
        further = partial(_further, project, index, texts, items, log) if deep else None
        verdicts = verify(project, items, measured=measured, log=log, further=further, keep=keep)
    findings = collect(project, index, verdicts, static=verdicts.state == "off", document=texts)
    return Examined(project, index, verdicts, findings, texts)


def _further(
    project: Project,
    index: Index,
    texts: Texts,
    items: tuple[Item, ...],
    log: Callable[[str], None],
    running: Running,
    verdicts: Verdicts,
) -> Verdicts:
    from tessera_lsp.review.deep import ask_further

    found = collect(project, index, verdicts, document=texts)
    said = [finding for group in found.values() for finding in group]
    return ask_further(running, project, index, verdicts, said, items, log)


def verify(
    project: Project,
    items: tuple[Item, ...],
    *,
    measured: bool = True,
    log: Callable[[str], None] = lambda line: None,
    further: Callable[[Running, Verdicts], Verdicts] | None = None,
    keep: bool = False,
) -> Verdicts:
    """What the project's own verifier, in its own interpreter, says to the items; waits for all of it.
    ``further`` may ask more, once that has been told. ``keep``: take what an earlier run has come to where
    nothing is different, and keep what this one comes to."""
    if project.registry is None:
        return Verdicts(state="failed", reason=NO_REGISTRY)
    # Late: what only looks at files has no use for the code that starts processes.
    from tessera_lsp.verify import Keeping, Running, find_interpreter

    interpreter = find_interpreter(project)
    if isinstance(interpreter, str):
        return Verdicts(state="failed", reason=interpreter)
    keeping = Keeping(project, interpreter, items, measured, log) if keep and further is None else None
    kept = keeping.find() if keeping is not None else None
    if kept is not None:
        log(f"{project.root}: nothing is different since an earlier run: its verdicts are taken")
        return kept
    with Running(project, interpreter, log, observe=keeping is not None) as running:
        verdicts = running.judge(items, measured=measured)
        if keeping is not None:
            keeping.keep(verdicts, running.observed)
        return further(running, verdicts) if further is not None and verdicts.judged else verdicts
