"""Where a shape is written, where it is declared, which one owns a sentence, where a cited record stands."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.features.convert import from_position
from tessera_lsp.features.reach import Cited, Reach, citation_at, shape_at
from tessera_lsp.features.targets import ClaimTarget, SampleTarget, find
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.rules.samples import key_of
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Position
from tessera_lsp.wire import Consultation

_OWNING = frozenset(("True", "False"))


def definition(
    snapshot: Snapshot, reach: Reach, path: str, position: types.Position
) -> list[types.Location] | None:
    """A shape's ``def``, the row or line of a cited record, or for a sample's or a claim's text the shapes
    that own it; None where none of these is known."""
    place = from_position(reach.text(path), position, reach.encoding)
    cited = citation_at(snapshot, path, place)
    if cited is not None:
        return _record(snapshot, reach, cited)
    shape = shape_at(snapshot, reach, path, place)
    shapes = [shape] if shape is not None else _owners(snapshot, path, place)
    return [reach.location(each.path, each.name_span) for each in shapes] or None


def declaration(
    snapshot: Snapshot, reach: Reach, path: str, position: types.Position
) -> list[types.Location] | None:
    """The entries of the batteries' tuples that declare the shape at a position."""
    shape = shape_at(snapshot, reach, path, from_position(reach.text(path), position, reach.encoding))
    if shape is None:
        return None
    entries = [entry for battery in snapshot.index.batteries for entry in battery.declarations]
    places = [(entry.path, entry.span) for entry in entries if shape.key in (entry.target, *entry.also)]
    return [reach.location(*place) for place in dict.fromkeys(places)] or None


def _owners(snapshot: Snapshot, path: str, place: Position) -> list[ShapeDefinition]:
    """The shapes that own the sentence at a place, by what was judged last in each battery."""
    match find(snapshot, path, place):
        case SampleTarget(shape, sample):
            keys: tuple[str, ...] = (key_of(shape, sample),)
        case ClaimTarget(literal):
            keys = tuple(item.key for item in literal.items())
        case _:
            return []
    items = [item for key in keys if (item := snapshot.verdicts.items.get(key)) is not None]
    owners = [_owner(snapshot, told) for item in items for told in item.consultations]
    return list(dict.fromkeys(owner for owner in owners if owner is not None))


def _owner(snapshot: Snapshot, told: Consultation) -> ShapeDefinition | None:
    """The shape whose answer decided."""
    places = [step.place for step in told.steps if step.name == told.owner and step.answer in _OWNING]
    for reference in snapshot.verdicts.shapes(told.battery) if told.owner else ():
        if reference.place in places:
            name = reference.qualname.removesuffix(".__call__")
            return snapshot.index.shape(reference.module, name)
    return None


def _record(snapshot: Snapshot, reach: Reach, cited: Cited) -> list[types.Location] | None:
    """The record as the running registry knows it: its origin tells the file and the line (from 1)."""
    items = [item for key in cited.keys if (item := snapshot.verdicts.items.get(key)) is not None]
    places = {
        (record.path, record.line)
        for item in items
        for consultation in item.consultations
        for record in consultation.records
        if record.id == cited.id and record.path
    }
    found = []
    for file, number in sorted(places):
        # The beginning of a line is the same in every encoding, so that the data need not be read.
        start = types.Position(max(0, number - 1), 0)
        found.append(types.Location(reach.uri(file), types.Range(start, start)))
    return found or None
