"""The open documents, by the client's URI and by real path. pygls's own are not used."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from tessera_lsp.server.uris import path_of
from tessera_lsp.text import Change, Document, Encoding, Position, Span


def change_of(change: types.TextDocumentContentChangeEvent) -> Change:
    """The change in our terms, still in the client's units."""
    if isinstance(change, types.TextDocumentContentChangePartial):
        start, end = change.range.start, change.range.end
        return Change(
            Span(Position(start.line, start.character), Position(end.line, end.character)), change.text
        )
    return Change(None, change.text)


class OpenDocuments:
    """What the client has open. A change makes a new ``Document``; an old one stays whole."""

    def __init__(self) -> None:
        self._by_uri: dict[str, Document] = {}
        self._paths: dict[str, str | None] = {}
        """By URI, the real path as it was at the opening: a link that moves does not move the document."""
        self._uris: dict[str, str] = {}

    def open(self, uri: str, version: int | None, text: str) -> str | None:
        """Take a document; its real path, None where it is no file."""
        self.close(uri)  # where a client opens it twice
        self._by_uri[uri] = Document(uri, version, text)
        self._paths[uri] = path_of(uri)
        return self._touch(uri)

    def change(
        self, uri: str, version: int | None, changes: Iterable[Change], encoding: Encoding
    ) -> str | None:
        """Apply the changes in order; its real path. Raises ``KeyError`` for a document that is not open."""
        self._by_uri[uri] = self._by_uri[uri].apply(changes, version, encoding)
        return self._touch(uri)

    def close(self, uri: str) -> str | None:
        """Forget a document; its real path, None where it is not open or no file. Where another URI names the
        same file, that one stands in."""
        self._by_uri.pop(uri, None)
        path = self._paths.pop(uri, None)
        if path is not None and self._uris.get(path) == uri:
            del self._uris[path]
            for other, where in self._paths.items():
                if where == path:
                    self._uris[path] = other
        return path

    def path(self, uri: str) -> str | None:
        """The real path of a document by its URI, open or not; None where it is no file."""
        return self._paths[uri] if uri in self._paths else path_of(uri)

    def _touch(self, uri: str) -> str | None:
        path = self._paths[uri]
        if path is not None:
            self._uris[path] = uri
        return path

    def get(self, path: str) -> Document | None:
        """The open document of a real path."""
        uri = self._uris.get(path)
        return self._by_uri[uri] if uri is not None else None

    @property
    def paths(self) -> Iterable[str]:
        """Real paths of all open files."""
        return tuple(self._uris)
