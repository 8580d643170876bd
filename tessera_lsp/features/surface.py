"""Where shapes stand in the batteries and what they own, out of the text and, where it ran, of the run."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from tessera_lsp.features.standing import shorten, why_nothing_runs
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.verdicts import figures, logged_figures
from tessera_lsp.wording import counted


@dataclass(frozen=True)
class Place:
    """A shape's place (from 1) among a battery's ``of`` shapes.

    ``owned`` counts the measured claims that it owns, as often as they were emitted; None where nothing has
    been measured. ``stale``: the edit reaches what measures, and the next harvest may measure others.
    ``logged`` counts the logged ones, where the battery has some.
    """

    battery: str
    place: int
    of: int
    owned: int | None
    stale: bool = False
    logged: int | None = None

    @property
    def words(self) -> str:
        """``business 4 of 6 · owns 13``, ``business 4 of 6 · owns 13, 40 logged``."""
        counts = [] if self.owned is None else [f"{self.owned:,}{' …' if self.stale else ''}"]
        if self.logged is not None:
            counts.append(f"{self.logged:,} logged")
        owned = f" · owns {', '.join(counts)}" if counts else ""
        return f"{self.battery} {self.place} of {self.of}{owned}"


def places(snapshot: Snapshot, shape: ShapeDefinition) -> tuple[Place, ...]:
    """Every battery place of the shape: as the text declares it, with what the run has measured."""
    found = []
    for battery, at in snapshot.declared_at.get(shape.key, ()):
        name = battery.name or battery.builder
        owned, stale = claims_owned(snapshot, name, shape), _stale(snapshot, name)
        logged = logged_owned(snapshot, name, shape)
        found.append(Place(name, at + 1, len(battery.declarations), owned, stale, logged))
    if found or snapshot.index.wiring_complete:
        return tuple(found)
    return _running(snapshot, shape)


def _running(snapshot: Snapshot, shape: ShapeDefinition) -> tuple[Place, ...]:
    """The places by the running registry, for wiring that can't be read."""
    found = []
    for battery in snapshot.verdicts.batteries:
        shapes = snapshot.verdicts.shapes(battery.name)
        for reference in shapes:
            if (reference.module, reference.qualname) == shape.key:
                owned = claims_owned(snapshot, battery.name, shape)
                stale = _stale(snapshot, battery.name)
                logged = logged_owned(snapshot, battery.name, shape)
                found.append(Place(battery.name, reference.place + 1, len(shapes), owned, stale, logged))
                break
    return tuple(found)


def _stale(snapshot: Snapshot, battery: str) -> bool:
    judged = snapshot.verdicts.measured.get(battery)
    return judged is not None and judged.stale


def claims_owned(snapshot: Snapshot, battery: str, shape: ShapeDefinition) -> int | None:
    """How many of the battery's emitted claims the shape owns, None where none were measured."""
    return _owned(snapshot.verdicts.owned.get(battery), shape)


def logged_owned(snapshot: Snapshot, battery: str, shape: ShapeDefinition) -> int | None:
    """How many of the battery's logged claims the shape owns, None where it has none."""
    return _owned(snapshot.verdicts.logged.get(battery), shape)


def _owned(counts: Mapping[tuple[str, int], int] | None, shape: ShapeDefinition) -> int | None:
    if counts is None:
        return None
    names = owner_names(shape.qualname)
    return sum(times for (owner, _), times in counts.items() if owner in names)


def owner_names(qualname: str) -> set[str]:
    """What verdicts may call a shape as their owner: its name, a class for its instances."""
    parts = qualname.split(".")
    return {qualname, parts[-1], *(parts[-2:-1] if parts[-1] == "__call__" else ())}


def battery_words(snapshot: Snapshot, battery: str) -> str:
    """``faithfulness 1.000 · 59 claims``, or why there are no figures, and what is logged. The share is cut,
    not rounded: what is below the floor never reads as if it were there."""
    logged = logged_figures(snapshot.verdicts, battery)
    words = _measured_words(snapshot, battery)
    return words if logged is None else f"{words} · {logged.words}"


def _measured_words(snapshot: Snapshot, battery: str) -> str:
    harvest = snapshot.verdicts.harvests.get(battery)
    if reason := why_nothing_runs(snapshot.verdicts):
        return shorten(f"not run: {reason}")
    if harvest is None or snapshot.verdicts.harvest_skipped:
        done = snapshot.verdicts.harvest_done
        return (
            shorten(snapshot.verdicts.harvest_skipped or "nothing measured") if done else "being measured …"
        )
    if harvest.fault is not None:
        return shorten(f"not measured: {harvest.fault.message}")
    now = figures(snapshot.verdicts, battery)
    if now.faithfulness is None:
        return "no claims measured"
    words = [f"faithfulness {math.floor(now.faithfulness * 1000) / 1000:.3f}", counted(now.claims, "claim")]
    if now.unjudged:
        words.append(f"{now.unjudged:,} not judged")
    return " · ".join(words) + ("" if snapshot.fresh and not now.stale else " …")


def sample_words(shape: ShapeDefinition) -> str:
    """``3 samples``, with how many of each word."""
    samples = shape.samples.samples if shape.samples else ()
    if not samples:
        return "no samples"
    words = [sample.word for sample in samples]
    each = ", ".join(f"{words.count(word)} {word}" for word in ("True", "False", "None") if word in words)
    return f"{len(samples)} sample{'s' if len(samples) != 1 else ''} ({each})"
