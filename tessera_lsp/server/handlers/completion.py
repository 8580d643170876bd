"""Completion."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.features.completion import TRIGGERS, Client, completion
from tessera_lsp.server.handlers.requests import Requests
from tessera_lsp.server.server import TesseraServer

_SNIPPETS = "text_document.completion.completion_item.snippet_support"


def register(server: TesseraServer) -> None:
    """Register this area's handler."""
    requests = Requests(server)
    options = types.CompletionOptions(trigger_characters=TRIGGERS)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, options)
    async def on_completion(params: types.CompletionParams) -> types.CompletionList | None:
        client = Client(server.encoding, server.supports(_SNIPPETS))
        return await requests.answer(
            params.text_document.uri,
            lambda session, path: completion(
                session.current(), session.text(path), path, params.position, client
            ),
        )
