"""May a project's code run? Asked once for a root, remembered; a project can refuse and never grant."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Literal, Protocol

from lsprotocol import types

from tessera_lsp.project import Decision, Trust, decide

DISMISSED = 'the question whether to run was not answered: open the project again, or set "run" to true'
RUN, NEVER = "Run it", "Never for this folder"


class Asks(Protocol):
    """The part of the language server that shows a question."""

    def window_show_message_request_async(
        self, params: types.ShowMessageRequestParams
    ) -> Awaitable[types.MessageActionItem | None]: ...


def question(root: str) -> types.ShowMessageRequestParams:
    """The question about the project at ``root``."""
    return types.ShowMessageRequestParams(
        type=types.MessageType.Info,
        message=(
            f"Tessera verifies claims by running the Python code of {root} in its own interpreter. "
            "Do you trust this folder?"
        ),
        actions=[types.MessageActionItem(RUN), types.MessageActionItem(NEVER)],
    )


async def ask(client: Asks, root: str, log: Callable[[str], None]) -> bool | None:
    """The user's answer; None where the question was dismissed or the client can't ask."""
    try:
        answer = await client.window_show_message_request_async(question(root))
    except Exception as error:  # a client without such questions answers with an error of its own choice
        log(f"the client could not ask about {root}: {error!r}")
        return None
    title = getattr(answer, "title", None)
    return {RUN: True, NEVER: False}.get(title) if title is not None else None


class Permission:
    """Whether one root's code may run, by all that has been said about it. The question is put once."""

    def __init__(self, root: Path, trust: Trust, log: Callable[[str], None]) -> None:
        self._root, self._trust, self._log = root, trust, log
        self._question: Literal["", "put", "dismissed"] = ""
        self._answer: bool | None = None
        """Kept here where the state folder can't be written."""
        self._known: bool | None = None
        """What was remembered when that was last decided by."""

    def decide(self, config_run: bool, option: bool | Literal["ask", "untrusted"]) -> Decision:
        """What follows from the project's file, the editor's option and the user's answers."""
        self._known = self._trust.granted(self._root)
        remembered = self._known if self._answer is None else self._answer
        if self._trust.note:
            self._log(self._trust.note)
        decision = decide(config_run, option, remembered, self._trust.remedy(self._root))
        if decision.action == "ask" and self._question == "dismissed":
            return Decision("refuse", DISMISSED)
        return decision

    def has_news(self) -> bool:
        """Whether something else is remembered by now, such as ``tessera-lsp trust`` has written."""
        return self._trust.granted(self._root) != self._known

    def ask_again(self) -> None:
        """The question may be put another time."""
        self._question = ""

    def put_question(self) -> bool:
        """Whether the question is to be put now: the first time."""
        first = not self._question
        self._question = self._question or "put"
        return first

    def answered(self, answer: bool | None) -> None:
        """Take the answer and remember it; None: the question was dismissed."""
        self._answer = answer
        if answer is None:
            self._question = "dismissed"
            return
        try:
            self._trust.remember(self._root, answer)
            self._answer = None
        except OSError as error:
            self._log(f"the answer about {self._root} could not be kept: {error}")
