"""Where a shape is written, where batteries declare it, and where a cited record stands in its data."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.features.convert import from_position
from tessera_lsp.features.reach import Cited, Reach, citation_at, shape_at
from tessera_lsp.snapshot import Snapshot


def definition(
    snapshot: Snapshot, reach: Reach, path: str, position: types.Position
) -> list[types.Location] | None:
    """A shape's ``def``, or the row or line of a cited record; None where neither is known."""
    place = from_position(reach.text(path), position, reach.encoding)
    cited = citation_at(snapshot, path, place)
    if cited is not None:
        return _record(snapshot, reach, cited)
    shape = shape_at(snapshot, reach, path, place)
    return [reach.location(shape.path, shape.name_span)] if shape is not None else None


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
