"""The stream of frames holds what is written to it, and nothing that strays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tessera_lsp.server.stdio import ClientStream

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
