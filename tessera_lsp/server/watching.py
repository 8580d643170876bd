"""Changes on disk that no client tells: most editors watch nothing, or not the files that count.

The files that say what a project is, and its logs, are looked at about once a second, whoever else watches:
that costs a few ``stat``. The rest is walked when the user saves, and only where the client does not watch.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from tessera_lsp.project.tree import files_with
from tessera_lsp.server.reloads import DATA, Kind
from tessera_lsp.server.session import Session
from tessera_lsp.server.texts import Signature, signature
from tessera_lsp.server.workspace import STRUCTURE, Workspace

EVERY = 1.0
"""Seconds between two looks at the files that say what a project is."""
FILES = 20_000
"""Files of a project that a walk looks at."""

Seen = Mapping[str, Signature | None]


def differences(before: Seen, now: Seen) -> list[tuple[str, Kind]]:
    """What was created, changed or deleted between two looks; a file without signature is not there."""
    out: list[tuple[str, Kind]] = []
    for path in sorted({*before, *now}):
        old, new = before.get(path), now.get(path)
        if old == new:
            continue
        out.append((path, "created" if old is None else "deleted" if new is None else "changed"))
    return out


def structure(roots: Iterable[Path]) -> Seen:
    """The files directly below ``roots`` that say what a project is, there or not."""
    return {str(root / name): signature(str(root / name)) for root in roots for name in STRUCTURE}


def contents(root: Path) -> Seen:
    """The modules and data of a project. Walks folders: not for the loop's thread."""
    return {path: signature(path) for path in files_with(root, (*DATA, "py"), FILES)}


class Watcher:
    """Feeds what it sees into ``Workspace.disk_changed``. Belongs to the loop's thread."""

    def __init__(self, sessions: Workspace, folders: Callable[[], Iterable[str]], trust: Path) -> None:
        """``folders`` are the client's, which may become projects; ``trust`` is the file of the answers."""
        self._sessions, self._folders = sessions, folders
        self._structure: dict[str, Signature | None] = {}
        self._trust, self._answers = str(trust), signature(str(trust))
        self._contents: dict[Path, asyncio.Task[Seen]] = {}
        """By root, the last walk, done or under way."""

    def begun(self, session: Session) -> None:
        """A project is served from now on: how its files stand is what later looks are compared with."""
        self._structure.update(structure([session.project.root]))
        self._structure.update({path: signature(path) for path in session.project.logs})

    def ended(self, session: Session) -> None:
        """A project is not served any more."""
        walk = self._contents.pop(session.project.root, None)
        if walk is not None:
            walk.cancel()

    async def run(self, every: float = EVERY) -> None:
        """Look again and again, until cancelled. A look that fails is logged: the next one may not."""
        while True:
            await asyncio.sleep(every)
            try:
                await self.look()
            except Exception as error:  # of a discovery or a session: whatever it is, looking goes on
                logging.getLogger(__name__).error("%r", error, exc_info=error)

    async def look(self) -> None:
        """Look once at the files that say what a project is, and whether it may run."""
        answers = signature(self._trust)
        if answers != self._answers:
            self._answers = answers
            for session in tuple(self._sessions.sessions.values()):
                session.trust_changed()
        roots = {*self._sessions.sessions, *map(Path, self._folders())}
        sessions = self._sessions.sessions.values()
        logs = {path: signature(path) for session in sessions for path in session.project.logs}
        now = {**structure(roots), **logs}
        changes = differences({path: self._structure.get(path, now[path]) for path in now}, now)
        self._structure = dict(now)
        if changes:
            await self._sessions.disk_changed(changes)

    def remember(self, session: Session) -> None:
        """Walk the project once, for ``saved`` to compare with."""
        self._contents[session.project.root] = self._walk(session.project.root)

    async def saved(self, path: str) -> None:
        """A file was saved: what else has changed in its project since the last walk?"""
        session = self._sessions.holding(path)
        if session is None:
            return
        root = session.project.root
        last = self._contents.get(root)
        if last is None or not last.done():
            return  # that walk, or the next save's, sees what has changed
        walk = self._contents[root] = self._walk(root)
        changes = differences(last.result(), await walk)
        if changes:
            await self._sessions.disk_changed(changes)

    def _walk(self, root: Path) -> asyncio.Task[Seen]:
        return asyncio.ensure_future(asyncio.to_thread(contents, root))
