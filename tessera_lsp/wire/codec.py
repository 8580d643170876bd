"""Messages to frames and back."""

import dataclasses
import json
import operator
import re
import struct
import typing
from typing import Any, Callable, Dict, List, Optional, Tuple, Type, Union

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
from .requests import Ahead, Explain, Judge, Load
from .seen import Observed

LIMIT = 256 * 1024 * 1024
"""Bytes that a frame may have; more is a torn stream."""

_LENGTH = struct.Struct(">I")
_JSON = json.JSONEncoder(separators=(",", ":")).encode
_ITEM = re.compile(rb'\{"type":"ItemJudged","judge":(-?[0-9]{1,18}),')


class WireError(Exception):
    """The other side sent what is no frame or no message."""


Message = Union[
    Load,
    Ahead,
    Judge,
    Explain,
    Hello,
    Loaded,
    Harvested,
    HarvestDone,
    ItemJudged,
    MeasuredJudged,
    JudgeDone,
    Observed,
    Problem,
]
_MESSAGES: Dict[str, Type[Any]] = {kind.__name__: kind for kind in typing.get_args(Message)}


def encode(message: Message) -> bytes:
    """One frame."""
    body = {"type": type(message).__name__, **plain(message)}
    return framed(_JSON(body).encode("ascii"))


def framed(body: bytes) -> bytes:
    """The frame of a message that is encoded already."""
    return _LENGTH.pack(len(body)) + body


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


def judge_of_item(data: bytes) -> Optional[int]:
    """The ``judge`` of an ``ItemJudged`` that ``encode`` made, read off the beginning of the frame's body;
    None for any other message, and for what does not look like one."""
    found = _ITEM.match(data)
    return int(found[1]) if found is not None and data.endswith(b"}") else None


def plain(value: Any) -> Any:
    """A message, or a value within one, as JSON holds it."""
    kind = type(value)
    if kind in (tuple, list):
        return [plain(item) for item in value]
    plan = _PLANS.get(kind)
    if plan is None:
        if not dataclasses.is_dataclass(kind):
            return value
        plan = _plan(kind)
    names, values, others = plan
    made = dict(zip(names, values(value)))
    for name in others:
        if made[name] is not None:
            made[name] = plain(made[name])
    return made


def build(kind: Any, value: Any) -> Any:
    """``value`` out of JSON as the annotated type ``kind``: the reverse of ``plain``. Raises ``TypeError``
    for what is none."""
    return _builder(kind)(value)


# A message may hold ten thousand claims: which fields hold nothing but texts and numbers, and how the others
# are built, is found out once for each class.
_Builder = Callable[[Any], Any]
_Plan = Tuple[List[str], Callable[[Any], Tuple[Any, ...]], List[str]]
"""The fields, what gets the values of all, and which of them JSON does not hold as they are."""
_PLANS: Dict[Any, _Plan] = {}
_BUILDERS: Dict[Any, _Builder] = {}
_LEAVES = (str, int, float, bool, type(None))


def _plan(kind: Any) -> _Plan:
    hints = typing.get_type_hints(kind)
    names = list(hints)
    get = operator.attrgetter(*names)
    values = get if len(names) > 1 else lambda value: (get(value),)
    plan = _PLANS[kind] = names, values, [name for name in names if not _is_plain(hints[name])]
    return plan


def _is_plain(hint: Any) -> bool:
    """Whether JSON holds values of that type as they are."""
    inner = [one for one in typing.get_args(hint) if one is not Ellipsis]
    return all(map(_is_plain, inner)) if inner else hint in _LEAVES


def _builder(kind: Any) -> _Builder:
    known = _BUILDERS.get(kind)
    if known is None:
        known = _BUILDERS[kind] = _make_builder(kind)
    return known


def _make_builder(kind: Any) -> _Builder:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Union:
        one = _builder(arguments[0])
        return lambda value: None if value is None else one(value)
    if origin is tuple:
        if arguments[0] in _LEAVES:
            return tuple
        item = _builder(arguments[0])
        return lambda value: tuple([item(one) for one in value])
    if origin is dict:
        inside = _builder(arguments[1])
        return lambda value: {key: inside(one) for key, one in value.items()}
    if not dataclasses.is_dataclass(kind):
        return lambda value: value
    return _dataclass_builder(kind)


def _dataclass_builder(kind: Any) -> _Builder:
    plan: Optional[List[Tuple[str, _Builder]]] = None

    def made(value: Dict[str, Any]) -> Any:
        nonlocal plan
        if plan is None:  # only now, for classes may hold their own kind
            hints = typing.get_type_hints(kind)
            plan = [(name, _builder(hint)) for name, hint in hints.items() if hint not in _LEAVES]
        fields = dict(value)
        for name, one in plan:
            if name in fields:
                fields[name] = one(fields[name])
        return kind(**fields)

    return made


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
