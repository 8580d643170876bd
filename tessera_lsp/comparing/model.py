"""What differs between two trees, as immutable values. Paths are relative to the project; lines from 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tessera_lsp.drift import Answer

Kind = Literal["answer", "order", "declared", "dropped", "other"]


@dataclass(frozen=True)
class Spot:
    """A sample of a sentence."""

    path: str
    line: int
    word: str
    shape: str


@dataclass(frozen=True)
class Change:
    """One sentence as two trees judge it. An answer is None where the tree cannot be asked: it has no such
    battery or record, or could not judge it.

    ``citations`` are sorted. ``why`` is one line about why the answers differ, and ``kind`` what that lies
    in; ``about`` is the shape that it is about, empty for none. ``measured``: the harness measures it, in the
    tree that has it or in both. ``samples`` are those of the later tree, of the earlier one for a sentence
    that went. ``acknowledged``: the same change adds or alters a sample of it that says so.
    """

    battery: str
    text: str
    citations: tuple[str, ...]
    before: Answer | None
    after: Answer | None
    why: str = ""
    kind: Kind = "other"
    about: str = ""
    measured: bool = False
    samples: tuple[Spot, ...] = ()
    place: tuple[str, int] = ("", 1)
    """Path and line in the later tree at which it is best shown: its sample, its owner's definition."""
    declared: tuple[str, ...] = ()
    """The shapes that the battery declares in the later tree."""
    acknowledged: bool = False
    pinned_no_more: bool = False
    """The later tree neither measures it nor has a sample of it."""
    logged: bool = False
    """Whether logs hold it, in the tree that has it or in both."""

    @property
    def same(self) -> bool:
        """Whether both trees answer alike."""
        return self.before == self.after


@dataclass(frozen=True)
class Shape:
    """A shape of a claims file. ``batteries`` declare it."""

    name: str
    module: str
    path: str
    line: int
    samples: int
    batteries: tuple[str, ...] = ()


@dataclass(frozen=True)
class Order:
    """The declared shapes of one battery, before and after, a renamed one by its later name.

    ``moved`` are as few as explain the new order. ``claims`` is how many sentences are owned or judged
    otherwise for that reason.
    """

    battery: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    declared: tuple[str, ...]
    dropped: tuple[str, ...]
    moved: tuple[str, ...]
    claims: int = 0


@dataclass(frozen=True)
class Comparison:
    """What a change does. ``incomparable`` says why verdicts could not be compared, and is empty where they
    were; ``notes`` tell what could not be compared in part."""

    incomparable: str = ""
    notes: tuple[str, ...] = ()
    drift: tuple[Change, ...] = ()
    gained: tuple[Change, ...] = ()
    lost: tuple[Change, ...] = ()
    unjudged: tuple[Change, ...] = ()
    compared: int = 0
    """Sentences that both trees have."""
    order: tuple[Order, ...] = ()
    added: tuple[Shape, ...] = ()
    removed: tuple[Shape, ...] = ()
    renamed: tuple[tuple[Shape, Shape], ...] = ()

    @property
    def unacknowledged(self) -> tuple[Change, ...]:
        """Drift that no changed sample speaks of."""
        return tuple(change for change in self.drift if not change.acknowledged)
