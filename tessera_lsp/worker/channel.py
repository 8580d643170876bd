"""How the supervisor and its processes talk: frames over a socket, with descriptors where one is forked.

A frame is a length of four bytes, a tag and a body. ``W`` is a message of ``wire`` that goes on to the
server; ``J`` is a JSON object between supervisor and process alone. Both ends are of one version, but a
process runs user code that may write anything to any descriptor: what comes from one is checked.
"""

import json
import socket
import struct
from typing import Any, Dict, List, Tuple

from .. import wire

_LENGTH = struct.Struct(">I")
RELAY, OWN = b"W", b"J"


def pack(tag: bytes, body: bytes) -> bytes:
    """One frame."""
    return _LENGTH.pack(len(body) + 1) + tag + body


def pack_own(message: Dict[str, Any]) -> bytes:
    """A frame that stays between supervisor and process."""
    return pack(OWN, json.dumps(message, separators=(",", ":")).encode("ascii"))


class Unpacker:
    """Bytes in, whole (tag, body) pairs out. Raises ``wire.WireError`` at what is no frame."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> List[Tuple[bytes, bytes]]:
        """The frames that are whole once ``data`` has come."""
        self._pending += data
        frames = []
        while len(self._pending) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._pending)
            tag = bytes(self._pending[_LENGTH.size : _LENGTH.size + 1])
            if not 1 <= length <= wire.LIMIT or tag not in (b"", RELAY, OWN):
                raise wire.WireError("not a frame")
            end = _LENGTH.size + length
            if len(self._pending) < end:
                break
            frames.append((tag, bytes(self._pending[_LENGTH.size + 1 : end])))
            del self._pending[:end]
        return frames


class Channel:
    """A process's end: blocking, and closed in whatever it executes."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._socket.setblocking(True)
        self._socket.set_inheritable(False)

    def send(self, message: Dict[str, Any]) -> None:
        """Tell the supervisor. Raises ``OSError`` when it is gone."""
        self._socket.sendall(pack_own(message))

    def relay(self, message: wire.Message) -> None:
        """Tell the server."""
        self._socket.sendall(pack(RELAY, wire.encode(message)[_LENGTH.size :]))

    def receive(self) -> Tuple[Dict[str, Any], List[int]]:
        """The supervisor's next message, and the descriptors that came along. ``EOFError`` at the end."""
        head, descriptors, _, _ = socket.recv_fds(self._socket, _LENGTH.size, 4)
        head += self._exactly(_LENGTH.size - len(head)) if head else b""
        if not head:
            raise EOFError("the supervisor is gone")
        body = self._exactly(_LENGTH.unpack(head)[0])
        message: Dict[str, Any] = json.loads(body[1:])
        return message, list(descriptors)

    def _exactly(self, count: int) -> bytes:
        data = bytearray()
        while len(data) < count:
            more = self._socket.recv(min(count - len(data), 1 << 20))
            if not more:
                raise EOFError("the supervisor is gone")
            data += more
        return bytes(data)

    def close(self) -> None:
        """Close this end."""
        self._socket.close()
