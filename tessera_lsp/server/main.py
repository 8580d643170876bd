"""Starts the language server on stdio and sees to it that nothing is left behind."""

from __future__ import annotations

import gc
import logging

from tessera_lsp.server.stdio import take_streams


def serve() -> int:
    """Serve until the client says ``exit``, closes our input, or is gone; the process's exit code.

    0 where ``shutdown`` came before the end, else 1, as the protocol has it.
    """
    commands, frames = take_streams()

    # What an edit makes is mostly freed by itself; to look for cycles among it at every turn costs more.
    gc.set_threshold(50_000, 10, 10)

    from tessera_lsp.server.handlers import register
    from tessera_lsp.server.server import TesseraServer

    server = TesseraServer()
    logging.getLogger().addHandler(server.logbook)
    register(server)
    try:
        server.start_io(commands, frames)  # type: ignore[arg-type]
    finally:
        server.end()
    return 0 if server.protocol.ended_properly else 1
