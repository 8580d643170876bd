"""Begins the supervisor once ``main`` has found the worker's modules."""

import os
import sys
from typing import NoReturn, Sequence

from .. import wire


def serve(incoming: int, outgoing: int, memory: int, before: Sequence[str]) -> NoReturn:
    """Serve the server at the other end of two descriptors; ``memory`` is as in ``wire.activity.shared``.
    Never returns."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a line must be in the log before its process is killed
            reconfigure(line_buffering=True, errors="backslashreplace")
    if not hasattr(os, "fork") or sys.platform == "emscripten":
        problem = wire.Problem("not supported on this platform yet: the worker needs fork", True)
        os.write(outgoing, wire.encode(problem))
        sys.exit(4)
    from .supervisor import Supervisor

    Supervisor(incoming, outgoing, memory, before).run()
