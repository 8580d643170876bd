"""One module for each area of the protocol. A handler decodes, reads a snapshot, calls one feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tessera_lsp.server.handlers import (
    commands,
    completion,
    fixing,
    language,
    lifecycle,
    navigation,
    structure,
    synchronization,
    workspace,
)

if TYPE_CHECKING:
    from tessera_lsp.server.server import TesseraServer


def register(server: TesseraServer) -> None:
    """Give the server all its handlers."""
    for area in (
        lifecycle,
        synchronization,
        language,
        navigation,
        completion,
        structure,
        fixing,
        workspace,
        commands,
    ):
        area.register(server)
