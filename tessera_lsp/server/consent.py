"""May a project's code run? Asked once for a root, remembered; a project can refuse and never grant."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from lsprotocol import types

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
