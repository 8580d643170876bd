"""The outcome of one run on saved texts, as it goes into a file and comes out of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from typing import Any

from tessera_lsp import wire
from tessera_lsp.verdicts import Verdicts

_STEADY = frozenset({"raised", "answer", "missing", "contract", "empty"})
"""Kinds of faults that the same code meets again; the others hang on the clock, the machine or chance."""


@dataclass(frozen=True)
class Outcome:
    """The fields of ``Verdicts`` that a run without unsaved texts fills, in types that ``wire`` knows."""

    python: str
    load: int
    batteries: tuple[wire.BatteryInfo, ...]
    load_faults: tuple[wire.Fault, ...]
    sources: dict[str, str]
    harvests: tuple[wire.Harvested, ...]
    harvest_skipped: str
    texts: dict[str, str]
    items: tuple[wire.ItemJudged, ...]
    measured: tuple[wire.MeasuredJudged, ...]
    judge_faults: tuple[wire.Fault, ...]
    counts: dict[str, int]


_NAMES = tuple(field.name for field in fields(Outcome))
_KEYS = {"harvests": "battery", "items": "key", "measured": "battery"}
"""Which are by name in ``Verdicts``, and what the name is."""


def why_not(verdicts: Verdicts) -> str:
    """Why a run's outcome must not stand for the next one, else empty."""
    if verdicts.state != "ready" or not verdicts.harvest_done or not verdicts.judged or verdicts.reason:
        return "the run did not come to its end"
    if verdicts.load != 1 or verdicts.outdated or verdicts.covered or verdicts.probed is not None:
        return "it was no run of the saved texts alone"
    faults = [fault for fault in _faults(verdicts) if fault.kind not in _STEADY]
    return f"a fault may not come again: {faults[0].message}" if faults else ""


def _faults(verdicts: Verdicts) -> list[wire.Fault]:
    found = [*verdicts.load_faults, *verdicts.judge_faults]
    found += [one.fault for one in verdicts.batteries if one.fault]
    found += [one.fault for one in verdicts.harvests.values() if one.fault]
    for item in verdicts.items.values():
        found += [*item.faults, *(one.fault for one in item.consultations if one.fault)]
    for measured in verdicts.measured.values():
        found += measured.faults
    return found


def to_bytes(verdicts: Verdicts) -> bytes:
    """A run's outcome. ``why_not`` has been asked."""
    told = {name: getattr(verdicts, name) for name in _NAMES}
    told.update((name, tuple(told[name].values())) for name in _KEYS)
    return json.dumps(wire.plain(Outcome(**told)), separators=(",", ":")).encode("ascii")


def from_bytes(data: bytes) -> Verdicts:
    """The outcome that was made bytes of. Raises ``ValueError`` for what is none."""
    try:
        outcome: Outcome = wire.build(Outcome, json.loads(data))
    except (TypeError, KeyError, AttributeError, IndexError) as error:
        raise ValueError(f"not an outcome: {error!r}") from error
    told: dict[str, Any] = {name: getattr(outcome, name) for name in _NAMES}
    told.update((name, {getattr(one, key): one for one in told[name]}) for name, key in _KEYS.items())
    return replace(Verdicts(), state="ready", harvest_done=True, judged=True, **told)
