"""Commands that give an edit: insertSample, scaffold, reorder."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from tessera_lsp.features.code_actions import facts_of, workspace_edit
from tessera_lsp.features.commands import arguments, results
from tessera_lsp.features.commands.changes import (
    Change,
    named_battery,
    named_shape,
    own_word,
    reorder_change,
    sample_change,
    scaffold_change,
)
from tessera_lsp.features.commands.drifting import drifted
from tessera_lsp.fixes.scaffolding import Wanted
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.rules.model import Facts
from tessera_lsp.samples import WORDS
from tessera_lsp.server.drifting import drift_of, texts_with
from tessera_lsp.server.handlers.commands.asking import PREVIEW_WITHIN
from tessera_lsp.server.handlers.commands.calling import Commands
from tessera_lsp.server.handlers.commands.drifting import DRIFT_WITHIN
from tessera_lsp.server.handlers.desk import desk_of
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.session import Session
from tessera_lsp.verdicts import sample_key
from tessera_lsp.wire import Item

APPLIED_WITHIN = 30.0
"""Seconds that the client has to apply an edit: it may ask its user."""


def register(server: TesseraServer, commands: Commands) -> None:
    """Register this area's handlers."""
    editing = _Editing(server, commands)
    commands.add("insertSample", arguments.InsertSampleArguments, editing.insert_sample)
    commands.add("scaffold", arguments.ScaffoldArguments, editing.scaffold)
    commands.add("reorder", arguments.ReorderArguments, editing.reorder)


class _Editing:
    def __init__(self, server: TesseraServer, commands: Commands) -> None:
        self._server, self._commands = server, commands

    def _edit(self, session: Session, change: Change) -> types.WorkspaceEdit:
        """The change for the client; it is of the texts as they are now."""
        desk = desk_of(self._server, session)
        return workspace_edit(facts_of(session.current(), desk), desk, change.edits)

    async def _given(
        self,
        edit: types.WorkspaceEdit,
        change: Change,
        apply: bool,
        drift: results.Drifted | None = None,
    ) -> results.Edited:
        """The edit with what belongs to it, applied where that is wanted."""
        is_applied, why_not = False, ""
        if apply:
            is_applied, why_not = await _apply(self._server, edit)
        return results.Edited(
            edit=edit, applied=is_applied, word=change.word, name=change.name, drift=drift, why_not=why_not
        )

    def _facts(self, session: Session) -> Facts:
        return facts_of(session.current(), desk_of(self._server, session))

    async def insert_sample(self, asked: arguments.InsertSampleArguments) -> results.Edited:
        session = await self._commands.session(asked.uri, shape=asked.shape)
        shape = named_shape(session.current(), asked.shape)
        if isinstance(shape, str):
            return _refused(shape)
        if asked.word not in ("", *WORDS):
            return _refused(f"a sample's word is {', '.join(WORDS)}, not {asked.word!r}")
        try:
            word = asked.word or await _own_word(session, shape, asked.text, asked.citations)
        except LookupError as error:
            return _refused(str(error.args[0]))
        present = named_shape(session.current(), asked.shape)  # the text may have changed meanwhile
        if isinstance(present, str):
            return _refused(present)
        change = sample_change(self._facts(session), present, word, asked.text, asked.citations)
        if isinstance(change, str):
            return _refused(change)
        return await self._given(self._edit(session, change), change, asked.apply)

    async def scaffold(self, asked: arguments.ScaffoldArguments) -> results.Edited:
        session = await self._commands.session(asked.uri, asked.battery)
        told = None
        if session.current().verdicts.state in ("starting", "ready"):
            item = await session.preview(asked.battery, asked.text, asked.citations, PREVIEW_WITHIN)
            told = next(iter(item.consultations), None)
        battery = named_battery(session.current(), asked.battery)
        if isinstance(battery, str):
            return _refused(battery)
        wanted = Wanted(asked.text, asked.citations, name=asked.name)
        change = scaffold_change(self._facts(session), battery, wanted, told)
        if isinstance(change, str):
            return _refused(change)
        return await self._given(self._edit(session, change), change, asked.apply)

    async def reorder(self, asked: arguments.ReorderArguments) -> results.Edited:
        session = await self._commands.session(asked.uri, asked.battery)
        battery = named_battery(session.current(), asked.battery)
        if isinstance(battery, str):
            return _refused(battery)
        change = reorder_change(session.current(), self._facts(session), battery, asked.shape, asked.by)
        if isinstance(change, str):
            return _refused(change)
        edit = self._edit(session, change)
        drift = await drift_of(session, texts_with(session, change.edits), DRIFT_WITHIN)
        told = drifted(
            session.snapshot, drift, "open", self._commands.locate(session), self._commands.root(session)
        )
        return await self._given(edit, change, asked.apply, told)


def _refused(why_not: str) -> results.Edited:
    return results.Edited(edit=None, applied=False, word="", name="", drift=None, why_not=why_not)


async def _own_word(session: Session, shape: ShapeDefinition, text: str, citations: tuple[str, ...]) -> str:
    key = sample_key(shape.path, shape.qualname, "", text, citations)
    item = await session.ask(Item(key, *shape.key, text, citations), PREVIEW_WITHIN)
    return own_word(shape, item)


async def _apply(server: TesseraServer, edit: types.WorkspaceEdit) -> tuple[bool, str]:
    """Whether the client has applied it, and why not."""
    if not server.supports("workspace.apply_edit"):
        return False, "this editor takes no edits of the server: apply the edit itself"
    request = server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit))
    try:
        answer = await asyncio.wait_for(request, APPLIED_WITHIN)
    except Exception as error:  # of the client's own choice
        return False, f"the editor has not applied the edit: {error!r}"
    return answer.applied, "" if answer.applied else answer.failure_reason or "the editor refused the edit"
