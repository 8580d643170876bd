"""A line above each shape: its place, what it owns, how many samples it has."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.features.convert import to_range
from tessera_lsp.features.surface import places
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Encoding


def code_lenses(snapshot: Snapshot, path: str, encoding: Encoding) -> list[types.CodeLens]:
    """One lens a shape of the file. It says something and does nothing: the command is empty."""
    document = snapshot.document(path)
    if document is None:
        return []
    return [
        types.CodeLens(
            to_range(document, shape.name_span, encoding),
            types.Command(title=_title(snapshot, shape), command=""),
        )
        for shape in snapshot.shapes(path)
    ]


def _title(snapshot: Snapshot, shape: ShapeDefinition) -> str:
    found = [place.words for place in places(snapshot, shape)]
    if not found:
        found = ["declared nowhere" if snapshot.index.wiring_complete else "declaration not readable"]
    count = len(shape.samples.samples) if shape.samples else 0
    return " · ".join([*found, f"{count} sample{'' if count == 1 else 's'}"])
