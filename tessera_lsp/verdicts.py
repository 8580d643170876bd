"""What the worker judged, of which texts: one immutable value, replaced as answers come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tessera_lsp.probed import Probed
from tessera_lsp.wire import (
    BatteryInfo,
    Consultation,
    Covered,
    Fault,
    Harvested,
    ItemJudged,
    MeasuredClaim,
    MeasuredJudged,
    ShapeRef,
)

State = Literal["off", "asking", "starting", "ready", "failed"]


@dataclass(frozen=True)
class Verdicts:
    """All that a run has told so far.

    ``state``: ``off`` (running is refused: ``reason`` says by whom), ``asking`` (trust is not settled yet),
    ``starting``, ``ready``, ``failed`` (TES901: ``reason`` says why and the way out).
    ``texts`` are the digests of the unsaved texts (real path to ``Document.digest``) that ``items``,
    ``measured`` and ``faults`` were judged under. ``load`` counts the loads of the saved project;
    ``harvest_done``: its harness has run, or was skipped; then ``harvest_skipped`` says why.
    """

    state: State = "off"
    reason: str = ""
    load: int = 0
    python: str = ""
    batteries: tuple[BatteryInfo, ...] = ()
    load_faults: tuple[Fault, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    """Real path to digest of each project module as it was imported."""
    harvests: Mapping[str, Harvested] = field(default_factory=dict)
    harvest_done: bool = False
    harvest_skipped: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, ItemJudged] = field(default_factory=dict)
    measured: Mapping[str, MeasuredJudged] = field(default_factory=dict)
    judge_faults: tuple[Fault, ...] = ()
    judged: bool = False
    """Whether a judgement under ``texts`` has run to its end."""
    counts: Mapping[str, int] = field(default_factory=dict)
    covered: tuple[Covered, ...] = ()
    """What the judgement has executed, where it was asked to tell."""
    probed: Probed | None = None
    """What was asked beyond an ordinary run, under the same texts; None where nothing was."""
    outdated: bool = False
    """The project has been loaded anew since ``items`` and ``measured`` were judged."""

    def fresh(self, texts: Mapping[str, str]) -> bool:
        """Whether the verdicts were judged under these unsaved texts. What was judged under may hold more:
        an open file that is no part of what was imported changes nothing."""
        within = all(self.texts.get(path) == digest for path, digest in texts.items())
        beyond = (self.texts.keys() & self.sources.keys()) - texts.keys()
        return self.state == "ready" and not self.outdated and within and not beyond

    @property
    def complete(self) -> bool:
        """Whether all has been told that one run of judging tells: the harness has ended, and samples and
        measured claims were judged after that."""
        awaited = {name for name, harvest in self.harvests.items() if harvest.claims}
        return self.state == "ready" and self.judged and self.harvest_done and awaited <= self.measured.keys()

    def shapes(self, battery: str) -> tuple[ShapeRef, ...]:
        """The running registry's shapes of a battery, the unsaved wiring included."""
        judged = self.measured.get(battery)
        if judged is not None and judged.rewired is not None:
            return judged.rewired
        return next((b.shapes for b in self.batteries if b.name == battery), ())

    @cached_property
    def owned(self) -> Mapping[str, Counter[tuple[str, int]]]:
        """How many measured claims each owner has, by verdict (1, 0, -1), by measured battery."""
        counts: dict[str, Counter[tuple[str, int]]] = {}
        for battery, harvest in self.harvests.items():
            if harvest.fault is None:
                count = counts[battery] = Counter()
                for claim, verdict, owner in measured_now(self, battery):
                    count[owner, verdict] += claim.times
        return counts

    def consultation(self, key: str) -> Consultation | None:
        """The first consultation of an item, if it was judged."""
        item = self.items.get(key)
        return item.consultations[0] if item and item.consultations else None


def sample_key(path: str, qualname: str, word: str, text: str, citations: tuple[str, ...]) -> str:
    """The key under which a sample is judged: what it says, not where it stands."""
    return "\x1f".join((path, qualname, word, text, *citations))


@dataclass(frozen=True)
class Figures:
    """How a battery's measured claims fare, each counted as often as its harness measured it.

    ``claims`` counts all, ``supported`` those that the verifier supports, ``unjudged`` those it could not
    judge. ``unsupported`` are the distinct claims that it does not support, with their owner, which is empty
    for nobody.
    """

    claims: int
    supported: int
    unjudged: int
    unsupported: tuple[tuple[MeasuredClaim, str], ...] = ()
    stale: bool = False
    """The edit reaches what measures: the saved texts' claims are these, the edit's may be others."""

    @property
    def faithfulness(self) -> float | None:
        """The share of supported claims; None where no claim was measured, which is never 1.0."""
        return self.supported / self.claims if self.claims else None


def figures(verdicts: Verdicts, battery: str) -> Figures:
    """A battery's figures: under the unsaved texts where they were judged, else as the saved code has it."""
    now = measured_now(verdicts, battery)
    judged = verdicts.measured.get(battery)
    return Figures(
        claims=sum(claim.times for claim, _, _ in now),
        supported=sum(claim.times for claim, verdict, _ in now if verdict == 1),
        unjudged=sum(claim.times for claim, verdict, _ in now if verdict == -1),
        unsupported=tuple((claim, owner) for claim, verdict, owner in now if verdict == 0),
        stale=judged is not None and judged.stale,
    )


def measured_now(verdicts: Verdicts, battery: str) -> list[tuple[MeasuredClaim, int, str]]:
    """A battery's measured claims with verdict (1, 0, or -1 for not judged) and owner: under the unsaved
    texts where they were judged, else as the saved code has it."""
    harvest = verdicts.harvests.get(battery)
    claims = harvest.claims if harvest is not None else ()
    judged = verdicts.measured.get(battery)
    if judged is not None and len(judged.verdicts) == len(claims):
        return list(zip(claims, judged.verdicts, judged.owners, strict=True))
    saved = {True: 1, False: 0, None: -1}
    return [(claim, saved[claim.verdict], claim.owner) for claim in claims]
