"""``$/cancelRequest``: what is cancelled ends, is answered once, and nothing else waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

CLAIMS = Path("depot/stock/claims.py")
SHAPE = "    match = _WEIGHT"
HANG = "print('it hangs', flush=True); __import__('time').sleep(600)"
CONFIG = "[tool.tessera]\nregistry = 'depot.registry'\ntimeout = 600\n"
CANCELLED = -32800


class Requests:
    """Sends requests under names, and keeps what each was answered, in order."""

    def __init__(self, editor: Any) -> None:
        self.answers: list[tuple[str, Any]] = []
        self._editor, self._protocol = editor, editor.client.protocol
        handle = self._protocol._handle_response

        def heard(msg_id: str, result: Any = None, error: Any = None) -> None:
            self.answers.append((msg_id, error.code if error is not None else "answered"))
            handle(msg_id, result, error)

        self._protocol._handle_response = heard

    def send(self, name: str, method: str, params: Any) -> None:
        """Send a request whose answer is only kept."""
        self._protocol.send_request(method, params, msg_id=name)

    def cancel(self, name: str) -> None:
        """Cancel it."""
        self._protocol.notify(types.CANCEL_REQUEST, types.CancelParams(name))

    def of(self, name: str) -> list[Any]:
        """What was answered under a name: a code, or ``answered``."""
        return [what for each, what in self.answers if each == name]

    async def answered(self, name: str) -> Any:
        """The first answer under a name."""

        async def waiting() -> Any:
            while not self.of(name):
                await asyncio.sleep(0.01)
            return self.of(name)[0]

        return await self._editor.within(waiting())


@pytest.fixture
def hanging(depot: Path) -> Path:
    """A project whose shape never answers about crate 9, and may take ten minutes for it."""
    (depot / "pyproject.toml").write_text(CONFIG)
    text = (depot / CLAIMS).read_text()
    hang = f"    if claim.text.startswith('Crate 9'): {HANG}\n{SHAPE}"
    (depot / CLAIMS).write_text(text.replace(SHAPE, hang))
    return depot


def preview(editor: Any) -> types.ExecuteCommandParams:
    about = {"battery": "stock", "text": "Crate 9 weighs 9 kg.", "citations": ["crate/1"]}
    return types.ExecuteCommandParams("tessera.server.preview", [about])


def references(editor: Any) -> types.ReferenceParams:
    return types.ReferenceParams(
        types.ReferenceContext(include_declaration=True),
        types.TextDocumentIdentifier(editor.uri(CLAIMS)),
        editor.place(CLAIMS, "crate_weight("),
    )


def hover(editor: Any) -> types.HoverParams:
    """On a sample that the edit before made new: the answer waits for its verdict."""
    editor.replace(CLAIMS, "True: Crate 1 weighs 12", "True: Crate 9 weighs 12")
    return types.HoverParams(
        types.TextDocumentIdentifier(editor.uri(CLAIMS)), editor.place(CLAIMS, "Crate 9 weighs")
    )


@pytest.mark.parametrize(
    ("method", "params"),
    [
        (types.WORKSPACE_EXECUTE_COMMAND, preview),
        (types.TEXT_DOCUMENT_REFERENCES, references),
        (types.TEXT_DOCUMENT_HOVER, hover),
    ],
)
async def test_what_is_cancelled_is_answered_so_and_once(
    start: Any, harness: Any, hanging: Path, method: str, params: Callable[[Any], Any]
):
    harness.sibling("varied").write_uses(hanging, 100)
    editor = await start(hanging)
    editor.open(CLAIMS)
    await editor.settled()
    requests = Requests(editor)
    requests.send("one", method, params(editor))
    requests.cancel("one")
    assert await requests.answered("one") == CANCELLED
    await editor.command("tessera.server.surface")
    await asyncio.sleep(0.3)  # longer than a hover waits
    assert requests.of("one") == [CANCELLED]


async def test_a_command_that_has_begun_is_cancelled(start: Any, hanging: Path):
    """While the sentence is being judged; the same question is put anew when it is asked again."""
    editor = await start(hanging)
    editor.open(CLAIMS)
    await editor.settled()
    requests = Requests(editor)
    requests.send("one", types.WORKSPACE_EXECUTE_COMMAND, preview(editor))

    async def hangs() -> None:
        while "it hangs" not in "\n".join(await editor.command("tessera.server.log")):
            await asyncio.sleep(0.05)

    await editor.within(hangs())
    requests.cancel("one")
    assert await requests.answered("one") == CANCELLED
    shown = await editor.hover_text(CLAIMS, editor.place(CLAIMS, "Crate 1 weighs 12"))
    assert shown.startswith("supported · crate_weight")
    assert not [line for line in await editor.command("tessera.server.log") if "Error" in line]


async def test_a_cancellation_that_comes_late_is_no_news(start: Any, depot: Path):
    """Of an answer that is given at once, as one of a handler without waiting is."""
    editor = await start(depot)
    requests = Requests(editor)
    requests.send("one", types.WORKSPACE_SYMBOL, types.WorkspaceSymbolParams("crate"))
    assert await requests.answered("one") == "answered"
    requests.cancel("one")
    requests.cancel("nobody's")
    log = await editor.command("tessera.server.log")
    assert not [line for line in log if "ancel" in line]
    assert requests.of("one") == ["answered"]
