"""Batteries as the text and the run have them: what runs, and which vertical each belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tessera_lsp.index.model import BatteryDefinition
from tessera_lsp.rules.model import Facts
from tessera_lsp.wire import BatteryInfo

_WIRING = frozenset({"import", "batteries"})
"""What faults under unsaved texts leave unknown what these texts declare."""


def running(facts: Facts) -> tuple[BatteryInfo, ...] | None:
    """The batteries of the running registry, None where it has not told under the current texts.

    Where the unsaved texts can't be imported or build no batteries, it has not told. An unsaved registry is
    known from the text at once, and from the run only when it was asked again.
    """
    verdicts = facts.verdicts
    if facts.stale or facts.static or verdicts.state != "ready" or not verdicts.batteries:
        return None
    if verdicts.texts and any(fault.doing in _WIRING for fault in verdicts.judge_faults):
        return None
    wiring = {battery.path for battery in facts.index.batteries} | {facts.index.registry_path}
    edited = any(path in verdicts.texts for path in wiring)
    rewired = [judged for judged in verdicts.measured.values() if judged.rewired is not None]
    return None if edited and not rewired else verdicts.batteries


def vertical(facts: Facts, battery: BatteryDefinition) -> str | None:
    """The vertical that a battery belongs to: the one that holds the module that builds it, else the one that
    its builders and shapes come from. Where these are several, the one among them that bears the battery's
    name, else that of the builders alone; where there is none, the one that bears its name. None where
    nothing tells."""
    inside = vertical_of(facts, battery.module)
    if inside is not None:
        return inside
    builders = _led_to(facts, battery.homes)
    shapes = _led_to(facts, (d.target[0] for d in battery.declarations if d.target is not None))
    among = builders | shapes or set(facts.index.verticals.values())
    if len(builders | shapes) == 1:
        return among.pop()
    named = [v for v in sorted(among) if battery.name and v.rpartition(".")[2] == battery.name]
    alone = named or list(builders if len(builders) == 1 else shapes)
    return alone[0] if len(alone) == 1 else None


def _led_to(facts: Facts, names: Iterable[str]) -> set[str]:
    return {found for name in names if (found := vertical_of(facts, name)) is not None}


def vertical_of(facts: Facts, name: str) -> str | None:
    """The vertical whose claims file, or whose package, a dotted name leads into: the innermost one."""
    known = facts.wired.get(_verticals, facts)
    while name and name not in known:
        name = name.rpartition(".")[0]
    return known.get(name)


def _verticals(facts: Facts) -> Mapping[str, str]:
    return facts.index.verticals


def are_apart(one: str, other: str) -> bool:
    """Whether two verticals are different domains: neither's package lies within the other's."""
    return one != other and not f"{one}.".startswith(f"{other}.") and not f"{other}.".startswith(f"{one}.")


def called(battery: BatteryDefinition) -> str:
    """What to call a battery in a message."""
    if not battery.builds:
        return f"the call in {battery.builder}" if battery.builder else "this call"
    name = battery.name or battery.builder
    return f"battery {name}" if name else "this battery"
