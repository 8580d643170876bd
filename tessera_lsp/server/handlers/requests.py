"""What handlers of requests about an open document share: whose it is, and how far they may look."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tessera_lsp.features.reach import Reach
from tessera_lsp.index.names.following import Names
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.session import Session

FOUND_WITHIN = 2.0
"""Seconds for which requests may wait until it is known which project a document belongs to."""

_Answer = TypeVar("_Answer")


class Requests:
    """Finds the session of a document for the handlers of one server."""

    def __init__(self, server: TesseraServer) -> None:
        self._server = server

    async def of(self, uri: str, within: float = FOUND_WITHIN) -> tuple[Session, str] | None:
        """The session and real path of an open document; None for a file of no project."""
        path = self._server.documents.path(uri)
        session = await self._server.workspace_sessions.found(path, within) if path is not None else None
        return (session, path) if session is not None and path is not None else None

    async def answer(self, uri: str, feature: Callable[[Session, str], _Answer]) -> _Answer | None:
        """What ``feature`` makes of the document's session, None for a file of no project."""
        found = await self.of(uri)
        return feature(*found) if found is not None else None

    def reach(self, session: Session) -> Reach:
        """How places in other files of the session's project are read and told."""
        names = Names(session.project, session.text)
        return Reach(names, session.text, self._server.uri, self._server.encoding)
