"""workspace/executeCommand: each command returns JSON that an editor can show."""

from __future__ import annotations

from typing import Any

from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.status import status


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""

    @server.command("tessera.server.restart")
    def restart(*arguments: Any) -> list[str]:
        """End every project's worker and start another; a line for each project."""
        return [session.restart() for session in server.workspace_sessions.sessions.values()]

    @server.command("tessera.server.log")
    def log(*arguments: Any) -> list[str]:
        """The last lines of the log, what user code printed among them."""
        return list(server.logbook.lines)

    @server.command("tessera.server.status")
    def statuses(*arguments: Any) -> list[dict[str, Any]]:
        """How each project stands: the parameters of ``tessera/status``."""
        return [
            status(session, server.uri(str(session.project.root)))
            for session in server.workspace_sessions.sessions.values()
        ]
