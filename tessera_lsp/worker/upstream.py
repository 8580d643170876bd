"""The supervisor's end of the connection with the server: frames that come, and frames that are gathered."""

import os
import select
import time
from typing import Iterator

from .. import wire

_GATHERED = 0.002
"""Seconds within which answers to items go on together: waking three processes for each costs more than most
take. The last one of a file waits for nothing."""
_FAR = 12
"""Items before a file's last one whose answers are not even looked at when they come: no more of them come
within that time than this."""


class Upstream:
    """``incoming`` and ``outgoing`` are descriptors of frames from and to the server. No method blocks, but
    ``gather`` for a moment."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self.incoming, self._outgoing = incoming, outgoing
        for descriptor in (incoming, outgoing):
            os.set_inheritable(descriptor, False)
            os.set_blocking(descriptor, False)
        self.open = True
        """Whether the server is still there."""
        self._frames = wire.Frames()
        self._pending = bytearray()
        self._left = 0
        """How many more items of a file are about to be answered."""
        self._held = 0.0
        """Until when the answers to such items are held, 0 where there is nothing to be held."""

    def send(self, message: wire.Message) -> None:
        """Queue a message; what is held goes with it."""
        self._pending += wire.encode(message)
        self._held = 0.0

    def relay(self, body: bytes) -> None:
        """Queue the body of a message as it came, as ``send`` would."""
        self._pending += wire.framed(body)
        self._held = 0.0

    def relay_item(self, body: bytes, left: int) -> None:
        """Queue the body of an item's answer, to go on with those that come soon; ``left`` more of its file
        are to come."""
        if not left:
            self._held = 0.0
        elif not self._pending:
            self._held = time.monotonic() + _GATHERED
        self._pending += wire.framed(body)
        self._left = left

    def gather(self) -> float:
        """Let answers come together while many are to come; until when they are held, 0 where none are."""
        if self._left > _FAR:
            time.sleep(_GATHERED)
            self._left = 0
        return self._held

    def register(self, poll: "select.poll") -> None:
        """Wait for what this end waits for."""
        poll.register(self.incoming, select.POLLIN)
        if self._pending and not self._held:
            poll.register(self._outgoing, select.POLLOUT)

    def read(self) -> Iterator[wire.Message]:
        """The messages that have come. Raises ``WireError``."""
        while True:
            try:
                data = os.read(self.incoming, 1 << 20)
            except BlockingIOError:
                return
            if not data:
                self.open = False
                return
            yield from self._frames.feed(data)

    def write(self) -> None:
        """Write what is queued and not held, as far as the server takes it."""
        if self._held > time.monotonic():
            return
        self._held = 0.0
        try:
            while self._pending:
                del self._pending[: os.write(self._outgoing, bytes(self._pending[: 1 << 18]))]
        except BlockingIOError:
            return
        except OSError:
            self.open = False
