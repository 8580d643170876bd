"""What the server asks of the worker."""

from dataclasses import dataclass
from typing import Dict, Tuple


@dataclass(frozen=True)
class Logged:
    """A claim out of logged answers, ``times`` times."""

    text: str
    citations: Tuple[str, ...]
    times: int


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
    number: int = 0
    """Counts the loads that were asked for; a newer one takes the place of one that has not ended."""
    watched: Tuple[str, ...] = ()
    """Folders that are no part of the project: modules that come from below them all the same are told as
    sources, with an empty digest."""
    logged: Tuple[Logged, ...] = ()
    """Claims that count as measured ones do, in each battery that holds all records that they cite."""
    observe: bool = False
    """Whether each process that has done its job tells what it has seen of the machine: ``Observed``."""


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
    why: bool = False
    """Whether to watch the calls, and tell ``Step.why``."""
    reverse_nodes: bool = False
    """Whether the nodes are handed over in the reverse order, where they are a plain dictionary or a
    view of one."""
    case: str = ""
    """The JSON of a gold case's object: then the claims that ``battery`` answers to it are judged, each in a
    consultation of its own, and ``text`` and ``citations`` say nothing."""


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
    aside: bool = False
    """Whether nobody waits for it: the process that is kept ready is left to an edit."""
    cover: Tuple[str, ...] = ()
    """Real paths of files: tell what of their functions is executed meanwhile (``JudgeDone.covered``);
    every shape is asked then, also where its answer is kept."""


@dataclass(frozen=True)
class Ahead:
    """A ``Judge`` under these texts, which is not an aside, will most likely come soon: what it takes
    whatever is asked can be done meanwhile. Never answered; a newer one takes its place."""

    buffers: Dict[str, str]


@dataclass(frozen=True)
class Explain:
    """Judge one item under these texts beside what else is being judged, which goes on. Answered by its
    ``ItemJudged`` and a ``JudgeDone``, both under this ``id``, which is negative: a ``Judge`` has others.
    A ``Judge`` under other texts supersedes it."""

    id: int
    buffers: Dict[str, str]
    item: Item
