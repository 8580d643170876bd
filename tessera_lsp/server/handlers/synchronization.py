"""textDocument/didOpen, didChange, didSave, didClose."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.uris import path_of


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        path = server.documents.open(item.uri, item.version, item.text)
        if path is not None:
            await server.workspace_sessions.opened(path)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        item = params.text_document
        try:
            path = server.documents.change(item.uri, item.version, params.content_changes, server.encoding)
        except KeyError:
            server.log(f"a change of {item.uri}, which is not open, is left out")
            return
        if path is not None:
            server.workspace_sessions.changed(path)

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
