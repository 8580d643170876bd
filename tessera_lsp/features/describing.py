"""What hovers say of shapes and batteries."""

from __future__ import annotations

from tessera_lsp.features.markup import Markup
from tessera_lsp.features.standing import why_nothing_runs
from tessera_lsp.features.surface import Place, battery_words, owner_names, places, sample_words
from tessera_lsp.index.model import BatteryDefinition, ShapeDefinition
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.verdicts import figures
from tessera_lsp.wording import counted, quoted

UNSUPPORTED = 10
"""Unsupported claims that are listed."""


def shape_text(snapshot: Snapshot, shape: ShapeDefinition, markup: Markup) -> str:
    """Where the shape is declared, its place, what it owns, its samples, what drifts."""
    lines = [f"claim shape {markup.code(shape.name)}"]
    found = places(snapshot, shape)
    if found:
        lines.append("\n".join(f"- {markup.text(_place(snapshot, shape, place))}" for place in found))
    elif snapshot.index.wiring_complete:
        lines.append("declared by no battery: it never speaks")
    else:
        lines.append("no declaration of it can be read from the text")
    lines.append(sample_words(shape))
    drift = snapshot.drift
    if drift is not None and (
        touched := drift.touching({p.battery for p in found}, owner_names(shape.qualname))
    ):
        lines.append(f"drift: {counted(touched, 'verdict or owner', 'verdicts or owners')} not as saved")
    return "\n\n".join([*lines, *_state(snapshot, markup)])


def _place(snapshot: Snapshot, shape: ShapeDefinition, place: Place) -> str:
    """The place in words, with how many claims the shape calls true and false."""
    if not place.owned:
        return place.words
    names = owner_names(shape.qualname)
    said = {1: 0, 0: 0, -1: 0}
    for (owner, verdict), times in snapshot.verdicts.owned[place.battery].items():
        if owner in names:
            said[verdict] += times
    parts = [f"{said[1]:,} true", f"{said[0]:,} false", *([f"{said[-1]:,} not judged"] if said[-1] else [])]
    return f"{place.words}: {', '.join(parts)}"


def battery_text(snapshot: Snapshot, battery: BatteryDefinition, markup: Markup) -> str:
    """The battery's figures, its shapes in order, and what it does not support."""
    name = battery.name or battery.builder
    parts = [f"battery {markup.code(name)} · {markup.text(battery_words(snapshot, name))}"]
    shapes = []
    for number, declaration in enumerate(battery.declarations, 1):
        shape = snapshot.index.shape(*declaration.target) if declaration.target else None
        place = (
            next((p for p in places(snapshot, shape) if p.battery == name), None)
            if shape is not None
            else None
        )
        owned = f" · owns {place.owned:,}" if place is not None and place.owned is not None else ""
        shapes.append(f"{number}. {markup.code(shape.name if shape else declaration.text)}{owned}")
    if shapes:
        parts.append("\n".join(shapes))
    elif battery.complete:
        parts.append("it declares no shapes: the generic grammars judge all of its claims")
    if not battery.complete:
        parts.append("part of its tuple can't be read from the text")
    unsupported = figures(snapshot.verdicts, name).unsupported
    if unsupported:
        parts.append(f"{counted(len(unsupported), 'claim')} not supported:")
        listed = [
            f"- {markup.text(quoted(claim.text))} ({markup.text(owner or 'nobody')})"
            for claim, owner in unsupported[:UNSUPPORTED]
        ]
        if len(unsupported) > UNSUPPORTED:
            listed.append(f"- and {len(unsupported) - UNSUPPORTED:,} more")
        parts.append("\n".join(listed))
    return "\n\n".join([*parts, *_state(snapshot, markup)])


def _state(snapshot: Snapshot, markup: Markup) -> list[str]:
    reason = why_nothing_runs(snapshot.verdicts)
    if reason:
        return [f"not run: {markup.text(reason)}"]
    return [] if snapshot.fresh else ["judging the edit …"]
