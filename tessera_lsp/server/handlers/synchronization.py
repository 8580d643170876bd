"""textDocument/didOpen, didChange, didSave, didClose."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from tessera_lsp.server.documents import change_of
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.uris import path_of
from tessera_lsp.text import Change


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        path = server.documents.open(item.uri, item.version, item.text)
        if path is not None:
            await server.workspace_sessions.opened(path)

    def changed(uri: str, version: int | None, changes: Iterable[Change]) -> None:
        try:
            path = server.documents.change(uri, version, changes, server.encoding)
        except KeyError:
            server.log(f"a change of {uri}, which is not open, is left out")
            return
        if path is not None:
            server.workspace_sessions.changed(path)

    server.protocol.on_change = changed

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        """Of a message that ``on_change`` was not called for."""
        item = params.text_document
        changed(item.uri, item.version, map(change_of, params.content_changes))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(params: types.DidSaveTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None:
            await server.workspace_sessions.disk_changed([(path, "saved")])
            if server.watcher is not None and not server.client_watches:
                await server.watcher.saved(path)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        path = server.documents.close(params.text_document.uri)
        if path is not None:
            server.workspace_sessions.closed(path)
