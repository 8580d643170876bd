"""Which session serves which file: one for each project root, found from the file upward."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from tessera_lsp.project import Project, discover
from tessera_lsp.server.reloads import Kind
from tessera_lsp.server.session import Host, Session

Discover = Callable[[Path], Project | None]
STRUCTURE = ("pyproject.toml", ".gitignore")
"""Files that decide what belongs to a project."""


class Workspace:
    """All sessions. Discovery walks folders, so it runs in a thread; the rest is the loop's."""

    def __init__(
        self,
        host: Host,
        loop: asyncio.AbstractEventLoop,
        begun: Callable[[Session], None],
        ended: Callable[[Session], None],
        discover: Discover = discover,
        make: Callable[[Project, Host, asyncio.AbstractEventLoop], Session] = Session,
    ) -> None:
        self.sessions: dict[Path, Session] = {}
        self._host, self._loop, self._begun, self._ended = host, loop, begun, ended
        self._discover, self._make = discover, make
        self._owners: dict[str, Session | None] = {}
        self._folders: dict[str, Session | None] = {}
        self._known: dict[str, Session | None] = {}
        """By folder, until something changes on disk that may decide otherwise."""
        self._finding: dict[str, asyncio.Future[None]] = {}
        self._order = asyncio.Lock()
        self._closed = False

    def owner(self, path: str) -> Session | None:
        """The session of an open file, None where it has none (or its discovery is still under way)."""
        return self._owners.get(path)

    async def found(self, path: str, within: float) -> Session | None:
        """The session of an open file; waits ``within`` seconds at most for a discovery under way."""
        if (finding := self._finding.get(path)) is not None:
            await asyncio.wait([finding], timeout=within)
        return self._owners.get(path)

    def holding(self, path: str) -> Session | None:
        """The session with the innermost root above ``path``, open or not."""
        for parent in Path(path).parents:
            if (session := self.sessions.get(parent)) is not None:
                return session
        return None

    async def discovered(self, within: float) -> None:
        """Wait for a discovery under way, ``within`` seconds at most."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within), self._order:  # wait_for may lose a cancellation
                pass

    def at(self, path: str) -> Session | None:
        """The session whose root is ``path``, or the innermost one above it."""
        return self.sessions.get(Path(path)) or self.holding(path)

    # ------------------------------------------------------------------ what the client opens

    async def add_folder(self, path: str) -> None:
        """A folder of the client: where it is a project, its findings show without a file being open."""
        async with self._order:
            self._folders[path] = None
            self._folders[path] = await self._locate(path)

    async def remove_folder(self, path: str) -> None:
        """A folder is closed."""
        async with self._order:
            self._folders.pop(path, None)
            self._prune()

    async def opened(self, path: str) -> None:
        """A file was opened: it joins its project's session, which is made where there is none."""
        finding = self._finding[path] = self._loop.create_future()
        try:
            async with self._order:
                session = await self._locate(path)
                if self._host.documents.get(path) is None:  # closed in the meantime
                    return
                self._owners[path] = session
                if session is not None:
                    session.opened(path)
        finally:
            finding.set_result(None)
            if self._finding.get(path) is finding:
                del self._finding[path]

    def changed(self, path: str) -> None:
        """An open file's text has changed."""
        if (session := self._owners.get(path)) is not None:
            session.opened(path)

    def closed(self, path: str) -> None:
        """A file was closed."""
        if self._host.documents.get(path) is not None:  # open under another URI still
            self.changed(path)
            return
        session = self._owners.pop(path, None)
        if session is not None:
            session.closed(path)
            self._prune()

    async def disk_changed(self, changes: Iterable[tuple[str, Kind]]) -> None:
        """Files changed on disk. Configuration and new or vanished Python files call for discovery."""
        told: dict[Session, list[tuple[str, Kind]]] = {}
        logs = {path for session in self.sessions.values() for path in session.project.logs}
        structural = False
        for path, kind in changes:
            name = os.path.basename(path)
            structural |= (
                name in STRUCTURE or path in logs or (name.endswith(".py") and kind in ("created", "deleted"))
            )
            if (session := self.holding(path)) is not None:
                told.setdefault(session, []).append((path, kind))
                if kind == "saved" and name.endswith(".py"):
                    structural |= path not in session.snapshot.index.files and _is_new(session, path)
        before = {session: session.project.logged for session in told}
        if structural:
            await self.rediscover()
        for session, belonging in told.items():
            if session.project.root in self.sessions:
                if session.project.logged != before[session]:  # it has been started anew for that
                    belonging = [change for change in belonging if change[0] not in logs]
                session.disk_changed(belonging)

    async def rediscover(self) -> None:
        """Look for the projects of all open files and folders again."""
        async with self._order:
            self._known.clear()
            for folder in tuple(self._folders):
                self._folders[folder] = await self._locate(folder)
            for path in self._host.documents.paths:
                before, now = self._owners.get(path), await self._locate(path)
                if self._host.documents.get(path) is None:
                    continue
                self._owners[path] = now
                if before is not now:
                    if before is not None:
                        before.paths.discard(path)
                        before.refresh()
                    if now is not None:
                        now.opened(path)
            self._prune()

    # ------------------------------------------------------------------ sessions

    async def _locate(self, start: str) -> Session | None:
        """The session of the project that ``start`` belongs to, made or brought up to date."""
        folder = start if start in self._folders else os.path.dirname(start)
        if folder not in self._known:
            self._known[folder] = await self._session_of(Path(start))
        return self._known[folder]

    async def _session_of(self, start: Path) -> Session | None:
        project = await self._loop.run_in_executor(None, self._discover, start)
        if project is None or self._closed:  # a session that begins now would be ended by nobody
            return None
        session = self.sessions.get(project.root)
        if session is None:
            session = self.sessions[project.root] = self._make(project, self._host, self._loop)
            session.refresh()
            self._begun(session)
            return session
        if _is_good(session.project) and not _is_good(project):  # half-typed: the last good one stays
            config, refusal = session.project.config, session.project.refusal
            if project.config_readable:  # a refusal in a file that does parse counts at once
                config, refusal = replace(config, run=project.config.run), project.refusal
            project = replace(session.project, config=config, refusal=refusal, problems=project.problems)
        if session.project != project:
            session.reconfigured(project)
        return session

    def _prune(self) -> None:
        """End the sessions that neither a folder nor an open file needs."""
        needed = {id(session) for session in (*self._owners.values(), *self._folders.values())}
        for root, session in tuple(self.sessions.items()):
            if id(session) not in needed:
                del self.sessions[root]
                self._known = {folder: kept for folder, kept in self._known.items() if kept is not session}
                session.close(within=0)
                self._ended(session)

    def close(self) -> None:
        """End all sessions; their workers are gone afterwards."""
        self._closed = True
        sessions, self.sessions = tuple(self.sessions.values()), {}
        for session in sessions:
            session.close(within=0)
        for session in sessions:
            session.close()
        self._owners.clear()
        self._folders.clear()


def _is_new(session: Session, path: str) -> bool:
    """Whether a saved file may be one that discovery has not seen: the worker has not imported it."""
    return path not in session.snapshot.verdicts.sources


def _is_good(project: Project) -> bool:
    """Whether the project's configuration holds as it is written."""
    return project.config_readable and project.config_whole
