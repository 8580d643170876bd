"""textDocument/codeAction and codeAction/resolve."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams

from tessera_lsp.features.code_actions import KINDS, code_actions, resolved
from tessera_lsp.server import settings
from tessera_lsp.server.handlers.desk import desk_of
from tessera_lsp.server.handlers.requests import Requests
from tessera_lsp.server.server import TesseraServer


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""
    requests = Requests(server)

    options = types.CodeActionOptions(code_action_kinds=list(KINDS), resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def on_code_action(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        if not server.supports("text_document.code_action.code_action_literal_support"):
            return None  # such a client takes commands alone
        return await requests.answer(
            params.text_document.uri,
            lambda session, path: code_actions(
                session.current(), desk_of(server, session), path, params.range, params.context
            ),
        )

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def on_resolve(action: types.CodeAction) -> types.CodeAction:
        data: Any = settings.plain(action.data)
        if action.edit is not None or not isinstance(data, dict) or not isinstance(data.get("uri"), str):
            return action
        found = await requests.of(data["uri"])
        if found is None:
            raise JsonRpcContentModified(f"{data['uri']} is no open file of a project any more")
        session, path = found
        try:
            action.edit = resolved(session.current(), desk_of(server, session), path, data)
        except (KeyError, TypeError, ValueError) as error:
            raise JsonRpcInvalidParams(f"the action's data is not what was sent: {error!r}") from error
        if action.edit is None:
            raise JsonRpcContentModified("what this was to mend has changed: ask for the actions again")
        return action
