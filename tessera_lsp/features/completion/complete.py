"""What may be written at a place."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.features.completion.codes import code_items
from tessera_lsp.features.completion.place import MOST, Client, Place
from tessera_lsp.features.completion.samples import sample_items
from tessera_lsp.features.completion.shapes import shape_items
from tessera_lsp.features.convert import from_position
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document

TRIGGERS = ("[", "(", ",", " ", "-")
"""Characters after which a client asks by itself: what stands before a code, a shape, a record id."""


def completion(
    snapshot: Snapshot, document: Document, path: str, position: types.Position, client: Client
) -> types.CompletionList | None:
    """The items for a place; None where nothing of ours is written."""
    place = Place(snapshot, document, path, from_position(document, position, client.encoding), client)
    items = code_items(place)
    if items is None:
        items = sample_items(place)
    if items is None:
        items = shape_items(place)
    if not items:
        return None
    return types.CompletionList(is_incomplete=len(items) > MOST, items=items[:MOST])
