"""The question of trust, and what counts as an answer."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tessera_lsp.server.consent import NEVER, RUN, ask


class Client:
    """Answers with what it was made with; an exception is raised."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked: list[types.ShowMessageRequestParams] = []

    async def window_show_message_request_async(self, params):
        self.asked.append(params)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        (types.MessageActionItem(RUN), True),
        (types.MessageActionItem(NEVER), False),
        (types.MessageActionItem("something else"), None),
        (None, None),
        (RuntimeError("no such method"), None),
    ],
)
async def test_only_the_buttons_count(answer: object, meant: bool | None):
    client = Client(answer)
    assert await ask(client, "/a/project", lambda line: None) is meant
    assert "/a/project" in client.asked[0].message


async def test_a_client_that_cannot_ask_is_logged():
    lines: list[str] = []
    await ask(Client(RuntimeError("no such method")), "/a/project", lines.append)
    assert "no such method" in lines[0]
