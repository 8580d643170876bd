"""workspace/executeCommand: each command returns JSON that an editor can show."""

from __future__ import annotations

import dataclasses
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from tessera_lsp.server import settings
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.status import status

PREVIEW_WITHIN = 10.0
"""Seconds that a preview may take."""


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""

    @server.command("tessera.server.restart")
    async def restart(*arguments: Any) -> list[str]:
        """Find the projects anew, end every worker and start another; a line for each project."""
        await server.workspace_sessions.rediscover()
        return [session.restart() for session in server.workspace_sessions.sessions.values()]

    @server.command("tessera.server.log")
    def log(*arguments: Any) -> list[str]:
        """The last lines of the log, what user code printed among them."""
        return list(server.logbook.lines)

    @server.command("tessera.server.preview")
    async def preview(*arguments: Any) -> dict[str, Any]:
        """What a battery's verifier says to a sentence, under the open texts.

        One argument: ``{"uri", "battery", "text", "citations"}``; ``uri`` is an open file of the project. The
        answer has ``consultations`` as the worker tells them (verdict, owner, steps, records, …), and
        ``why_not``, empty where there are some.
        """
        asked: Any = settings.plain(arguments[0]) if arguments else None
        try:
            uri, battery, text = (_string(asked[name]) for name in ("uri", "battery", "text"))
            citations = tuple(_string(identity) for identity in asked["citations"])
        except (KeyError, TypeError) as error:
            wanted = '{"uri": …, "battery": …, "text": …, "citations": [id, …]}'
            raise JsonRpcInvalidParams(f"tessera.server.preview takes {wanted}: {error!r}") from error
        path = server.documents.path(uri)
        session = await server.workspace_sessions.found(path, PREVIEW_WITHIN) if path else None
        if session is None:
            return {"consultations": [], "why_not": f"{uri} is no open file of a project"}
        item = await session.preview(battery, text, citations, PREVIEW_WITHIN)
        told = [dataclasses.asdict(consultation) for consultation in item.consultations]
        return {"consultations": told, "why_not": item.why_not}

    @server.command("tessera.server.status")
    def statuses(*arguments: Any) -> list[dict[str, Any]]:
        """How each project stands: the parameters of ``tessera/status``."""
        return [
            status(session, server.uri(str(session.project.root)))
            for session in server.workspace_sessions.sessions.values()
        ]


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value
