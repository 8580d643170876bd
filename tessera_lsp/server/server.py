"""The language server: pygls's connection, our documents and sessions, and what is told unasked."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Coroutine
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.io_ import StdoutWriter
from pygls.lsp.server import LanguageServer

from tessera_lsp import __version__
from tessera_lsp.features.markup import Markup, preferred
from tessera_lsp.project import Trust
from tessera_lsp.server import consent, settings
from tessera_lsp.server.configuring import Configuring
from tessera_lsp.server.documents import OpenDocuments
from tessera_lsp.server.logbook import LogBook
from tessera_lsp.server.progress import LoadProgress
from tessera_lsp.server.protocol import Protocol, tolerant_converter
from tessera_lsp.server.publishing import Batches, Published
from tessera_lsp.server.session import Session
from tessera_lsp.server.showing import shows_otherwise
from tessera_lsp.server.status import STATUS, status
from tessera_lsp.server.stdio import Incoming
from tessera_lsp.server.uris import Spellings
from tessera_lsp.server.watching import Watcher
from tessera_lsp.server.workspace import Workspace
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Encoding

REFRESH_AFTER = 0.05
"""Seconds for which refreshes of hints and lenses are gathered."""

ASK_AFTER = 0.3
"""Seconds before a question, for hints that say what is waited for: an editor may stand still until it is
answered."""


class TesseraServer(LanguageServer):
    """One connection. Everything but ``log`` belongs to the event loop's thread."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(
            "tessera-lsp",
            __version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            protocol_cls=Protocol,
            converter_factory=tolerant_converter,
        )
        self.documents = OpenDocuments()
        self.trust = Trust()
        self.spellings = Spellings()
        self.configuring = Configuring(self)
        self.published = Published()
        self.logbook = LogBook()
        self.sessions: Workspace | None = None
        self.watcher: Watcher | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._progress: dict[Session, LoadProgress] = {}
        self._shown: dict[Session, Snapshot] = {}
        """What the client was told last."""
        self._batches: dict[Session, Batches] = {}
        self._told: dict[Session, dict[str, Any]] = {}
        self._refresh: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------ the connection's life

    @property
    def encoding(self) -> Encoding:
        """The client's unit of characters."""
        return self.protocol.encoding

    @property
    def workspace_sessions(self) -> Workspace:
        """The sessions; there are some to ask only once the client has initialized."""
        if self.sessions is None:
            raise RuntimeError("the client has not sent 'initialize'")
        return self.sessions

    def start_io(self, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> None:
        """As pygls, with a reader that costs one waking a message. Returns when the client has said ``exit``
        or closed its end."""
        self.protocol.set_writer(StdoutWriter(stdout or sys.stdout.buffer))
        try:
            asyncio.run(self._serve(stdin or sys.stdin.buffer))
        except KeyboardInterrupt:
            pass
        finally:
            self.shutdown()  # type: ignore[no-untyped-call]

    async def _serve(self, commands: BinaryIO) -> None:
        await Incoming(commands, self.protocol.receive, lambda: self.protocol.has_exited).run()

    def begin(self, params: types.InitializeParams) -> None:
        """Take what ``initialize`` says. Folders are looked at once the client is ``initialized``."""
        self._loop = asyncio.get_running_loop()
        self.logbook.show = self._show_line
        self.configuring.begin(params.initialization_options)
        self.sessions = Workspace(self, self._loop, self._session_begun, self._session_ended)
        self.watcher = Watcher(self.sessions, lambda: self.spellings.folders, self.trust.path)
        folders = [folder.uri for folder in params.workspace_folders or ()]
        if not folders and params.root_uri:
            folders = [params.root_uri]
        for folder in folders:
            self.spellings.add(folder)

    @property
    def hover_markup(self) -> Markup:
        """How hovers are written for this client."""
        formats = get_capability(self.client_capabilities, "text_document.hover.content_format", None)
        return preferred(formats)

    def supports(self, capability: str) -> bool:
        """Whether the client has a capability, named as ``workspace.inlay_hint.refresh_support``."""
        return bool(get_capability(self.client_capabilities, capability, False))

    @property
    def client_watches(self) -> bool:
        """Whether the client tells of changes on disk."""
        return self.supports("workspace.did_change_watched_files.dynamic_registration")

    @property
    def _tells_status(self) -> bool:
        """Whether the client has stated the capability of our own notification."""
        experimental = settings.plain(self.client_capabilities.experimental)
        return isinstance(experimental, dict) and bool(experimental.get("tesseraStatus"))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` beside the handlers; what it raises is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)

        def done(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()) is not None:
                logging.getLogger(__name__).error("%r", error, exc_info=error)

        task.add_done_callback(done)

    def end(self) -> None:
        """End all sessions and their workers. May be called twice."""
        if self.sessions is not None:
            self.sessions.close()

    # ------------------------------------------------------------------ the log

    def log(self, line: str) -> None:
        """Log a line, from any thread."""
        self.logbook.write(line)

    def _show_line(self, line: str) -> None:
        if self._loop is None or self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(
            lambda: self.window_log_message(types.LogMessageParams(types.MessageType.Log, line))
        )

    def report_server_error(self, error: Exception, source: Any) -> None:
        """An error of ours or a message that does not read: to the log, never into the user's way."""
        self.log(f"{getattr(source, '__name__', source)}: {error}")

    # ------------------------------------------------------------------ sessions

    def _session_begun(self, session: Session) -> None:
        self._progress[session] = LoadProgress(self, session.project.root.name)
        if self.watcher is not None:
            self.watcher.begun(session)
            if not self.client_watches:
                self.watcher.remember(session)
        self.spawn(self.configuring.configure(session))

    def _session_ended(self, session: Session) -> None:
        for message in self.published.end(session):
            self.protocol.publish(message)
        if (progress := self._progress.pop(session, None)) is not None:
            progress.finish()
        self._shown.pop(session, None)
        self._batches.pop(session, None)
        self._told.pop(session, None)
        self.configuring.ended(session)
        if self.watcher is not None:
            self.watcher.ended(session)

    def ask(self, session: Session) -> None:
        """See ``session.Host``."""

        async def asking() -> None:
            await asyncio.sleep(ASK_AFTER)
            session.answered(await consent.ask(self, str(session.project.root), self.log))

        self.spawn(asking())

    # ------------------------------------------------------------------ what the client is told unasked

    def uri(self, path: str) -> str:
        """The client's own URI of a file, open or not."""
        document = self.documents.get(path)
        return document.uri if document is not None else self.spellings.uri(path)

    def changed(self, session: Session) -> None:
        """See ``session.Host``: publish what differs, then say how things stand."""
        snapshot = session.snapshot
        before = self._shown.get(session)
        if snapshot is not before:
            self._shown[session] = snapshot
            wanted = self._batches.setdefault(session, Batches()).of(snapshot, self.encoding, self.uri)
            for message in self.published.update(session, wanted):
                self.protocol.publish(message)
        if (progress := self._progress.get(session)) is not None:
            progress.follow(snapshot.verdicts)
        now = status(session, self.uri(str(session.project.root)))
        if now != self._told.get(session):
            self._told[session] = now
            if self._tells_status:
                self.protocol.notify(STATUS, now)
        asks_anew = before is None or shows_otherwise(before, snapshot)
        if asks_anew and self._loop is not None and self._refresh is None:
            self._refresh = self._loop.call_later(REFRESH_AFTER, self._refresh_now)

    def _refresh_now(self) -> None:
        self._refresh = None
        if self.supports("workspace.inlay_hint.refresh_support"):
            self.workspace_inlay_hint_refresh(None)
        if self.supports("workspace.code_lens.refresh_support"):
            self.workspace_code_lens_refresh(None)

    async def watch_client(self, process_id: int, every: float = 0.5) -> None:
        """End this process when the client's is gone, even where its end of our input stays open.

        A client in another container has a process id that means nothing here: one that is not there from the
        beginning is not watched.
        """
        if os.name == "nt":  # there, signal 0 is Ctrl-C
            return
        while _runs(process_id):
            await asyncio.sleep(every)
            if not _runs(process_id):
                self.end()
                os._exit(1)  # a thread still reads the input, and would be waited for


def _runs(process_id: int) -> bool:
    """Whether there is a process with this id (POSIX)."""
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
