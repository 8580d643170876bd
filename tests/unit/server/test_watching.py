"""Looking at files for clients that do not."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tessera_lsp.server.watching import Watcher


class Sessions:
    """Has no session, and fails at the first change that it is told of."""

    def __init__(self) -> None:
        self.sessions: dict[Path, object] = {}
        self.told: list[list[tuple[str, str]]] = []

    async def disk_changed(self, changes):
        self.told.append(list(changes))
        if len(self.told) == 1:
            raise OSError("a folder went away")


async def test_a_look_that_fails_is_logged_and_not_the_last(tmp_path, caplog):
    sessions = Sessions()
    watcher = Watcher(sessions, lambda: [str(tmp_path)], tmp_path / "trust.json")
    await watcher.look()
    looking = asyncio.create_task(watcher.run(every=0.01))
    try:
        async with asyncio.timeout(10):
            for count, kind in enumerate(("created", "deleted"), 1):
                file = tmp_path / "pyproject.toml"
                file.write_text("") if kind == "created" else file.unlink()
                while len(sessions.told) < count:
                    await asyncio.sleep(0.01)
    finally:
        looking.cancel()
    assert [told for ((_, told),) in sessions.told] == ["created", "deleted"]
    assert "a folder went away" in caplog.text
