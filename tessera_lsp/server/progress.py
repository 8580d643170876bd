"""Work done progress while a project loads and its harness runs."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Coroutine
from typing import Any, Protocol

from lsprotocol import types
from pygls.progress import Progress

from tessera_lsp.verdicts import Verdicts


class Window(Protocol):
    """The side of the server that the bar is shown by."""

    @property
    def work_done_progress(self) -> Progress:
        """The bars of the client."""

    def supports(self, capability: str) -> bool:
        """Whether the client has a capability."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work beside."""

    def log(self, line: str) -> None:
        """Write a line into the log."""


class LoadProgress:
    """Shows one bar from the start of a load until the harness has ended, where the client can show it."""

    def __init__(self, server: Window, name: str) -> None:
        self._server, self._name = server, name
        self._token: str | None = None
        self._begun = False
        self._message = ""

    def follow(self, verdicts: Verdicts) -> None:
        """Begin, report or end, whatever the new verdicts call for."""
        message = _message(verdicts)
        if not message:
            self.finish()
        elif self._token is None:
            if self._server.supports("window.work_done_progress"):
                self._token = f"tessera-{uuid.uuid4()}"
                self._message = message
                self._server.spawn(self._begin(self._token))
        elif message != self._message:
            self._message = message
            if self._begun:
                self._server.work_done_progress.report(
                    self._token, types.WorkDoneProgressReport(message=message)
                )

    async def _begin(self, token: str) -> None:
        try:
            await asyncio.wait_for(self._server.work_done_progress.create_async(token), 5.0)
        except Exception as error:  # a client that refuses has no bar; the work goes on
            self._server.log(f"the client shows no progress: {error!r}")
            return
        if self._token == token:
            self._begun = True
            self._server.work_done_progress.begin(
                token,
                types.WorkDoneProgressBegin(
                    title=f"Tessera: {self._name}", message=self._message, cancellable=False
                ),
            )

    def finish(self) -> None:
        """Take the bar away, if there is one."""
        token, self._token = self._token, None
        if token is not None and self._begun:
            self._server.work_done_progress.end(token, types.WorkDoneProgressEnd())
            self._server.work_done_progress.tokens.pop(token, None)
        self._begun = False


def _message(verdicts: Verdicts) -> str:
    """What is going on, empty for nothing."""
    if verdicts.state == "starting":
        return "loading the project"
    if verdicts.state == "ready" and not verdicts.harvest_done:
        return "running the harness"
    return ""
