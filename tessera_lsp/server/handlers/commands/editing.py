"""Commands that give an edit."""

from __future__ import annotations

from tessera_lsp.server.handlers.commands.calling import Commands
from tessera_lsp.server.server import TesseraServer


def register(server: TesseraServer, commands: Commands) -> None:
    """Register this area's handlers."""
