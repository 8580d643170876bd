"""The messages between the server and its worker, and how they are framed.

Read by the server's Python and by the user's (3.9 and newer), so: standard library only, old syntax.
A frame is a length of four bytes, big-endian, and a JSON object with ``"type"`` and the message's fields.
JSON is ASCII, so any ``str`` passes, lone surrogates included. Paths are absolute and real. Lines count
from 1, as Python's tracebacks do. Times are seconds.
"""

import dataclasses
import json
import struct
import typing
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple, Type, Union

PROTOCOL = 1
LIMIT = 256 * 1024 * 1024
"""Bytes that a frame may have; more is a torn stream."""
RECORD_IDS = 20_000
"""Record ids that are told of one battery."""

_LENGTH = struct.Struct(">I")


class WireError(Exception):
    """The other side sent what is no frame or no message."""


@dataclass(frozen=True)
class Frame:
    """One frame of a traceback, the deciding one last."""

    path: str
    line: int
    function: str


@dataclass(frozen=True)
class Fault:
    """What user code did wrong.

    ``kind``: ``raised`` (an exception), ``exit`` (``SystemExit`` or the like), ``died`` (the process ended),
    ``timeout``, ``memory``, ``answer`` (neither bool nor None), ``network`` (reached out where it may
    not), ``missing`` (a name or module of the configuration that leads nowhere), ``contract`` (a value of
    another kind than was asked for), ``empty`` (a harness that asked the verifier nothing).
    ``doing`` says what was going on: ``import``, ``batteries``, ``graph``, ``harvest``, ``shape``,
    ``verifier``, ``sample``. ``message`` is one line for a person. ``frames``: innermost last, libraries
    included.
    """

    kind: str
    doing: str
    message: str
    frames: Tuple[Frame, ...] = ()
    shape: str = ""
    """Name of the shape that was being asked, as ``module:qualname``, or empty."""
    battery: str = ""
    claim: str = ""
    """The claim's text, or empty."""


@dataclass(frozen=True)
class ShapeRef:
    """A runtime shape of a battery: where its function is written. ``place`` counts from 0."""

    module: str
    qualname: str
    path: str
    line: int
    place: int


@dataclass(frozen=True)
class Record:
    """A cited record, its text cut to 400 code points. ``path`` may be empty, ``line`` 0."""

    id: str
    source: str
    locator: str
    path: str
    line: int
    text: str


@dataclass(frozen=True)
class Step:
    """One grammar asked: ``answer`` is ``True``, ``False``, ``None``, or ``raised``, or the repr of another
    answer. ``place`` is the shape's place in the battery, -1 for a generic grammar."""

    name: str
    answer: str
    place: int


@dataclass(frozen=True)
class Consultation:
    """What one battery's verifier said to one claim.

    ``verdict`` None: not judged, see ``fault`` or ``why_not``. ``owner`` is empty when nobody owns the claim.
    """

    battery: str
    text: str
    citations: Tuple[str, ...]
    verdict: Optional[bool]
    owner: str
    steps: Tuple[Step, ...] = ()
    records: Tuple[Record, ...] = ()
    unknown: Tuple[str, ...] = ()
    """Citations that the battery has no record of."""
    fault: Optional[Fault] = None
    why_not: str = ""


# ---------------------------------------------------------------- server to worker


@dataclass(frozen=True)
class Load:
    """Import the saved project, build what its registry builds, run its harness. Comes first, and again
    after a save: what was loaded serves until the new state is ready.

    ``paths`` are what goes on ``sys.path`` after the root, in order. ``core`` is ``module`` or
    ``module:function``; ``batteries`` and ``eval`` are dotted callables or constants, empty for none.
    ``claims`` are module names, with their files in ``claims_paths``. Times are seconds, memory MiB.
    """

    root: str
    paths: Tuple[str, ...]
    registry: str
    core: str
    batteries: str
    eval: str
    claims: Tuple[str, ...]
    claims_paths: Tuple[str, ...]
    harvest: bool
    network: bool
    timeout: float
    import_timeout: float
    load_timeout: float
    harvest_timeout: float
    memory: int


@dataclass(frozen=True)
class Item:
    """A sentence to be judged: a sample of ``shape`` (``module`` and ``qualname``), or any sentence put to a
    battery (then both are empty). ``battery`` empty: every battery that declares the shape; where none
    does, the shape is asked directly with the graph of its vertical's battery, if there is one."""

    key: str
    module: str
    qualname: str
    text: str
    citations: Tuple[str, ...]
    battery: str = ""


