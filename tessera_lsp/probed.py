"""Questions beyond samples and measured claims, and what was answered to them: immutable values.

They are asked where a user wants more than an ordinary run tells (``check --deep``), and hold for the texts
that the verdicts beside them were judged under.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tessera_lsp.wire import Covered, Item, ItemJudged

Kind = Literal["mutant", "citations", "overlap", "again", "witness"]
Key = tuple[str, str]
"""Module and qualified name of a shape."""


@dataclass(frozen=True)
class Probe:
    """One question. ``item`` is what is judged; ``shape`` is whom it is about, at ``place`` in ``battery``.

    ``text`` and ``citations`` are the claim that it was made of, ``change`` says in words what was done to
    it, ``how`` in one word. ``answer`` is what the shape says to that claim. ``other`` is the later shape of
    two that may overlap. ``turn`` counts the questions that belong together.
    """

    kind: Kind
    item: Item
    battery: str
    shape: Key = ("", "")
    place: int = -1
    text: str = ""
    citations: tuple[str, ...] = ()
    how: str = ""
    change: str = ""
    answer: str = ""
    other: Key = ("", "")
    turn: int = 0


@dataclass(frozen=True)
class Probed:
    """What was asked and what was answered. ``answers`` by the items' keys; ``seeds`` are answers to the
    questions of the kind ``again`` under several values of ``PYTHONHASHSEED``, in their order. ``covered`` is
    what samples and measured claims execute; empty where that is not known."""

    probes: tuple[Probe, ...] = ()
    answers: Mapping[str, ItemJudged] = field(default_factory=dict)
    seeds: Mapping[str, Mapping[str, ItemJudged]] = field(default_factory=dict)
    covered: tuple[Covered, ...] = ()

    def of(self, kind: Kind) -> tuple[tuple[Probe, ItemJudged], ...]:
        """The questions of one kind that were answered, in the order in which they were made."""
        mine = (probe for probe in self.probes if probe.kind == kind)
        return tuple((p, self.answers[p.item.key]) for p in mine if p.item.key in self.answers)
