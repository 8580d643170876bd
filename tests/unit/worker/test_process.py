"""The worker as a process: what becomes of what is written to it."""

from __future__ import annotations

import select
import shutil

import pytest
from tessera_worker_foreign import soon

from tessera_lsp import wire
from tessera_lsp.verify.process import WorkerProcess


def test_what_cannot_be_written_any_more_keeps_no_thread_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems say of a pipe whose reader is gone that it hangs up, and not that there is an error."""

    class HangingUp:
        def register(self, descriptor: int, events: int) -> None:
            self.told = [(descriptor, select.POLLHUP)]

        def poll(self, limit: int = 0) -> list[tuple[int, int]]:
            return self.told

    monkeypatch.setattr(select, "poll", HangingUp)
    ends: list[str] = []
    process = WorkerProcess(
        shutil.which("true") or "true", "/", lambda messages: None, ends.append, lambda line: None
    )
    process.send(wire.Ahead({"a.py": "x" * (4 << 20)}))
    try:
        assert soon(lambda: bool(ends), 10.0)
        assert soon(lambda: not any(thread.is_alive() for thread in process._threads), 10.0)
    finally:
        process.close()
