"""What the worker tells the server."""

from dataclasses import dataclass
from typing import Dict, Optional, Tuple

from .values import Consultation, Fault, Record, ShapeRef, Step


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
    gold: str = ""
    """Real path of the folder that its gold cases lie in (``gold_dir``), or empty."""


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
    number: int = 0
    """That of the ``Load``."""


@dataclass(frozen=True)
class MeasuredClaim:
    """A claim that the project's harness put to the verifier, ``times`` times, as the saved code has it; or
    one that is only logged, of which nothing is known before it is judged: then ``times`` is 0."""

    text: str
    citations: Tuple[str, ...]
    times: int
    verdict: Optional[bool]
    owner: str
    steps: Tuple[Step, ...]
    records: Tuple[Record, ...]
    """Cited records, only where the verdict is not True."""
    logged: int = 0
    """How often it stands in the logs."""


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
class Shadowed:
    """A declared shape that owned no claim of its battery, and a claim that it would own (measured, or of a
    sample), which the shape at the place ``owner`` took before it was asked."""

    place: int
    owner: int
    text: str
    citations: Tuple[str, ...]


@dataclass(frozen=True)
class Covered:
    """What of one function's code was executed, and what was not. ``line`` is where the code begins. Both are
    places: line, end line, column, end column; columns in UTF-8 bytes from 0, or -1 where the interpreter
    tells only lines."""

    path: str
    function: str
    line: int
    executed: Tuple[Tuple[int, int, int, int], ...]
    missed: Tuple[Tuple[int, int, int, int], ...]


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
    said: Tuple[str, ...] = ()
    """What the declared shapes said to each claim, a letter a place in the battery: ``T``, ``F``, ``N``
    (None), ``R`` (raised, or did not answer), ``?`` (another answer), ``-`` (was not asked)."""
    rescued: Tuple[str, ...] = ()
    """For each claim that a declared shape called False: the later grammar that would have supported it, or
    empty."""
    shadowed: Tuple[Shadowed, ...] = ()
    """Shapes that owned none of the claims, and would have."""


@dataclass(frozen=True)
class JudgeDone:
    """A ``Judge`` has ended; when ``superseded``, before its end.

    ``faults`` concern it as a whole (an unsaved module that does not import). ``counts``:
    ``shape_calls``, ``graphs``, ``batteries`` (calls of the registry), ``imports``, ``processes``, ``kept``
    (measured claims whose verdict stands without a call of the verifier).
    """

    judge: int
    superseded: bool
    faults: Tuple[Fault, ...]
    counts: Dict[str, int]
    seconds: float
    covered: Tuple[Covered, ...] = ()
    """What was executed in the files of ``Judge.cover``; empty where a process ended before its work did."""


@dataclass(frozen=True)
class Problem:
    """Something about the worker itself, for the log and, where nothing works, for TES901."""

    message: str
    fatal: bool
