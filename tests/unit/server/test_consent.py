"""The question of trust, and what counts as an answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from tessera_lsp.project import Trust
from tessera_lsp.server.consent import NEVER, RUN, Permission, ask


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


def test_the_question_is_put_once(tmp_path: Path):
    permission = Permission(tmp_path, Trust(tmp_path / "state"), lambda line: None)
    assert permission.decide(True, "ask").action == "ask"
    assert permission.put_question()
    assert not permission.put_question()


def test_a_dismissed_question_is_not_put_again(tmp_path: Path):
    permission = Permission(tmp_path, Trust(tmp_path / "state"), lambda line: None)
    permission.put_question()
    permission.answered(None)
    decision = permission.decide(True, "ask")
    assert (decision.action, "not answered" in decision.reason) == ("refuse", True)
    assert permission.decide(True, True).action == "run", "the setting still answers"


@pytest.mark.parametrize(("answer", "action"), [(True, "run"), (False, "refuse")])
def test_an_answer_holds_here_and_later(tmp_path: Path, answer: bool, action: str):
    first = Permission(tmp_path, Trust(tmp_path / "state"), lambda line: None)
    first.answered(answer)
    later = Permission(tmp_path, Trust(tmp_path / "state"), lambda line: None)
    assert (first.decide(True, "ask").action, later.decide(True, "ask").action) == (action, action)
    assert first.decide(False, True).action == "refuse", "the project's file refuses"


def test_an_answer_that_cannot_be_kept_holds_for_now(tmp_path: Path):
    (tmp_path / "file").write_text("")
    lines: list[str] = []
    permission = Permission(tmp_path, Trust(tmp_path / "file" / "state"), lines.append)
    permission.answered(True)
    assert permission.decide(True, "ask").action == "run"
    assert any("could not be kept" in line for line in lines)


def test_an_editor_without_trust_goes_before_an_earlier_answer(tmp_path: Path):
    """Whoever trusted the folder in another editor has not trusted it in this one."""
    permission = Permission(tmp_path, Trust(tmp_path / "state"), print)
    permission.answered(True)
    decision = permission.decide(True, "untrusted")
    assert (decision.action, decision.reason) == ("refuse", "this workspace is not trusted")
