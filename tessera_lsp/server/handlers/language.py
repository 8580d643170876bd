"""What the client asks about a place in a document."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from tessera_lsp.features.code_lens import code_lenses
from tessera_lsp.features.document_symbols import document_symbols
from tessera_lsp.features.hover import Reasons, hover, question
from tessera_lsp.features.inlay_hints import inlay_hints
from tessera_lsp.server.handlers.requests import Requests
from tessera_lsp.server.server import TesseraServer

HOVER_WAITS = 0.12
"""Seconds for which a hover may wait in all: for a verdict under the present text, and its reasons."""


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""

    requests = Requests(server)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def on_hover(params: types.HoverParams) -> types.Hover | None:
        clock = asyncio.get_running_loop().time
        end = clock() + HOVER_WAITS
        found = await requests.of(params.text_document.uri, HOVER_WAITS)
        if found is None:
            return None
        session, path = found
        item = question(session.current(), path, params.position, server.encoding)
        reasons = None
        if item is not None:
            explained = await session.explain(item, max(0.0, end - clock()))
            reasons = Reasons(explained.item, explained.fresh) if explained else Reasons(None, fresh=False)
        # Reasons under the present text need no verdicts under it.
        within = 0.0 if reasons is not None and reasons.fresh else max(0.0, end - clock())
        snapshot = await session.fresh(within)
        return hover(snapshot, path, params.position, server.encoding, server.hover_markup, reasons)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def on_inlay_hint(params: types.InlayHintParams) -> list[types.InlayHint] | None:
        return await requests.answer(
            params.text_document.uri,
            lambda session, path: inlay_hints(session.current(), path, params.range, server.encoding),
        )

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def on_code_lens(params: types.CodeLensParams) -> list[types.CodeLens] | None:
        return await requests.answer(
            params.text_document.uri,
            lambda session, path: code_lenses(session.current(), path, server.encoding, server.uri),
        )

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def on_document_symbol(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        return await requests.answer(
            params.text_document.uri,
            lambda session, path: document_symbols(session.current(), path, server.encoding),
        )
