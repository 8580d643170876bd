"""One project examined as a command line or a test run does: its files on disk, and its verifier once."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tessera_lsp.findings import Findings, collect
from tessera_lsp.index import Indexer
from tessera_lsp.index.model import Index
from tessera_lsp.project import Config, Project, discover_all, read_document
from tessera_lsp.project.tree import python_files
from tessera_lsp.rules.trouble import NO_REGISTRY
from tessera_lsp.snapshot import items_of
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Item

if TYPE_CHECKING:
    from tessera_lsp.verify import Verifier

SLACK = 60.0
"""Seconds beyond the configured deadlines after which a run is given up."""


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
    found = discover_all(path)
    own = tuple(project for project in found if path.is_relative_to(project.root))
    if own:
        return own, tuple(project.root for project in found if project not in own)
    return (found or (_bare(path) if static else ())), ()


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
    log: Callable[[str], None] = lambda line: None,
) -> Examined:
    """Index the project's files, run its verifier on all samples and measured claims, and find.

    ``static``, and a project that says ``run = false``, run nothing. Never raises for what a project does
    wrong: that is a finding, or ``verdicts.state`` is ``failed``. ``KeyboardInterrupt`` passes through, and
    leaves no process.
    """
    texts = Texts()
    index = Indexer().build(project, texts)
    if static:
        verdicts = Verdicts(state="off", reason="--static: nothing was run")
    elif not project.config.run:
        verdicts = Verdicts(state="off", reason=project.refusal)
    else:
        verdicts = verify(project, items_of(index), measured=measured, log=log)
    findings = collect(project, index, verdicts, static=verdicts.state == "off", document=texts)
    return Examined(project, index, verdicts, findings, texts)


def verify(
    project: Project,
    items: tuple[Item, ...],
    *,
    measured: bool = True,
    log: Callable[[str], None] = lambda line: None,
) -> Verdicts:
    """What the project's own verifier, in its own interpreter, says to the items; waits for all of it."""
    if project.registry is None:
        return Verdicts(state="failed", reason=NO_REGISTRY)
    # Late: what only looks at files has no use for the code that starts processes.
    from tessera_lsp.verify import Verifier, find_interpreter

    interpreter = find_interpreter(project)
    if isinstance(interpreter, str):
        return Verdicts(state="failed", reason=interpreter)
    verifier = Verifier(project, interpreter, lambda verdicts: None, log)
    try:
        verifier.start()
        verifier.judge({}, items, measured=measured)
        return _settled(verifier, project.config, len(items), measured)
    finally:
        verifier.close()


def _settled(verifier: Verifier, config: Config, items: int, measured: bool) -> Verdicts:
    """The value when all has been told. ``failed`` where that takes longer than it may: what was judged
    until then is no result of the whole. How many claims are measured is known once the harness has run."""
    began, claims = time.monotonic(), 0
    while True:
        limit = _limit(config, items, claims)
        verdicts = verifier.wait(max(0.0, began + limit - time.monotonic()))
        if verifier.settled:
            return verifier.verdicts
        told = sum(len(harvest.claims) for harvest in verdicts.harvests.values()) if measured else 0
        if told <= claims:
            reason = f"the run did not end within {limit:g} s; --verbose shows its log"
            return replace(verdicts, state="failed", reason=reason)
        claims = told


def _limit(config: Config, items: int, claims: int) -> float:
    """Seconds that a run may take when every single step takes as long as it may; samples are judged anew
    when the harness has run."""
    loading = config.import_timeout + config.load_timeout + config.harvest_timeout
    return 10 * loading + (2 * items + claims) * config.timeout + SLACK
