"""What changes on disk at a bad moment: while the project loads, or after its worker was given up."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

CLAIMS = Path("depot/stock/claims.py")
LIMITS = Path("depot/stock/limits.py")


@pytest.fixture
def slow(depot: Path) -> Path:
    """A project that takes two seconds to build its graph, by a limit that is 0 as it should be."""
    (depot / LIMITS).write_text("LIMIT = 0\n")
    claims, data = depot / CLAIMS, depot / "depot" / "stock" / "data.py"
    text = claims.read_text().replace("weight ==", "weight + LIMIT ==")
    claims.write_text("from depot.stock.limits import LIMIT\n" + text)
    pause = "def graph():\n    import time; time.sleep(2)\n"
    data.write_text(data.read_text().replace("def graph():\n", pause))
    return depot


def limit(editor: Any, value: int) -> None:
    """Another program writes the limit, and the editor tells of it."""
    (editor.root / LIMITS).write_text(f"LIMIT = {value}\n")
    editor.disk_changed((LIMITS, types.FileChangeType.Changed))


def status(editor: Any) -> Any:
    """The status of the only project, None before it has told one."""
    return next(iter(editor.statuses.values()), None)


async def test_a_change_during_the_first_load_counts(start, slow):
    editor = await start(slow)
    editor.open(CLAIMS)
    await editor.until(lambda: status(editor) and status(editor).state == "starting", "the first load")
    await asyncio.sleep(1.0)  # the modules are imported, the graph is being built
    limit(editor, 1)
    assert status(editor).state == "starting"
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES401"), "the verdict under the new limit")


async def test_verdicts_are_not_current_until_the_load_after_a_change(start, slow):
    editor = await start(slow)
    editor.open(CLAIMS)
    before = (await editor.settled()).load
    limit(editor, 1)
    await editor.until(lambda: not status(editor).fresh, "no fresh verdicts", limit=1.5)
    assert status(editor).load == before
    await editor.until(lambda: status(editor).fresh, "fresh verdicts")
    assert status(editor).load > before
    assert editor.diagnostics(CLAIMS, "TES401")


async def test_a_change_that_is_taken_back_during_the_load_counts(start, slow):
    editor = await start(slow)
    editor.open(CLAIMS)
    before = (await editor.settled()).load
    limit(editor, 1)
    await asyncio.sleep(1.2)  # that limit is imported by now
    limit(editor, 0)
    assert status(editor).load == before
    await editor.until(lambda: status(editor).load > before and status(editor).settled, "settled")
    assert not editor.diagnostics(CLAIMS, "TES401")


def workers(editor: Any) -> list[int]:
    """The process ids of the server's workers."""
    told = subprocess.run(["pgrep", "-P", str(editor.process.pid)], capture_output=True, text=True)
    return [int(line) for line in told.stdout.split()]


async def test_a_project_settles_after_its_worker_was_given_up(start, depot):
    """A change on disk starts the worker again: what it loads then is what the change has called for."""
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    killed: set[int] = set()
    for _ in range(400):
        if status(editor).state == "failed":
            break
        for worker in set(workers(editor)) - killed:
            killed.add(worker)
            await asyncio.sleep(0.3)
            os.kill(worker, signal.SIGKILL)
        await asyncio.sleep(0.05)
    assert status(editor).state == "failed"
    (depot / LIMITS).write_text("LIMIT = 0\n")
    editor.disk_changed((LIMITS, types.FileChangeType.Created))
    await editor.until(lambda: status(editor).state == "ready", "the worker is back")
    await editor.settled(limit=10)
