"""Hints: beside samples and claims in code who owns the sentence, beside declared names place and claims."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from tessera_lsp.features.claim_literals import claim_literals
from tessera_lsp.features.convert import from_range, to_position
from tessera_lsp.features.standing import of_item, of_sample
from tessera_lsp.features.surface import places
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Encoding, Position
from tessera_lsp.wording import counted

_Hint = tuple[Position, str, str]
"""Where it stands, its label, its tooltip."""


def inlay_hints(
    snapshot: Snapshot, path: str, given: types.Range, encoding: Encoding
) -> list[types.InlayHint]:
    """The hints that stand within the range."""
    document = snapshot.document(path)
    if document is None:
        return []
    wanted = from_range(document, given, encoding)
    found = [*_samples(snapshot, path), *_declarations(snapshot, path), *_claims(snapshot, path)]
    return [
        types.InlayHint(
            position=to_position(document, at, encoding), label=label, tooltip=tooltip, padding_left=True
        )
        for at, label, tooltip in found
        if wanted.start <= at <= wanted.end
    ]


def _samples(snapshot: Snapshot, path: str) -> Iterator[_Hint]:
    """At the end of each sample."""
    for shape in snapshot.shapes(path):
        for sample in shape.samples.samples if shape.samples else ():
            standing = of_sample(snapshot, shape, sample)
            yield sample.span.end, standing.label, standing.detail


def _declarations(snapshot: Snapshot, path: str) -> Iterator[_Hint]:
    """Behind each name that a battery's tuple declares, where the tuple can be read whole: its place, and
    what it owns. A tuple of several batteries says so for each."""
    told: dict[Position, tuple[list[str], list[str]]] = {}
    for battery in snapshot.index.batteries:
        if not battery.complete:
            continue
        name = battery.name or battery.builder
        for number, declaration in enumerate(battery.declarations, 1):
            shape = snapshot.index.shape(*declaration.target) if declaration.target else None
            if declaration.path != path or shape is None:
                continue
            place = next((p for p in places(snapshot, shape) if p.battery == name), None)
            labels, tooltips = told.setdefault(declaration.span.end, ([], []))
            owned = place.owned if place is not None else None
            stale = " …" if owned is not None and not snapshot.fresh else ""
            labels.append(f"{number}" + ("" if owned is None else f" · owns {owned:,}{stale}"))
            tooltip = f"asked as number {number} of {len(battery.declarations)} in battery {name}"
            if owned is not None:
                tooltip += f"; owns {counted(owned, 'measured claim')}" + (" (being judged)" if stale else "")
            tooltips.append(tooltip)
    for at, (labels, tooltips) in told.items():
        yield at, " | ".join(labels), "\n".join(tooltips)


def _claims(snapshot: Snapshot, path: str) -> Iterator[_Hint]:
    """Behind each claim that code writes out."""
    for literal in claim_literals(snapshot, path):
        standings = [(item.battery, of_item(snapshot, item.key)) for item in literal.items()]
        labels = list(dict.fromkeys(standing.label for _, standing in standings))
        label = labels[0] if len(labels) == 1 else ", ".join(f"{s.label} ({name})" for name, s in standings)
        yield literal.span.end, label, "\n".join(dict.fromkeys(s.detail for _, s in standings))
