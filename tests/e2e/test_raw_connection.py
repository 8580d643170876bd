"""What a newer or a dying client sends, written to the stream without a client's library."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
import pytest_asyncio


class Raw:
    """A connection without a client's library: what a newer or a dying client would do."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, command, cwd: Path, env: dict[str, str]) -> Raw:
        return cls(
            await asyncio.create_subprocess_exec(
                *command, cwd=cwd, env=env, stdin=PIPE, stdout=PIPE, stderr=PIPE
            )
        )

    def tell(self, **message) -> None:
        """Send a message."""
        self.tell_at_once(message)

    def tell_at_once(self, *messages) -> None:
        """Send some in one piece."""
        bodies = [json.dumps({"jsonrpc": "2.0", **message}) for message in messages]
        assert self.process.stdin is not None
        self.process.stdin.write(
            "".join(f"Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies).encode()
        )

    async def ask(self, method: str, params: object) -> dict:
        """Send a request; its answer, whatever comes before it."""
        self.tell(id=1, method=method, params=params)
        assert self.process.stdout is not None
        while True:
            head = await asyncio.wait_for(self.process.stdout.readuntil(b"\r\n\r\n"), 20)
            length = int(head.split(b":")[1].split()[0])
            answer = json.loads(await asyncio.wait_for(self.process.stdout.readexactly(length), 20))
            if answer.get("id") == 1:
                return answer

    async def initialize(self, process_id: int | None, capabilities: object) -> dict:
        """The handshake; the answer to ``initialize``."""
        params = {"processId": process_id, "rootUri": None, "capabilities": capabilities}
        answer = await self.ask("initialize", params)
        self.tell(method="initialized", params={})
        await self.ask("workspace/executeCommand", {"command": "tessera.server.status"})
        return answer

    async def end(self) -> None:
        """Make sure that it is gone."""
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()


@pytest_asyncio.fixture
async def raw(harness, depot, env):
    connection = await Raw.start(harness.COMMAND, depot, env)
    yield connection
    await connection.end()


async def test_a_newer_client_is_answered(raw):
    """Enumeration values that nobody knows yet, in capabilities: a normal answer all the same."""
    capabilities = {
        "general": {"positionEncodings": ["utf-64", "utf-8"]},
        "workspace": {"workspaceEdit": {"failureHandling": "tomorrow"}},
        "textDocument": {"codeAction": {"resolveSupport": 7}},
    }
    answer = await raw.initialize(None, capabilities)
    assert answer["result"]["capabilities"]["positionEncoding"] == "utf-8"


async def test_a_request_that_does_not_read_is_answered_with_an_error(raw):
    await raw.initialize(None, {})
    answer = await raw.ask("textDocument/hover", {"textDocument": 7})
    assert answer["error"]["code"] == -32602


async def test_a_closed_input_ends_the_server_quietly(raw):
    await raw.initialize(None, {})
    raw.process.stdin.close()
    assert await asyncio.wait_for(raw.process.wait(), 10) == 1
    assert await raw.process.stderr.read() == b""


async def test_it_ends_though_the_client_goes_on(raw):
    """Answers that cross the ``exit``, while the client keeps its end open: more than is read at once, and
    less than is read twice."""
    await raw.initialize(None, {})
    answers = [{"id": f"{number}", "result": "." * 800} for number in range(100)]
    raw.tell_at_once({"id": 2, "method": "shutdown"}, {"method": "exit"}, *answers)
    assert await asyncio.wait_for(raw.process.wait(), 10) == 0


async def test_a_server_whose_client_is_gone_ends(raw):
    """The client's process is gone, though something else still holds its end of the input."""
    client = await asyncio.create_subprocess_exec(sys.executable, "-c", "import time; time.sleep(600)")
    try:
        await raw.initialize(client.pid, {})
        assert raw.process.returncode is None
    finally:
        client.kill()
        await client.wait()
    assert await asyncio.wait_for(raw.process.wait(), 10) == 1


async def test_a_client_in_another_container_is_served(raw):
    """Its process id is that of nobody here: no reason to end."""
    gone_already = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await gone_already.wait()
    await raw.initialize(gone_already.pid, {})
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(raw.process.wait(), 1.5)
    answer = await raw.ask("workspace/executeCommand", {"command": "tessera.server.status"})
    assert "result" in answer
