"""Folding and semantic tokens."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.features.folding import folding_ranges
from tessera_lsp.features.semantic_tokens import LEGEND, semantic_tokens
from tessera_lsp.server.handlers.requests import Requests
from tessera_lsp.server.server import TesseraServer


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""
    requests = Requests(server)

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def on_folding_range(params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
        return await requests.answer(
            params.text_document.uri,
            lambda session, path: folding_ranges(session.current(), path),
        )

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def on_semantic_tokens(params: types.SemanticTokensParams) -> types.SemanticTokens | None:
        return await requests.answer(
            params.text_document.uri,
            lambda session, path: semantic_tokens(session.current(), path, server.encoding),
        )

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, LEGEND)
    async def on_semantic_tokens_range(
        params: types.SemanticTokensRangeParams,
    ) -> types.SemanticTokens | None:
        return await requests.answer(
            params.text_document.uri,
            lambda session, path: semantic_tokens(session.current(), path, server.encoding, params.range),
        )
