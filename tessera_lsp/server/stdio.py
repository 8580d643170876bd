"""The process's streams: the client's frames on a descriptor of their own, everything else on stderr."""

from __future__ import annotations

import io
import os
import sys
from typing import BinaryIO


class ClientStream(io.RawIOBase):
    """Where frames are written. A client that is gone is no error: what it would have read is dropped."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.gone = False

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """All of ``data``, however many system calls that takes."""
        rest = memoryview(data)
        while rest and not self.gone:
            try:
                rest = rest[os.write(self._descriptor, rest) :]
            except OSError:
                self.gone = True
        return len(data)


def take_streams() -> tuple[BinaryIO, ClientStream]:
    """The client's ends. Afterwards ``print``, descriptor 1 and children's output lead to stderr.

    Called once, before anything else may write.
    """
    frames = os.dup(1)
    os.set_inheritable(frames, False)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    commands = os.dup(0)
    os.set_inheritable(commands, False)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    return os.fdopen(commands, "rb"), ClientStream(frames)
