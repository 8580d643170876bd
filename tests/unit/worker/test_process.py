"""The worker as a process: what becomes of what is written to it."""

from __future__ import annotations

import select
from pathlib import Path

import pytest
from tessera_worker_foreign import soon

from tessera_lsp import wire
from tessera_lsp.verify.process import WorkerProcess


class HangingUp:
    """Says at once of a pipe that its reader is gone, and, as some systems do, of no error."""

    def register(self, descriptor: int, events: int) -> None:
        self.told = [(descriptor, select.POLLHUP)]

    def poll(self, limit: int = 0) -> list[tuple[int, int]]:
        return self.told


def test_what_nobody_reads_any_more_keeps_no_thread_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than the pipe takes waits to be written when the worker ends."""
    worker = tmp_path / "worker"
    worker.write_text("#!/bin/sh\nexec sleep 0.5\n")
    worker.chmod(0o755)
    monkeypatch.setattr(select, "poll", HangingUp)
    ends: list[str] = []
    process = WorkerProcess(str(worker), "/", lambda messages: None, ends.append, lambda line: None)
    try:
        process.send(wire.Ahead({"a.py": "x" * (4 << 20)}))
        assert soon(lambda: bool(ends), 10.0)
        assert soon(lambda: not any(thread.is_alive() for thread in process._threads), 2.0)
    finally:
        process.close()
