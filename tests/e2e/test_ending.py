"""The end, whatever is going on: each process of ours is gone soon, and so is what was laid out on disk."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

CLAIMS, DATA, HARNESS = (Path("depot") / name for name in ("stock/claims.py", "stock/data.py", "harness.py"))
CONFIG = "[tool.tessera]\nregistry = 'depot.registry'\n"
PATIENT = "timeout = 600\nimport-timeout = 600\nload-timeout = 600\nharvest-timeout = 600\n"
HANG = "print('it hangs', flush=True); __import__('time').sleep(600)"
SHAPE, GRAPH, RUN = "    match = _WEIGHT", "def graph():\n", "    figures = {}\n"
KNOWN = tuple(f"Crate {n} weighs {kg} kg." for n, kg in ((1, 12), (1, 13), (2, 18), (3, 7)))
ODD = f"if 'weighs' in claim.text and claim.text not in {KNOWN}: {HANG}"
MANY = 400
"""Files in which a search has to look."""


def put(root: Path, path: Path, old: str, new: str) -> None:
    """Write a file otherwise."""
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new, 1), encoding="utf-8")


def git(root: Path, *arguments: str) -> str:
    """What git says in a folder, by its own configuration alone."""
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "core.hooksPath=/dev/null"]
    environ = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    told = subprocess.run(
        ["git", *identity, *arguments], cwd=root, check=True, capture_output=True, env=environ, timeout=30
    )
    return told.stdout.decode()


class States:
    """What may be going on. Each method brings a project and its editor into one state; a request that is
    waited for is given back."""

    def __init__(self, root: Path, start: Any, harness: Any) -> None:
        self.root = root
        self._start, self._harness = start, harness
        (root / "pyproject.toml").write_text(CONFIG + PATIENT)

    async def starting(self) -> Any:
        return await self._start(self.root), None

    async def importing(self) -> Any:
        put(self.root, CLAIMS, "import re\n", f"import re\n{HANG}\n")
        return await self._hanging(), None

    async def building(self) -> Any:
        put(self.root, DATA, GRAPH, f"{GRAPH}    {HANG}\n")
        return await self._hanging(), None

    async def harvesting(self) -> Any:
        put(self.root, HARNESS, RUN, f"{RUN}    {HANG}\n")
        return await self._hanging(), None

    async def judging(self) -> Any:
        editor = await self._settled()
        editor.replace(CLAIMS, SHAPE, f"    {HANG}\n{SHAPE}")
        await hangs(editor)
        return editor, None

    async def explaining(self) -> Any:
        put(self.root, CLAIMS, SHAPE, f"    {ODD}\n{SHAPE}")
        editor = await self._settled()
        asked = {"battery": "stock", "text": "Crate 9 weighs 9 kg.", "citations": ["crate/1"]}
        pending = ask(editor, "tessera.server.preview", asked)
        await hangs(editor)
        return editor, pending

    async def probing(self) -> Any:
        put(self.root, CLAIMS, SHAPE, f"    {ODD}\n{SHAPE}")
        editor = await self._start(self.root, options={"run": True, "deep": True})
        editor.open(CLAIMS)
        await hangs(editor)
        return editor, None

    async def comparing(self) -> Any:
        """The merge base is being judged: its harness hangs, that of the branch does not."""
        put(self.root, HARNESS, RUN, f"{RUN}    {HANG}\n")
        (self.root / ".gitignore").write_text("__pycache__/\n")
        for arguments in (("init", "-q", "-b", "main"), ("add", "."), ("commit", "-q", "-m", "one")):
            git(self.root, *arguments)
        git(self.root, "checkout", "-q", "-b", "topic")
        put(self.root, HARNESS, f"    {HANG}\n", "")
        git(self.root, "commit", "-q", "-a", "-m", "two")
        editor = await self._settled()
        pending = ask(editor, "tessera.server.drift", {"against": "base"})
        await hangs(editor)
        return editor, pending

    async def searching(self) -> Any:
        """References are sought in files that take long to read."""
        self._harness.sibling("varied").write_uses(self.root, MANY)
        editor = await self._settled()
        pending = references(editor)
        await editor.command("tessera.server.status")  # the search has begun
        return editor, pending

    async def _hanging(self) -> Any:
        editor = await self._start(self.root)
        editor.open(CLAIMS)
        await hangs(editor)
        return editor

    async def _settled(self) -> Any:
        editor = await self._start(self.root)
        editor.open(CLAIMS)
        await editor.settled()
        return editor


def ask(editor: Any, command: str, *arguments: Any) -> Any:
    """A command whose answer nobody waits for yet."""
    return asyncio.ensure_future(
        editor.client.workspace_execute_command_async(types.ExecuteCommandParams(command, list(arguments)))
    )


def references(editor: Any) -> Any:
    """A request for the shape's references."""
    params = types.ReferenceParams(
        types.ReferenceContext(include_declaration=True),
        types.TextDocumentIdentifier(editor.uri(CLAIMS)),
        editor.place(CLAIMS, "crate_weight("),
    )
    return asyncio.ensure_future(editor.client.text_document_references_async(params))


async def hangs(editor: Any) -> None:
    """Until the project has said that it hangs."""

    async def said() -> None:
        while "it hangs" not in "\n".join(await editor.command("tessera.server.log")):
            await asyncio.sleep(0.05)

    await editor.within(said())


NAMES = [name for name in vars(States) if not name.startswith("_")]


@pytest.fixture
def states(depot: Path, start: Any, harness: Any) -> States:
    return States(depot, start, harness)


@pytest.mark.parametrize("end", ["exit", "client", "kill"])
@pytest.mark.parametrize("name", NAMES)
async def test_nothing_is_left(states: States, harness: Any, env: dict[str, str], name: str, end: str):
    """However it ends. The client's end is the end of our input; a killed server can't take away what it has
    laid out, the next one does."""
    editor, pending = await getattr(states, name)()
    everybody = {editor.process.pid, *harness.processes.descendants(editor.process.pid)}
    if end == "exit":
        assert await editor.stop() == 0
    elif end == "client":
        editor.process.stdin.close()
        assert await asyncio.wait_for(editor.process.wait(), 10) == 1
    else:
        editor.process.send_signal(signal.SIGKILL)
        await asyncio.wait_for(editor.process.wait(), 10)
    await harness.processes.gone(everybody)
    if pending is not None:
        pending.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await pending
    if name == "comparing" and end != "kill":
        assert len(git(states.root, "worktree", "list").splitlines()) == 1
