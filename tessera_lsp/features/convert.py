"""Between our positions (code points) and the client's (its own units)."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.text import Document, Encoding, Position, Span


def to_position(document: Document, position: Position, encoding: Encoding) -> types.Position:
    """``position`` as the client counts it."""
    line, character = document.to_client(position, encoding)
    return types.Position(line, character)


def to_range(document: Document, span: Span, encoding: Encoding) -> types.Range:
    """``span`` as the client counts it."""
    return types.Range(to_position(document, span.start, encoding), to_position(document, span.end, encoding))


def from_position(document: Document, position: types.Position, encoding: Encoding) -> Position:
    """A client's position in code points."""
    return document.from_client(Position(position.line, position.character), encoding)


def from_range(document: Document, given: types.Range, encoding: Encoding) -> Span:
    """A client's range in code points."""
    return Span(from_position(document, given.start, encoding), from_position(document, given.end, encoding))
