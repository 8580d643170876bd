"""What the worker judged, of which texts: one immutable value, replaced as answers come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
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
        if self.state != "ready" or self.outdated:
            return False
        within = all(self.texts.get(path) == digest for path, digest in texts.items())
        return within and not (self.texts.keys() & self.sources.keys()) - texts.keys()

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
            if harvest.fault is None and not self.harvest_skipped:
                count = counts[battery] = Counter()
                for claim, verdict, owner in measured_now(self, battery):
                    if claim.times:
                        count[owner, verdict] += claim.times
        return counts

    @cached_property
    def logged(self) -> Mapping[str, Counter[tuple[str, int]]]:
        """The same of logged claims, by battery that holds what they cite; a battery without is left out."""
        counts: dict[str, Counter[tuple[str, int]]] = {}
        for battery in self.harvests:
            for claim, verdict, owner in measured_now(self, battery):
                if claim.logged:
                    counts.setdefault(battery, Counter())[owner, verdict] += claim.logged
        return counts

    def consultation(self, key: str) -> Consultation | None:
        """The first consultation of an item, if it was judged."""
        item = self.items.get(key)
        return item.consultations[0] if item and item.consultations else None


def owner_name(reference: ShapeRef) -> str:
    """What verdicts call a shape as their owner: the last part of its name, a class for its instances."""
    names = reference.qualname.split(".")
    return names[-2] if len(names) > 1 and names[-1] == "__call__" else names[-1]


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
        unsupported=tuple((claim, owner) for claim, verdict, owner in now if verdict == 0 and claim.times),
        stale=judged is not None and judged.stale,
    )


@dataclass(frozen=True)
class LoggedFigures:
    """How a battery's logged claims fare, each counted as often as it is logged: no floor holds for them.

    ``unowned`` are those of the ``unsupported`` ones that nobody owns, ``unjudged`` those without a verdict.
    """

    claims: int
    unsupported: int
    unowned: int
    unjudged: int

    @property
    def words(self) -> str:
        """``logged 120 claims, 8 unsupported, 5 of them owned by nobody``."""
        parts = [f"logged {self.claims:,} claim{'s' if self.claims != 1 else ''}"]
        if self.unsupported:
            parts.append(f"{self.unsupported:,} unsupported")
        if self.unowned:
            parts.append(f"{self.unowned:,} of them owned by nobody")
        if self.unjudged:
            parts.append(f"{self.unjudged:,} not judged")
        return ", ".join(parts)


def logged_figures(verdicts: Verdicts, battery: str) -> LoggedFigures | None:
    """A battery's logged claims, None where it has none."""
    counts = verdicts.logged.get(battery)
    if counts is None:
        return None

    def count(*said: int, nobody: bool = False) -> int:
        return sum(n for (owner, v), n in counts.items() if v in said and not (nobody and owner))

    return LoggedFigures(count(1, 0, -1), count(0), count(0, nobody=True), count(-1))


def foreign_claims(verdicts: Verdicts, logged: Iterable[tuple[str, tuple[str, ...], int]]) -> int:
    """How many of the logged claims (text, citations, times) no battery holds the records of."""
    known = {
        (claim.text, claim.citations)
        for harvest in verdicts.harvests.values()
        for claim in harvest.claims
        if claim.logged
    }
    return sum(times for text, cited, times in logged if (text, tuple(sorted(cited))) not in known)


def measured_now(verdicts: Verdicts, battery: str) -> list[tuple[MeasuredClaim, int, str]]:
    """A battery's measured and logged claims with verdict (1, 0, or -1 for not judged) and owner: under the
    unsaved texts where they were judged, else as the saved code has it."""
    harvest = verdicts.harvests.get(battery)
    claims = harvest.claims if harvest is not None else ()
    judged = verdicts.measured.get(battery)
    if judged is not None and len(judged.verdicts) == len(claims):
        return list(zip(claims, judged.verdicts, judged.owners, strict=True))
    saved = {True: 1, False: 0, None: -1}
    return [(claim, saved[claim.verdict], claim.owner) for claim in claims]
