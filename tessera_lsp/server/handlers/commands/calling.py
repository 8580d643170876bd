"""How a command is called: its argument read strictly, its projects found, its result as JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from tessera_lsp.features.commands.arguments import ArgumentsError, read
from tessera_lsp.features.commands.changes import named_shape
from tessera_lsp.features.commands.reference import PREFIX
from tessera_lsp.features.commands.results import as_json
from tessera_lsp.features.commands.surface import Locate, named_batteries
from tessera_lsp.features.convert import to_range
from tessera_lsp.server import settings
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.session import Session
from tessera_lsp.server.uris import path_of
from tessera_lsp.text import Span

FOUND_WITHIN = 10.0
"""Seconds for which a command may wait until it is known which project a file belongs to."""

_Arguments = TypeVar("_Arguments")


class Commands:
    """Registers commands of one server and finds what they are about."""

    def __init__(self, server: TesseraServer) -> None:
        self._server = server

    def add(self, name: str, takes: type[_Arguments], work: Callable[[_Arguments], Awaitable[Any]]) -> None:
        """Let ``work`` answer ``tessera.server.NAME``."""

        @self._server.command(f"{PREFIX}{name}")
        async def call(*arguments: Any) -> Any:
            if len(arguments) > 1:
                raise JsonRpcInvalidParams(f"{PREFIX}{name}: one argument is taken, not {len(arguments)}")
            try:
                asked = read(takes, settings.plain(arguments[0]) if arguments else None)
            except ArgumentsError as error:
                raise JsonRpcInvalidParams(f"{PREFIX}{name}: {error}") from error
            return as_json(await work(asked))

    async def sessions(self, uri: str) -> list[Session]:
        """The project of a file or root folder, or all of them. A file of none is a bad argument."""
        await self._server.workspace_sessions.discovered(FOUND_WITHIN)
        if not uri:
            return list(self._server.workspace_sessions.sessions.values())
        return [await self._of(uri)]

    async def session(self, uri: str, battery: str = "", shape: str = "") -> Session:
        """The one project that a command is about: that of ``uri``, else the only one, or the only one that
        has the battery or shape."""
        await self._server.workspace_sessions.discovered(FOUND_WITHIN)
        if uri:
            return await self._of(uri)
        found = list(self._server.workspace_sessions.sessions.values())
        if battery and len(found) > 1:
            found = [s for s in found if battery in {name for name, _, _ in named_batteries(s.current())}]
        if shape and len(found) > 1:
            found = [s for s in found if not isinstance(named_shape(s.current(), shape), str)]
        if len(found) != 1:
            which = "no such project is open" if not found else f"{len(found)} projects are open"
            raise JsonRpcInvalidParams(f'{which}: name a file of the one that is meant, as "uri"')
        return found[0]

    async def _of(self, uri: str) -> Session:
        path = path_of(uri)
        workspace = self._server.workspace_sessions
        if path is not None:
            owner = await workspace.found(path, FOUND_WITHIN)
            session = owner or workspace.at(path)
            if session is not None:
                return session
        raise JsonRpcInvalidParams(f"{uri} is no file of an open project")

    def locate(self, session: Session) -> Locate:
        """Places of the session's files for the client."""

        def located(path: str, span: Span) -> types.Location:
            return types.Location(
                self._server.uri(path), to_range(session.text(path), span, self._server.encoding)
            )

        return located

    def root(self, session: Session) -> str:
        """The URI of the session's root."""
        return self._server.uri(str(session.project.root))
