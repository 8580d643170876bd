"""What the worker judged, of which texts: one immutable value, replaced as answers come in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tessera_lsp.wire import (
    BatteryInfo,
    Consultation,
    Fault,
    Harvested,
    ItemJudged,
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
    ``harvest_done`` says that its harness has run, ``harvest_skipped`` why it was not.
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

    def fresh(self, texts: Mapping[str, str]) -> bool:
        """Whether the verdicts were judged under just these unsaved texts."""
        return self.state == "ready" and dict(self.texts) == dict(texts)

    def shapes(self, battery: str) -> tuple[ShapeRef, ...]:
        """The running registry's shapes of a battery, the unsaved wiring included."""
        judged = self.measured.get(battery)
        if judged is not None and judged.rewired is not None:
            return judged.rewired
        return next((b.shapes for b in self.batteries if b.name == battery), ())

    def consultation(self, key: str) -> Consultation | None:
        """The first consultation of an item, if it was judged."""
        item = self.items.get(key)
        return item.consultations[0] if item and item.consultations else None


def sample_key(path: str, qualname: str, word: str, text: str, citations: tuple[str, ...]) -> str:
    """The key under which a sample is judged: what it says, not where it stands."""
    return "\x1f".join((path, qualname, word, text, *citations))
