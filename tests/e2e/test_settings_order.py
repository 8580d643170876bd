"""The user's last word on running holds, in whatever order and at whatever time it comes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from lsprotocol import types

CLAIMS = Path("depot/stock/claims.py")


def answering(editor: Any, answers: list[Any]) -> list[int]:
    """Let the editor answer ``workspace/configuration`` in turn, never for None; grows with each request."""
    asked: list[int] = []
    features = editor.client.protocol.fm
    features.features.pop(types.WORKSPACE_CONFIGURATION, None)
    features.builtin_features.pop(types.WORKSPACE_CONFIGURATION, None)

    @editor.client.feature(types.WORKSPACE_CONFIGURATION)
    async def configuration(params: types.ConfigurationParams) -> list[Any]:
        asked.append(len(asked))
        answer = answers[asked[-1]] if asked[-1] < len(answers) else None
        if answer is None:
            await asyncio.sleep(60)
        return [answer]

    return asked


def state(editor: Any) -> str:
    """The state of the only project, empty before it has told one."""
    return next((status.state for status in editor.statuses.values()), "")


def settings_changed(editor: Any, settings: Any = None) -> None:
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))


async def test_an_older_request_does_not_overrule_a_newer_answer(start, harness, depot):
    """The first request is never answered; what the user has set since then stays when its time is over."""
    offers = harness.capabilities()
    offers.workspace.configuration = True
    editor = await start(depot, run=True, folders=[], offers=offers)
    asked = answering(editor, [None, {"run": False}])
    editor.open(CLAIMS)
    await editor.until(lambda: len(asked) == 1, "the first request")
    settings_changed(editor)
    await editor.until(lambda: state(editor) == "off", "off by the second request")
    await asyncio.sleep(5.5)  # the first request is given up after 5 seconds
    assert state(editor) == "off"


async def test_settings_stay_when_the_client_does_not_answer_again(start, harness, depot):
    offers = harness.capabilities()
    offers.workspace.configuration = True
    editor = await start(depot, run=True, folders=[], offers=offers)
    asked = answering(editor, [{"run": False}, None])
    editor.open(CLAIMS)
    await editor.until(lambda: state(editor) == "off", "off by the first request")
    settings_changed(editor)
    await editor.until(lambda: len(asked) == 2, "the second request")
    await asyncio.sleep(5.5)
    assert state(editor) == "off"


async def test_pushed_settings_hold_for_projects_opened_later(start, depot):
    """A client that cannot be asked pushes its settings once, before any file is open."""
    editor = await start(depot, run=True, folders=[])
    settings_changed(editor, {"tessera": {"run": False}})
    editor.open(CLAIMS)
    await editor.settled()
    assert state(editor) == "off"
