"""What messages are made of: faults, records, consultations, reasons."""

from dataclasses import dataclass
from typing import Optional, Tuple


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
    another kind than was asked for), ``empty`` (a harness that asked the verifier nothing), ``impure`` (a
    shape that wrote, connected, started a process, or changed what all code of the process shares; the
    last was put back).
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
class Group:
    """What a pattern's group captured. ``name`` is its name, or its number. ``start`` and ``end`` are code
    points within the claim's text, -1 where what was matched is no part of it."""

    name: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class PatternMatch:
    """A pattern that was applied and matched, group 0 first. ``path`` and ``line`` are the call's."""

    pattern: str
    path: str
    line: int
    groups: Tuple[Group, ...]


@dataclass(frozen=True)
class Condition:
    """A condition that was asked on the way: of an ``if``, ``while`` or ``case``, or an ``except``. ``held``
    is None where that cannot be told. ``text`` is its source line, stripped."""

    line: int
    text: str
    held: Optional[bool]


@dataclass(frozen=True)
class Why:
    """How one shape came to its answer: the line of the project's function that decided.

    ``line`` returned, or raised, or is the last one that ran where the function ended without a ``return``;
    ``text`` is the source of it, stripped and bounded. ``branch`` are the conditions of that function that
    led there, in the order of the text. ``values`` are names in scope with the text of their values, bounded,
    none of it made by the project's own ``__repr__``; ``seconds`` is how long the call took, watched.
    """

    path: str
    line: int
    function: str
    text: str = ""
    branch: Tuple[Condition, ...] = ()
    values: Tuple[Tuple[str, str], ...] = ()
    patterns: Tuple[PatternMatch, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class Step:
    """One grammar asked: ``answer`` is ``True``, ``False``, ``None``, or ``raised``, or the repr of another
    answer. ``place`` is the shape's place in the battery, -1 for a generic grammar."""

    name: str
    answer: str
    place: int
    why: Optional[Why] = None
    """Only where the item asked for it."""


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
    rescued: str = ""
    """Where a declared shape called it False: the later grammar that would have supported it, else empty."""
