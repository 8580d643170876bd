"""The stream of frames holds what is written to it, and nothing that strays."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tessera_lsp.server.stdio import ClientStream, Frames, Incoming

ROOT = Path(__file__).resolve().parents[3]

STRAY = """
import os, subprocess, sys
sys.path.insert(0, sys.argv[1])
from tessera_lsp.server.stdio import take_streams
commands, frames = take_streams()
print("printed", flush=True)
os.write(1, b"written\\n")
subprocess.run(["echo", "echoed"])
subprocess.run([sys.executable, "-c", "import sys; sys.exit(len(sys.stdin.read()))"], check=True)
frames.write(b"frame of " + commands.readline())
"""


def test_what_strays_goes_to_stderr():
    """By ``print``, by the descriptor, by a child; and no child reads what the client sends."""
    done = subprocess.run(
        [sys.executable, "-c", STRAY, str(ROOT)], input=b"the client\n", capture_output=True, timeout=30
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == b"frame of the client\n"
    assert [word in done.stderr for word in (b"printed", b"written", b"echoed")] == [True] * 3


def test_a_client_that_is_gone_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    stream = ClientStream(writing)
    try:
        assert stream.write(b"anything") == 8
        assert stream.gone
        assert stream.write(b"more") == 4
    finally:
        os.close(writing)


def test_a_client_that_reads_slowly_gets_all():
    """Also where whoever made the pipe has set it so that a write returns at once."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    data = bytes(range(256)) * 2048
    got = bytearray()

    def read() -> None:
        while len(got) < len(data) and (part := os.read(reading, 1000)):
            got.extend(part)

    thread = threading.Thread(target=read, daemon=True)
    try:
        thread.start()
        assert ClientStream(writing).write(data) == len(data)
        thread.join(10)
        assert bytes(got) == data
    finally:
        os.close(writing)
        os.close(reading)


FRAMED = (
    b"Content-Length: 2\r\n\r\n{}"
    b"Content-Type: x\r\ncontent-length: 3\r\n\r\n[1]"
    b"\r\nContent-Length: 1\r\n\r\n7"
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, len(FRAMED)])
def test_messages_are_the_same_in_whatever_parts_they_come(size: int):
    """Other header fields, lines between messages and another spelling of the length are no matter."""
    frames = Frames()
    parts = [FRAMED[at : at + size] for at in range(0, len(FRAMED), size)]
    assert [body for part in parts for body in frames.take(part)] == [b"{}", b"[1]", b"7"]


@pytest.mark.parametrize(("told", "lost"), [(4, []), (20, [b"[2]"])])
def test_a_length_that_was_told_wrong_costs_that_message(told: int, lost: list[bytes]):
    """Too short, and what is left stands before the next header; too long, and that header is within it."""
    messages = [b"[2]", b"[3]", b"[4]"]
    written = b"Content-Length: %d\r\n\r\n[1, 1]" % told
    written += b"".join(b"Content-Length: 3\r\n\r\n" + message for message in messages)
    found = Frames().take(written)
    assert found[1:] == [message for message in messages if message not in lost]


async def handled(written: bytes, handle: Callable[[bytes], None], is_over: Callable[[], bool]) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as commands:
        os.write(writing, written)
        os.close(writing)
        await asyncio.wait_for(Incoming(commands, handle, is_over).run(), 10)


def test_what_a_message_has_begun_comes_before_the_next():
    """The first step of a task, as where a document is opened; and all that came is handled."""
    done: list[str] = []

    async def beginning(body: bytes) -> None:
        done.append(f"begun {body.decode()}")

    def handle(body: bytes) -> None:
        done.append(body.decode())
        tasks.append(asyncio.ensure_future(beginning(body)))

    tasks: list[object] = []
    asyncio.run(handled(FRAMED, handle, lambda: False))
    assert done == ["{}", "begun {}", "[1]", "begun [1]", "7", "begun 7"]


def test_a_message_that_fails_costs_only_itself(caplog: pytest.LogCaptureFixture):
    """And is no secret."""
    done: list[bytes] = []

    def handle(body: bytes) -> None:
        done.append(body)
        if body == b"{}":
            raise ZeroDivisionError("by the first message")

    asyncio.run(handled(FRAMED, handle, lambda: False))
    assert done == [b"{}", b"[1]", b"7"]
    assert "by the first message" in caplog.text


def test_what_a_message_has_begun_comes_before_one_that_is_read_in_the_same_turn():
    """An opening, the second of two messages; its change comes while the opening is handled."""
    reading, writing = os.pipe()
    done: list[str] = []
    tasks: list[object] = []

    async def beginning(body: bytes) -> None:
        done.append(f"begun {body.decode()}")

    def handle(body: bytes) -> None:
        done.append(body.decode())
        tasks.append(asyncio.ensure_future(beginning(body)))
        if body == b"1":
            os.write(writing, b"Content-Length: 1\r\n\r\n3")
            os.close(writing)

    async def run() -> None:
        with os.fdopen(reading, "rb") as commands:
            os.write(writing, b"Content-Length: 1\r\n\r\n1Content-Length: 1\r\n\r\n2")
            await asyncio.wait_for(Incoming(commands, handle, lambda: False).run(), 10)

    asyncio.run(run())
    assert done == ["1", "begun 1", "2", "begun 2", "3", "begun 3"]


def test_nothing_is_handled_after_the_last_message():
    done: list[bytes] = []
    asyncio.run(handled(FRAMED, done.append, lambda: len(done) == 2))
    assert done == [b"{}", b"[1]"]
