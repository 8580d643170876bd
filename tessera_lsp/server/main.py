"""Starts the language server on stdio and sees to it that nothing is left behind."""

from __future__ import annotations

import logging
import os
import sys

from tessera_lsp.server.stdio import take_streams


def serve() -> int:
    """Serve until the client says ``exit``, closes our input, or is gone; the process's exit code.

    0 where ``shutdown`` came before the end, else 1, as the protocol has it.
    """
    commands, frames = take_streams()
    _leave_folder()

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


def _leave_folder() -> None:
    """Take the working directory off the module path: its ``types.py`` is the project's, not ours."""
    here = os.path.realpath(os.getcwd())
    home = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
    if here != home:
        sys.path[:] = [entry for entry in sys.path if os.path.realpath(entry or os.curdir) != here]
