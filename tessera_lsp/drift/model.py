"""What drift is told in: a sentence, how it stands in a state, and what differs between two states."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

NOBODY = "nobody"


class Sentence(NamedTuple):
    """A claim as one battery is asked it. ``citations`` are in the order in which they were cited."""

    battery: str
    text: str
    citations: tuple[str, ...]


class Answer(NamedTuple):
    """``owner`` is empty for nobody. ``verdict`` is None where the claim was not judged."""

    owner: str
    verdict: bool | None

    @property
    def words(self) -> str:
        """``supported · OWNER``, ``unsupported · nobody``, ``not judged``."""
        if self.verdict is None:
            return "not judged"
        return f"{'supported' if self.verdict else 'unsupported'} · {self.owner or NOBODY}"


@dataclass(frozen=True)
class Stand:
    """How a sentence stands in one state. ``said`` is what each grammar that was asked said, in order.

    ``measured`` counts how often the harness asked it; ``samples`` are the keys of the samples that it is.
    """

    answer: Answer
    said: tuple[tuple[str, str], ...] = ()
    measured: int = 0
    samples: tuple[str, ...] = ()
    logged: int = 0
    """How often it is logged."""


@dataclass(frozen=True)
class State:
    """All that was judged of one text of the project; ``shapes`` are each battery's, by name, in order."""

    stands: Mapping[Sentence, Stand] = field(default_factory=dict)
    shapes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """A sentence whose verdict or owner is another one than before. ``why`` names the first grammar that
    answers otherwise, on one line. ``measured`` and ``samples`` as in ``Stand``, of the later state."""

    battery: str
    claim: str
    citations: tuple[str, ...]
    before: Answer
    after: Answer
    why: str
    measured: int = 0
    samples: tuple[str, ...] = ()


@dataclass(frozen=True)
class Drift:
    """What differs between two states, measured claims first, then in order of battery and text.

    ``gained`` and ``lost`` are sentences that only one state has: no drift, since there is nothing to
    compare. ``unjudged`` are those that one of the two could not judge: whether they drift is not known.
    ``renamed`` are pairs of names that a battery's shapes bear before and after, with the same answers.
    """

    entries: tuple[Entry, ...] = ()
    gained: tuple[Sentence, ...] = ()
    lost: tuple[Sentence, ...] = ()
    unjudged: tuple[Sentence, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()

    def touching(self, batteries: Collection[str], owners: Collection[str]) -> int:
        """How many entries of these batteries one of these owners has, before or after."""
        return sum(
            1
            for entry in self.entries
            if entry.battery in batteries and {entry.before.owner, entry.after.owner} & set(owners)
        )
