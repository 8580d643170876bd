"""The outline: shapes with their samples, batteries with what they declare."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.features.convert import to_range
from tessera_lsp.features.standing import of_sample, shorten
from tessera_lsp.index.model import BatteryDefinition, ShapeDefinition
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Encoding


def document_symbols(snapshot: Snapshot, path: str, encoding: Encoding) -> list[types.DocumentSymbol]:
    """The file's shapes and batteries in the order of the text."""
    document = snapshot.document(path)
    if document is None:
        return []
    symbols = [_shape(snapshot, document, shape, encoding) for shape in snapshot.shapes(path)]
    symbols += [
        _battery(document, battery, encoding) for battery in snapshot.index.batteries if battery.path == path
    ]
    return sorted(symbols, key=lambda symbol: (symbol.range.start.line, symbol.range.start.character))


def _shape(
    snapshot: Snapshot, document: Document, shape: ShapeDefinition, encoding: Encoding
) -> types.DocumentSymbol:
    samples = [
        types.DocumentSymbol(
            name=f"{sample.word}: {shorten(sample.text, 80)}",
            kind=types.SymbolKind.String,
            range=to_range(document, sample.span, encoding),
            selection_range=to_range(document, sample.word_span, encoding),
            detail=of_sample(snapshot, shape, sample).label,
        )
        for sample in (shape.samples.samples if shape.samples else ())
    ]
    return types.DocumentSymbol(
        name=shape.qualname,
        kind=types.SymbolKind.Function,
        range=to_range(document, shape.span, encoding),
        selection_range=to_range(document, shape.name_span, encoding),
        detail="claim shape",
        children=samples,
    )


def _battery(document: Document, battery: BatteryDefinition, encoding: Encoding) -> types.DocumentSymbol:
    span = to_range(document, battery.builder_span, encoding)
    count = len(battery.declarations)
    return types.DocumentSymbol(
        name=battery.name or battery.builder,
        kind=types.SymbolKind.Object,
        range=span,
        selection_range=span,
        detail=f"battery of {count} shape{'' if count == 1 else 's'}",
    )
