"""What the client asks about a place in a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from lsprotocol import types

from tessera_lsp.features.code_lens import code_lenses
from tessera_lsp.features.document_symbols import document_symbols
from tessera_lsp.features.hover import hover
from tessera_lsp.features.inlay_hints import inlay_hints
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.session import Session
from tessera_lsp.server.uris import path_of

HOVER_WAITS = 0.1
"""Seconds for which a hover may wait for a verdict under the present text."""
FOUND_WITHIN = 2.0
"""Seconds for which other requests may wait until it is known which project a document belongs to."""

_Answer = TypeVar("_Answer")


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""

    async def of(uri: str, within: float = FOUND_WITHIN) -> tuple[Session, str] | None:
        """The session and real path of an open document."""
        path = path_of(uri)
        session = await server.workspace_sessions.found(path, within) if path is not None else None
        return (session, path) if session is not None and path is not None else None

    async def answer(uri: str, feature: Callable[[Session, str], _Answer]) -> _Answer | None:
        """What ``feature`` makes of the document's session, None for a file of no project."""
        found = await of(uri)
        return feature(*found) if found is not None else None

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def on_hover(params: types.HoverParams) -> types.Hover | None:
        found = await of(params.text_document.uri, HOVER_WAITS)
        if found is None:
            return None
        session, path = found
        snapshot = await session.fresh(HOVER_WAITS)
        return hover(snapshot, path, params.position, server.encoding, server.hover_markup)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def on_inlay_hint(params: types.InlayHintParams) -> list[types.InlayHint] | None:
        return await answer(
            params.text_document.uri,
            lambda session, path: inlay_hints(session.current(), path, params.range, server.encoding),
        )

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def on_code_lens(params: types.CodeLensParams) -> list[types.CodeLens] | None:
        return await answer(
            params.text_document.uri,
            lambda session, path: code_lenses(session.current(), path, server.encoding),
        )

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def on_document_symbol(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        return await answer(
            params.text_document.uri,
            lambda session, path: document_symbols(session.current(), path, server.encoding),
        )
