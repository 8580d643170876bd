"""What a user is asked before a fix is made that may change verdicts, by a client without annotations."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tessera_lsp.server.handlers import fixing
from tessera_lsp.verdicts import Verdicts

EDIT = types.WorkspaceEdit(document_changes=[])
LATE = "the edit was not judged within 5 seconds"


class Server:
    """A client's answer to each question, and the questions."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.questions: list[str] = []

    def supports(self, capability: str) -> bool:
        return False

    async def window_show_message_request_async(self, params):
        self.questions.append(params.message)
        return types.MessageActionItem(self.answer)


@pytest.fixture
def asked(monkeypatch):
    """Asks about an edit of which nobody knows what it changes, in a project that runs or does not."""

    async def late(session, texts, within):
        return LATE

    monkeypatch.setattr(fixing, "drift_of", late)

    async def ask(server: Server, state: str) -> types.WorkspaceEdit:
        session = SimpleNamespace(snapshot=SimpleNamespace(verdicts=Verdicts(state=state)))
        return await fixing._with_drift(server, session, (), EDIT)

    return ask


async def test_where_it_is_not_known_what_changes_that_is_asked(asked):
    server = Server(fixing.APPLY)
    assert await asked(server, "ready") is EDIT
    assert server.questions == [f"Tessera: whether this changes verdicts is not known: {LATE}"]
    with pytest.raises(JsonRpcException, match="stays as it is"):
        await asked(Server(fixing.LEAVE), "ready")


@pytest.mark.parametrize("state", ["off", "asking", "failed"])
async def test_where_nothing_runs_nothing_is_asked(asked, state):
    server = Server(fixing.LEAVE)
    assert await asked(server, state) is EDIT
    assert server.questions == []