@dataclass(frozen=True)
class Judge:
    """Judge under the open texts (real path to text). A newer one supersedes an older one.

    A text that equals what was imported changes nothing. Items first, in this order; then, when
    ``measured``, every harvested claim.
    """

    id: int
    buffers: Dict[str, str]
    items: Tuple[Item, ...]
    measured: bool


# ---------------------------------------------------------------- worker to server


@dataclass(frozen=True)
class Hello:
    """The handshake. ``abilities``: ``fork``, ``subreaper``, ``memory``, ``lines`` (of a stuck call)."""

    protocol: int
    python: str
    executable: str
    abilities: Tuple[str, ...]


@dataclass(frozen=True)
class BatteryInfo:
    """A battery of the running registry. ``builder`` is ``path`` and ``line`` where it is built, if known."""

    name: str
    shapes: Tuple[ShapeRef, ...]
    records: int
    claim_class: str
    fault: Optional[Fault] = None
    """Why its graph could not be built."""
    ids: Tuple[str, ...] = ()
    """The first ``RECORD_IDS`` of its records' ids, in the graph's order."""
    id_sources: Tuple[str, ...] = ()
    """The sources (``origin.source``) of those records, parallel to ``ids``."""


@dataclass(frozen=True)
class Source:
    """A project module as it was imported. ``digest`` is the first 16 hex digits of the SHA-256 of its text
    in UTF-8 (``surrogatepass``), decoded by its coding line, without a BOM, line ends as they are."""

    path: str
    module: str
    digest: str


@dataclass(frozen=True)
class Loaded:
    """The saved project is imported and its batteries are built, as far as could be."""

    batteries: Tuple[BatteryInfo, ...]
    faults: Tuple[Fault, ...]
    sources: Tuple[Source, ...]
    seconds: float


@dataclass(frozen=True)
class MeasuredClaim:
    """A claim that the project's harness put to the verifier, ``times`` times, as the saved code has it."""

    text: str
    citations: Tuple[str, ...]
    times: int
    verdict: Optional[bool]
    owner: str
    steps: Tuple[Step, ...]
    records: Tuple[Record, ...]
    """Cited records, only where the verdict is not True."""


@dataclass(frozen=True)
class Harvested:
    """One battery's measured claims; comes again after each load. ``fault``: why there are none. ``info``
    is the battery as it is known then, with the records that the harness handed over."""

    battery: str
    claims: Tuple[MeasuredClaim, ...]
    fault: Optional[Fault]
    seconds: float
    info: Optional[BatteryInfo] = None


@dataclass(frozen=True)
class HarvestDone:
    """No more ``Harvested`` will come; ``skipped`` says why the harness was not run at all, if so.
    ``sources`` are all modules that are imported now, those that only the harness imports included."""

    skipped: str = ""
    sources: Tuple[Source, ...] = ()


@dataclass(frozen=True)
class ItemJudged:
    """The answers to one item, with a consultation for each battery that was asked.

    ``answers`` are the shape's own when asked directly, as in ``Step``: one for each battery that declares
    it and each runtime shape that the name stands for (a factory makes several). ``faults`` are what
    those calls met. ``why_not``: why nothing was judged, else empty.
    """

    judge: int
    key: str
    consultations: Tuple[Consultation, ...]
    answers: Tuple[str, ...]
    faults: Tuple[Fault, ...]
    why_not: str = ""


@dataclass(frozen=True)
class MeasuredJudged:
    """Fresh verdicts of a battery's measured claims, parallel to its ``Harvested.claims``:
    verdicts (1, 0, or -1 for not judged), owners, and the faults met."""

    judge: int
    battery: str
    verdicts: Tuple[int, ...]
    owners: Tuple[str, ...]
    faults: Tuple[Fault, ...]
    rewired: Optional[Tuple[ShapeRef, ...]] = None
    """The battery's shapes under the unsaved texts."""
    stale: bool = False
    """The unsaved texts reach what measures: another harvest may measure other claims than these."""


@dataclass(frozen=True)
class JudgeDone:
    """A ``Judge`` has ended; when ``superseded``, before its end.

    ``faults`` concern it as a whole (an unsaved module that does not import). ``counts``:
    ``shape_calls``, ``graphs``, ``batteries`` (calls of the registry), ``imports``, ``processes``.
    """

    judge: int
    superseded: bool
    faults: Tuple[Fault, ...]
    counts: Dict[str, int]
    seconds: float


@dataclass(frozen=True)
class Problem:
    """Something about the worker itself, for the log and, where nothing works, for TES901."""

    message: str
    fatal: bool


Message = Union[
    Load, Judge, Hello, Loaded, Harvested, HarvestDone, ItemJudged, MeasuredJudged, JudgeDone, Problem
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
