"""Definition, declaration, references, highlights, rename, workspace symbols."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tessera_lsp.features.definition import declaration, definition
from tessera_lsp.features.reach import everywhere
from tessera_lsp.features.references import highlights, record_references, shape_references, sought
from tessera_lsp.features.rename import RenameError, prepare_rename, rename, shape_to_rename
from tessera_lsp.features.workspace_symbols import workspace_symbols
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.index.names.denoting import Denoting
from tessera_lsp.server.handlers.requests import Requests
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.session import Session
from tessera_lsp.server.sources import search


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""
    requests = Requests(server)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def on_definition(params: types.DefinitionParams) -> list[types.Location] | None:
        return await requests.answer(
            params.text_document.uri,
            lambda session, path: definition(
                session.current(), requests.reach(session), path, params.position
            ),
        )

    @server.feature(types.TEXT_DOCUMENT_DECLARATION)
    async def on_declaration(params: types.DeclarationParams) -> list[types.Location] | None:
        return await requests.answer(
            params.text_document.uri,
            lambda session, path: declaration(
                session.current(), requests.reach(session), path, params.position
            ),
        )

    _register_references(server, requests)
    _register_rename(server, requests)

    @server.feature(types.WORKSPACE_SYMBOL)
    def on_workspace_symbol(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        sessions = server.workspace_sessions.sessions.values()
        return [
            symbol
            for session in sessions
            for symbol in workspace_symbols(session.current(), params.query, server.encoding, server.uri)
        ]


def _register_references(server: TesseraServer, requests: Requests) -> None:
    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def on_references(params: types.ReferenceParams) -> list[types.Location] | None:
        found = await requests.of(params.text_document.uri)
        if found is None:
            return None
        session, path = found
        snapshot, reach = session.current(), requests.reach(session)
        target = sought(snapshot, reach, path, params.position)
        if target is None:
            return None
        if isinstance(target, str):
            return record_references(snapshot, reach, target)
        denoting = everywhere(reach, target, await _denoting(session, target))
        definition_too = params.context.include_declaration
        return shape_references(reach, target, denoting, with_definition=definition_too)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def on_highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
        return await requests.answer(
            params.text_document.uri,
            lambda session, path: highlights(
                session.current(), requests.reach(session), path, params.position
            ),
        )


def _register_rename(server: TesseraServer, requests: Requests) -> None:
    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def on_prepare_rename(
        params: types.PrepareRenameParams,
    ) -> types.PrepareRenamePlaceholder | None:
        found = await requests.of(params.text_document.uri)
        if found is None:
            return None
        session, path = found
        try:
            return prepare_rename(session.current(), requests.reach(session), path, params.position)
        except RenameError as error:
            raise _refused(error) from error

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def on_rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        found = await requests.of(params.text_document.uri)
        if found is None:
            return None
        session, path = found
        reach = requests.reach(session)
        versioned = server.supports("workspace.workspace_edit.document_changes")
        try:
            shape = shape_to_rename(session.current(), reach, path, params.position)
            denoting = everywhere(reach, shape, await _denoting(session, shape))
            return rename(reach, denoting, params.new_name, versioned=versioned)
        except RenameError as error:
            raise _refused(error) from error


def _refused(error: RenameError) -> JsonRpcException:
    return JsonRpcException(str(error), types.LSPErrorCodes.RequestFailed.value)


async def _denoting(session: Session, shape: ShapeDefinition) -> Denoting:
    """Search the project's files in a thread, the open texts as they are now. Where the request is cancelled
    or the server ends, so does the thread, with the file that it is reading: the process waits for it."""
    opened = {path: session.text(path) for path in session.paths if path.endswith(".py")}
    unwanted = threading.Event()
    work = partial(search, session.project, opened, shape.key, shape.path, lambda: not unwanted.is_set())
    try:
        return await asyncio.get_running_loop().run_in_executor(None, work)
    finally:
        unwanted.set()
