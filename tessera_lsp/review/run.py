"""One project examined as a command line or a test run does: its files on disk, and its verifier once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from tessera_lsp.findings import Findings, collect
from tessera_lsp.index import Indexer
from tessera_lsp.index.model import Index
from tessera_lsp.project import Project, read_document
from tessera_lsp.review.verifying import Verifying
from tessera_lsp.rules.kept import Kept
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


def examine(
    project: Project,
    *,
    static: bool = False,
    measured: bool = True,
    deep: bool = False,
    log: Callable[[str], None] = lambda line: None,
    keep: bool = False,
    verifying: Verifying | None = None,
) -> Examined:
    """Index the project's files, run its verifier on all samples and measured claims, and find.

    ``static``, and a project that says ``run = false``, run nothing. ``deep``: ask the verifier further
    questions, for the rules that speak of these alone. ``keep`` as in ``Verifying``; ``verifying`` is one
    that was begun already, and is left by this. Never raises for what a project does wrong: that is a
    finding, or ``verdicts.state`` is ``failed``. ``KeyboardInterrupt`` passes through, and leaves no process.
    """
    texts, kept = Texts(), Kept()
    if static or not project.config.run:
        index = Indexer().build(project, texts)
        reason = "--static: nothing was run" if static else project.refusal
        verdicts = Verdicts(state="off", reason=reason)
    else:
        with verifying or Verifying(project, log, keep=keep and not deep) as begun:
            index = Indexer().build(project, texts)
            items = items_of(index)
            further = partial(_further, project, index, texts, items, log) if deep else None
            if begun.is_running:  # what the text alone tells is found while the project is loaded
                collect(project, index, Verdicts(state="starting"), document=texts, kept=kept)
            verdicts = begun.verdicts(items, measured=measured, further=further)
    static = verdicts.state == "off"
    findings = collect(project, index, verdicts, static=static, document=texts, kept=kept)
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
    keep: bool = False,
) -> Verdicts:
    """What the project's own verifier, in its own interpreter, says to the items; waits for all of it.
    ``keep`` as in ``Verifying``."""
    with Verifying(project, log, keep=keep) as begun:
        return begun.verdicts(items, measured=measured)
