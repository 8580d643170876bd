"""One project as the server serves it: open documents, index, verdicts, and the snapshot made of them.

All of it belongs to the event loop's thread.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from tessera_lsp.features.claim_literals import literal_items
from tessera_lsp.index import Indexer
from tessera_lsp.project import Project, Trust, forget_searched, read_document
from tessera_lsp.rules.kept import Kept
from tessera_lsp.server.answering import modules_of
from tessera_lsp.server.baseline import Baseline
from tessera_lsp.server.consent import Permission
from tessera_lsp.server.deciding import Deciding
from tessera_lsp.server.deepening import Deepening
from tessera_lsp.server.documents import OpenDocuments
from tessera_lsp.server.loads import Loads
from tessera_lsp.server.memory import give_back
from tessera_lsp.server.merge_base import MergeBase
from tessera_lsp.server.pace import JUDGE_AFTER, LOOK_ON_AFTER, Pace
from tessera_lsp.server.reloads import Kind
from tessera_lsp.server.runner import Launch, Runner, launch
from tessera_lsp.server.settings import Settings
from tessera_lsp.server.showing import with_findings, with_unsaved_files
from tessera_lsp.server.texts import SavedTexts
from tessera_lsp.server.timers import Timers
from tessera_lsp.snapshot import Items, Snapshot
from tessera_lsp.text import Document

LONG = 0.5
"""Seconds of processor time of an index that has read much, and let go of most of it."""
AT_ONCE = 12
"""Files that are not open, within which is looked in one go; the loop is free between two."""
MANY = 100
"""Claims files of a project of which a look at all files takes longer than a key may wait."""


class Host(Protocol):
    """What a session needs of the server around it."""

    trust: Trust
    documents: OpenDocuments

    def changed(self, session: Session) -> None:
        """The session has a new snapshot."""

    def ask(self, session: Session) -> None:
        """Ask the user whether the project may run; the answer comes back by ``Session.answered``."""

    def log(self, line: str) -> None:
        """Log a line; from any thread."""


class Session(Deciding):
    """A project root's state. ``snapshot`` is what every answer to the client is made of."""

    def __init__(
        self, project: Project, host: Host, loop: asyncio.AbstractEventLoop, launch: Launch = launch
    ) -> None:
        self.project = project
        self.paths: set[str] = set()
        """Real paths of the open files of this project."""
        self.settings: Settings | None = None
        self._host = host
        self._permission = Permission(project.root, host.trust, host.log)
        self._saved = SavedTexts(read_document)
        self._indexer = Indexer()
        self._found, self._items = Kept(AT_ONCE), Items()
        self._timers = Timers(loop, lambda: host.changed(self))
        self._dirty = False
        """Whether a text has changed since the snapshot was made."""
        self._touched: set[str] = set()
        """The open files whose text has changed since then."""
        self._looked = True
        """Whether all files were looked at since the last edit, and not only those that were touched."""
        self._pace = Pace(loop)
        self._asked: tuple[Mapping[str, str], object] | None = None
        self._edited = ""
        self._at_once = False
        """Whether the verifier is asked about the next index before the rules are."""
        self._open = False
        runner = Runner(project, loop, self._heard, host.log, launch)
        super().__init__(loop, runner, Loads(str(project.root), runner, self._timers, self._digest))
        self._baseline = Baseline(self._runner)
        self._deepening = Deepening(self._runner, loop, self.current)
        self.merge_base = MergeBase(host.log)
        self.snapshot = Snapshot(project)
        self._open = True
        self._runner.stand_still("asking", "waiting for the editor's settings")

    # ------------------------------------------------------------------ texts

    def opened(self, path: str) -> None:
        """A file of this project is open now, or its open text has changed."""
        self.paths.add(path)
        self._edited = path
        self._dirty = True
        self._touched.add(path)
        self._pace.edited()
        self._at_once = self._pace.at_once
        if self._at_once:
            texts = {p: d for p, d in self._open_documents().items() if p.endswith(".py")}
            self._runner.ahead(texts)
        self._timers.after("judge", 0.0 if self._at_once else JUDGE_AFTER, self._judge)
        if self._pace.index_after:
            self._timers.after("refresh", self._pace.index_after, self.current)
        else:
            self.current()

    def closed(self, path: str) -> None:
        """A file is not open any more: what is on disk holds."""
        if self._host.documents.get(path) is None:
            self.paths.discard(path)
        self.refresh()
        self._timers.after("judge", JUDGE_AFTER, self._judge)

    def disk_changed(self, changes: Iterable[tuple[str, Kind]]) -> None:
        """Files were saved, created, changed or deleted on disk."""
        self._loads.disk_changed(changes)
        self.refresh()
        self._timers.after("judge", JUDGE_AFTER, self._judge)

    def _digest(self, path: str) -> str:
        """The digest of a file's text on disk."""
        return self._saved.get(path).digest

    def text(self, path: str) -> Document:
        """The file's text: the open one, else the one on disk. What is open counts once it is told to belong
        here: before, a finding in it would be placed in the one text and shown in the other."""
        opened = self._host.documents.get(path) if path in self.paths else None
        return opened or self._saved.get(path)

    # ------------------------------------------------------------------ running

    def _ask_user(self) -> None:
        self._host.ask(self)

    def reconfigured(self, project: Project) -> None:
        """The project was discovered anew, with another configuration or other files."""
        before, self.project = self.project, project
        if replace(before, problems=()) == replace(project, problems=()):
            self.refresh()
            return
        self.refresh()
        self._decide_again()

    def _run(self) -> None:
        self._asked = None
        self._loads.restarted()
        self._baseline.restarted()
        self._deepening.stop()
        self._explaining.restarted()
        # First, so that no snapshot is told as settled that is of the time before.
        self._runner.run(self.project, self.settings.python if self.settings else "")
        self._judge()

    def _look(self) -> None:
        """Look at all files: one may have changed without anybody telling."""
        self._looked = True
        if self._indexer.differs(self.text):
            self.refresh()

    def _look_late(self) -> None:
        self._look()
        self._judge()

    def _judge(self) -> None:
        """Hand the verifier the open texts and all samples, unless it was asked just that. Typing pauses: the
        rest of the files is looked at first."""
        snapshot = self.current()
        if not self._looked:
            if len(snapshot.index.files) > MANY:
                self._timers.after("look", LOOK_ON_AFTER, self._look_late)
            else:
                self._look()
                snapshot = self.snapshot
        self._ask(snapshot)

    def _ask(self, snapshot: Snapshot) -> None:
        if not self._runner.running:
            return
        documents = modules_of(snapshot)
        items = (*self._items.of(snapshot.index, first=self._edited), *literal_items(snapshot))
        asked = {path: document.digest for path, document in documents.items()}, items
        if asked != self._asked:
            self._asked = asked
            self._runner.judge(documents, items)

    # ------------------------------------------------------------------ snapshots

    def refresh(self) -> None:
        """Index and findings anew from the texts as they are now, open and on disk."""
        self._refresh(None)

    def _refresh(self, touched: set[str] | None) -> None:
        """``touched``: no other file is looked at."""
        self._dirty, self._touched, self._looked = False, set(), touched is None
        self._timers.cancel("refresh")
        began = time.thread_time()
        index = self._indexer.build(with_unsaved_files(self.project, self.paths), self.text, touched)
        documents = self._open_documents()
        cost = time.thread_time() - began
        self._pace.indexed(cost)
        verdicts = self._deepening.over(self._runner.verdicts)
        due, baseline = self._loads.due, self._baseline.items
        snapshot = Snapshot(self.project, documents, index, verdicts, baseline=baseline, reload_due=due)
        if self._at_once:
            self._at_once = False
            self._ask(snapshot)
        self._show(snapshot)
        if cost > LONG:
            self._make_room()

    def _make_room(self) -> None:
        """Let go of what was read for a long look alone."""
        forget_searched()
        for document in self.snapshot.saved.values():
            document.let_go()
        give_back()

    def _open_documents(self) -> dict[str, Document]:
        """Those of this project, by real path."""
        return {p: d for p in sorted(self.paths) if (d := self._host.documents.get(p)) is not None}

    def current(self) -> Snapshot:
        """The snapshot of the texts as they are now: what a request is answered from."""
        if self._dirty:
            self._refresh(self._touched)
        return self.snapshot

    def _heard(self) -> None:
        if not self._open:
            return
        verdicts = self._runner.verdicts
        if verdicts.state == "ready":
            self._loads.compare(verdicts)
        self._baseline.heard(verdicts, self.snapshot)
        if verdicts.batteries is not self.snapshot.verdicts.batteries:
            # Now it is known which claims in code cite whose records.
            self._timers.after("judge", 0.0, self._judge)
        if self._dirty:
            self._refresh(self._touched)
        else:
            due, baseline = self._loads.due, self._baseline.items
            verdicts = self._deepening.over(verdicts)
            self._show(replace(self.snapshot, verdicts=verdicts, reload_due=due, baseline=baseline))

    def _show(self, snapshot: Snapshot) -> None:
        self.snapshot = with_findings(snapshot, self._saved.get, self._found)
        if self._open:
            self._deepening.shown(self.snapshot)
        if self._found.pending and self._open:
            self._timers.after("rest", self._pace.rest_after, self._look_on)
        self._answer_waiting()
        if self._open:  # what has ended must tell the client nothing any more
            self._host.changed(self)

    def _look_on(self) -> None:
        """Look within some more of the files that are not open."""
        if not self._dirty:  # else the next snapshot goes on
            self._found.go_on()
            self._show(self.snapshot)
            if not self._found.pending and len(self.snapshot.index.files) > MANY:
                self._make_room()

    @property
    def settled(self) -> bool:
        """Whether nothing more will come unless something changes."""
        verdicts = self.snapshot.verdicts
        if self._dirty or self._found.pending or self._deepening.pending(self.snapshot):
            return False
        if verdicts.state in ("off", "failed"):
            return True
        if verdicts.state == "asking":
            return self.settings is not None
        if verdicts.load < self._loads.awaited or self._timers.pending:
            return False
        return self.snapshot.fresh and verdicts.complete

    # ------------------------------------------------------------------ timers and the end

    def close(self, within: float = 1.5) -> None:
        """End the worker and all timers; waits ``within`` seconds at most."""
        self._timers.clear()
        self._open = False
        self._deepening.stop()
        self.merge_base.close()
        self._runner.close(within)
