"""The process's streams: the client's frames on a descriptor of their own, everything else on stderr."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import re
import select
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import BinaryIO

CHUNK = 1 << 16
"""Bytes that are read at once."""
_LENGTH = re.compile(rb"Content-Length:[ \t]*(\d+)[ \t]*\r?\n\Z", re.IGNORECASE)
"""At the end of a line: before it may stand what is left of a message whose length was told wrong."""


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
            except BlockingIOError:  # whoever shares this end may have set it so
                with contextlib.suppress(OSError, ValueError):  # Windows looks at no pipe so
                    select.select((), (self._descriptor,), ())
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


class Frames:
    """Divides bytes, in whatever parts they come, into the bodies of messages."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._length = 0
        """How long the message is whose header is being read, or was."""
        self._is_body = False

    def take(self, data: bytes) -> list[bytes]:
        """The bodies that are complete now. Header fields but the length are left out."""
        rest, found = self._rest, list[bytes]()
        rest += data
        while True:
            end = self._length if self._is_body else rest.find(b"\n") + 1
            if len(rest) < end or not end:
                return found
            part = bytes(rest[:end])
            del rest[:end]
            if self._is_body:
                found.append(part)
                self._length, self._is_body = 0, False
            elif (match := _LENGTH.search(part)) is not None:
                self._length = int(match[1])
            else:
                self._is_body = self._length > 0 and not part.strip()


class Incoming:
    """The client's messages, handled one a turn of the event loop; one that comes alone costs one waking, in
    however many parts it is written."""

    def __init__(
        self, commands: BinaryIO, handle: Callable[[bytes], None], is_over: Callable[[], bool]
    ) -> None:
        """Belongs to the running loop. ``commands`` is read by its descriptor; nothing is buffered yet.
        ``handle`` is given each message's body; after each, ``is_over`` says whether that was the last."""
        self._loop = asyncio.get_running_loop()
        self._commands, self._handle, self._is_over = commands, handle, is_over
        self._frames = Frames()
        self._waiting: deque[bytes] = deque()
        self._is_due = False
        """Whether ``_next`` is in the loop: behind what the last message has put there."""
        self._has_ended = False
        """Whether the client says nothing more."""
        self._done: asyncio.Future[None] = self._loop.create_future()

    async def run(self) -> None:
        """Until the last message is handled, or the client has ended."""
        try:
            self._loop.add_reader(self._commands.fileno(), self._read_ready)
        except (NotImplementedError, OSError):  # on Windows; a plain file
            # Nobody waits for this thread at the end: it may wait for a client that says nothing more.
            threading.Thread(target=self._wait, name="frames", daemon=True).start()
        try:
            await self._done
        finally:
            self._forget()

    def _forget(self) -> None:
        with contextlib.suppress(NotImplementedError, OSError, ValueError):
            self._loop.remove_reader(self._commands.fileno())

    def _read(self) -> bytes:
        try:
            return os.read(self._commands.fileno(), CHUNK)
        except BlockingIOError:
            raise
        except (OSError, ValueError):
            return b""

    def _read_ready(self) -> None:
        """Something is there to be read, or the client has ended."""
        try:
            data = self._read()
        except BlockingIOError:  # nothing is there after all
            return
        if not data:
            self._forget()
        self._take(data)

    def _wait(self) -> None:
        data = b"."
        while data:
            data = self._read()
            try:
                self._loop.call_soon_threadsafe(self._take, data)
            except RuntimeError:  # the loop is closed: the server has ended
                return

    def _take(self, data: bytes) -> None:
        self._waiting.extend(self._frames.take(data))
        self._has_ended = not data
        if not self._is_due:
            self._next()

    def _next(self) -> None:
        """What the last message has begun comes first, an opening before the change that follows it: that was
        put into the loop before this. So a turn is kept free behind each message, though none waits yet: one
        that is read in the same turn would go ahead of what has been begun."""
        self._is_due = False
        if self._done.done():
            return
        if self._is_over() or (self._has_ended and not self._waiting):
            self._done.set_result(None)
        elif self._waiting:
            self._is_due = True
            try:
                self._handle(self._waiting.popleft())
            finally:  # whatever has come of it, the rest is handled
                self._loop.call_soon(self._next)
