"""The settings of each session: asked of the client, or taken from what it has sent."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from tessera_lsp.server import settings
from tessera_lsp.server.session import Session
from tessera_lsp.server.settings import Settings

if TYPE_CHECKING:
    from tessera_lsp.server.server import TesseraServer

SETTINGS_WITHIN = 5.0
"""Seconds that the client has to answer ``workspace/configuration``; then the options given ahead hold."""


class Configuring:
    """One connection's settings. ``options`` are what the initialization options say."""

    def __init__(self, server: TesseraServer) -> None:
        self._server = server
        self.options = Settings()
        self._turns: dict[Session, int] = {}
        """How often each session's settings were asked for: only the last request's answer counts."""
        self._pushed: Any = None
        """The settings that the client has sent unasked, as it wrote them."""

    def begin(self, options: Any) -> None:
        """Take the initialization options."""
        self.options, problems = settings.read(options, Settings())
        for problem in problems:
            self._server.log(f"initialization options: {problem}")

    async def configure(self, session: Session) -> None:
        """Ask the client for the settings of the session's root; what it has pushed holds where it can't be
        asked. A request that fails leaves the session the settings that it has."""
        turn = self._turns[session] = self._turns.get(session, 0) + 1
        given = self._pushed
        if self._server.supports("workspace.configuration"):
            scope = self._server.spellings.uri(str(session.project.root))
            item = types.ConfigurationItem(scope_uri=scope, section=settings.SECTION)
            request = self._server.workspace_configuration_async(types.ConfigurationParams([item]))
            try:
                answer = await asyncio.wait_for(request, SETTINGS_WITHIN)
                given = answer[0] if answer else None
            except Exception as error:  # the client answers with an error of its own choice, or not at all
                self._server.log(f"no settings from the client for {session.project.root}: {error!r}")
                if session.settings is not None:
                    return
        if self._turns.get(session) == turn:  # neither asked again nor ended in the meantime
            self._apply(session, given)

    def pushed(self, given: Any) -> None:
        """The client has sent its settings, or says that they have changed: they hold for every session,
        those that begin later too."""
        self._pushed = given
        for session in tuple(self._server.workspace_sessions.sessions.values()):
            self._server.spawn(self.configure(session))

    def _apply(self, session: Session, given: Any) -> None:
        """Give the session its settings: what the client says now, over the initialization options."""
        chosen, problems = settings.read(settings.plain(given), self.options)
        for problem in problems:
            self._server.log(f"settings of {session.project.root}: {problem}")
        session.configure(chosen)

    def ended(self, session: Session) -> None:
        """The session is gone: an answer that still comes is for nobody."""
        self._turns.pop(session, None)
