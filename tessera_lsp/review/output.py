"""Where a command writes: UTF-8 whatever the locale says."""

from __future__ import annotations

import io
import sys

from tessera_lsp.wording import visible


def use_utf8() -> None:
    """Make standard output and error speak UTF-8; what cannot be encoded (a lone surrogate) is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def complain(message: str) -> None:
    """A line on standard error, under the command's name. Nothing in ``message`` ends the line: what begins
    one may be a command to whoever reads a log."""
    print(f"tessera-lsp: {visible(message)}", file=sys.stderr)
