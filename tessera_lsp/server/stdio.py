"""The process's streams: the client's frames on a descriptor of their own, everything else on stderr."""

from __future__ import annotations

import asyncio
import io
import os
import sys
import threading
from typing import BinaryIO

CHUNK = 1 << 16
"""Bytes that are read at once."""


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


class FrameReader:
    """The client's frames as they come, so that a message costs the event loop one waking, however many parts
    it is read in."""

    def __init__(self, commands: BinaryIO) -> None:
        """Belongs to the running loop. ``commands`` is read by its descriptor; nothing is buffered yet."""
        self._loop = asyncio.get_running_loop()
        self._stream = asyncio.StreamReader(limit=sys.maxsize)
        self._commands = commands
        self._is_new = True
        """Whether the next line begins a message."""
        try:
            self._loop.add_reader(commands.fileno(), self._take)
        except (NotImplementedError, OSError):  # on Windows; a plain file
            # Nobody waits for this thread at the end: it may wait for a client that says nothing more.
            threading.Thread(target=self._wait, name="frames", daemon=True).start()

    def _read(self) -> bytes:
        try:
            return os.read(self._commands.fileno(), CHUNK)
        except (OSError, ValueError):
            return b""

    def _take(self) -> None:
        """Something is there to be read, or the client has ended."""
        data = self._read()
        if data:
            self._stream.feed_data(data)
        else:
            self._loop.remove_reader(self._commands.fileno())
            self._stream.feed_eof()

    def _wait(self) -> None:
        data = b"."
        while data:
            data = self._read()
            given = (self._stream.feed_data, data) if data else (self._stream.feed_eof,)
            try:
                self._loop.call_soon_threadsafe(*given)
            except RuntimeError:  # the loop is closed: the server has ended
                return

    async def readline(self) -> bytes:
        """A line with its end; empty where the client says nothing more."""
        if self._is_new:
            # What the last message has begun comes first: an opening before the change that follows it.
            await asyncio.sleep(0)
        self._is_new = False
        return await self._stream.readline()

    async def readexactly(self, count: int) -> bytes:
        """So many bytes; empty where the client has ended before."""
        self._is_new = True
        try:
            return await self._stream.readexactly(count)
        except asyncio.IncompleteReadError:
            return b""
