"""workspace/executeCommand: each command takes and gives JSON, as docs/commands.md says."""

from __future__ import annotations

from tessera_lsp.server.handlers.commands import asking, drifting, editing, listing, running
from tessera_lsp.server.handlers.commands.calling import Commands
from tessera_lsp.server.server import TesseraServer


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""
    commands = Commands(server)
    for area in (asking, drifting, editing, listing, running):
        area.register(server, commands)
