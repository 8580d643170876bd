"""textDocument/codeAction and codeAction/resolve."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException, JsonRpcInvalidParams

from tessera_lsp.features.code_actions import (
    KINDS,
    chosen,
    code_actions,
    facts_of,
    may_change_verdicts,
    workspace_edit,
)
from tessera_lsp.features.commands.drifting import annotated, in_words
from tessera_lsp.fixes import Edit
from tessera_lsp.server import settings
from tessera_lsp.server.drifting import drift_of, texts_with
from tessera_lsp.server.handlers.desk import desk_of
from tessera_lsp.server.handlers.requests import Requests
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.session import Session

DRIFT_WITHIN = 5.0
"""Seconds for which an action that was chosen waits to know what it would change."""
ANSWERED_WITHIN = 300.0
"""Seconds that a user has to say whether to go on."""
APPLY, LEAVE = "Apply", "Leave it"


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
        desk = desk_of(server, session)
        try:
            edits = chosen(session.current(), desk, path, data)
        except (KeyError, TypeError, ValueError) as error:
            raise JsonRpcInvalidParams(f"the action's data is not what was sent: {error!r}") from error
        if edits is None:
            raise JsonRpcContentModified("what this was to mend has changed: ask for the actions again")
        action.edit = workspace_edit(facts_of(session.current(), desk), desk, edits)
        if may_change_verdicts(data):
            action.edit = await _with_drift(server, session, edits, action.edit)
        return action


async def _with_drift(
    server: TesseraServer, session: Session, edits: Sequence[Edit], edit: types.WorkspaceEdit
) -> types.WorkspaceEdit:
    """The edit once its user has seen which verdicts it changes: the client shows that beside the edit where
    it can, else it is asked whether to go on. Where nothing runs there is nothing to show."""
    drift = await drift_of(session, texts_with(session, edits), DRIFT_WITHIN)
    if edit.document_changes and server.supports("workspace.workspace_edit.change_annotation_support"):
        return annotated(edit, drift)
    if isinstance(drift, str):
        if session.snapshot.verdicts.state != "ready":
            return edit
        told = f"whether this changes verdicts is not known: {drift}"
    elif not drift.entries:
        return edit
    else:
        told = in_words(drift)
    question = types.ShowMessageRequestParams(
        types.MessageType.Warning,
        f"Tessera: {told}",
        [types.MessageActionItem(APPLY), types.MessageActionItem(LEAVE)],
    )
    try:
        answer = await asyncio.wait_for(server.window_show_message_request_async(question), ANSWERED_WITHIN)
    except TimeoutError:
        answer = None
    if answer is None or answer.title != APPLY:
        raise JsonRpcException("the text stays as it is", types.LSPErrorCodes.RequestFailed.value)
    return edit
