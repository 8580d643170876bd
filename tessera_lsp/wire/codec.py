"""Messages to frames and back."""

import dataclasses
import json
import struct
import typing
from typing import Any, Dict, List, Type, Union

from .answers import (
    HarvestDone,
    Harvested,
    Hello,
    ItemJudged,
    JudgeDone,
    Loaded,
    MeasuredJudged,
    Problem,
)
from .requests import Explain, Judge, Load

LIMIT = 256 * 1024 * 1024
"""Bytes that a frame may have; more is a torn stream."""

_LENGTH = struct.Struct(">I")


class WireError(Exception):
    """The other side sent what is no frame or no message."""


Message = Union[
    Load,
    Judge,
    Explain,
    Hello,
    Loaded,
    Harvested,
    HarvestDone,
    ItemJudged,
    MeasuredJudged,
    JudgeDone,
    Problem,
]
_MESSAGES: Dict[str, Type[Any]] = {kind.__name__: kind for kind in typing.get_args(Message)}


def encode(message: Message) -> bytes:
    """One frame."""
    body = {"type": type(message).__name__, **dataclasses.asdict(message)}
    data = json.dumps(body, separators=(",", ":")).encode("ascii")
    return _LENGTH.pack(len(data)) + data


def loads(data: bytes) -> Dict[str, Any]:
    """A JSON object that is no message of this module. Raises ``WireError``."""
    try:
        body = json.loads(data)
    except ValueError as error:
        raise WireError("not JSON: %r" % (error,)) from error
    if not isinstance(body, dict):
        raise WireError("not an object")
    return body


def decode(data: bytes) -> Message:
    """The message of a frame's body. Raises ``WireError``."""
    try:
        body = json.loads(data)
        kind = _MESSAGES[body.pop("type")]
        return typing.cast(Message, build(kind, body))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise WireError("not a message: %r" % (error,)) from error


def plain(value: Any) -> Any:
    """A message, or a value within one, as JSON holds it."""
    return dataclasses.asdict(value)


def build(kind: Any, value: Any) -> Any:
    """``value`` out of JSON as the annotated type ``kind``: the reverse of ``plain``."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Union:
        return None if value is None else build(arguments[0], value)
    if origin is tuple:
        return tuple(build(arguments[0], item) for item in value)
    if origin is dict:
        return {key: build(arguments[1], item) for key, item in value.items()}
    if dataclasses.is_dataclass(kind):
        hints, make = _hints(kind), typing.cast(Any, kind)
        return make(**{key: build(hints[key], item) for key, item in value.items()})
    return value


_HINTS: Dict[Any, Dict[str, Any]] = {}


def _hints(kind: Any) -> Dict[str, Any]:
    if kind not in _HINTS:
        _HINTS[kind] = typing.get_type_hints(kind)
    return _HINTS[kind]


class Frames:
    """Bytes in, whole messages out. Raises ``WireError`` at a frame that is too long or no message."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> List[Message]:
        """The messages that are whole once ``data`` has come."""
        self._pending += data
        messages: List[Message] = []
        while len(self._pending) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._pending)
            if length > LIMIT:
                raise WireError("a frame of %d bytes" % length)
            end = _LENGTH.size + length
            if len(self._pending) < end:
                break
            messages.append(decode(bytes(self._pending[_LENGTH.size : end])))
            del self._pending[:end]
        return messages
