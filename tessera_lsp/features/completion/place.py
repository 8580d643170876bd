"""Where completion is asked for, and what an item replaces there."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types

from tessera_lsp.features.convert import to_range
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Encoding, Position, Span

MOST = 200
"""Items in one answer; where there are more, the client asks again as the user types. One more than these is
made, which tells that there are others."""


@dataclass(frozen=True)
class Client:
    """How the client counts, and whether it fills in snippets."""

    encoding: Encoding
    snippets: bool = False


@dataclass(frozen=True)
class Place:
    """A cursor in a text."""

    snapshot: Snapshot
    document: Document
    path: str
    position: Position
    client: Client

    @property
    def offset(self) -> int:
        """The cursor in the text."""
        return self.document.offset(self.position)

    @property
    def line(self) -> str:
        """The line that it is on."""
        return self.document.line(self.position.line)

    @property
    def before(self) -> str:
        """That line up to the cursor."""
        return self.line[: self.position.character]

    @property
    def behind(self) -> str:
        """That line from the cursor on."""
        return self.line[self.position.character :]

    def typed(self, length: int) -> types.Range:
        """The range of the last ``length`` code points before the cursor, on its line."""
        start = Position(self.position.line, self.position.character - length)
        return to_range(self.document, Span(start, self.position), self.client.encoding)
