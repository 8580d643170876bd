"""Whatever was typed, saved, closed, deleted and killed: at rest the server says what a fresh run says.

More examples, and other ones each time, by ``TESSERA_EXAMPLES=100 pytest tests/e2e/test_same_as_fresh.py``;
with ``TESSERA_LIMIT=120`` it waits longer than the tests do.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from lsprotocol import types

from tessera_lsp.server.settings import plain

EXAMPLES = int(os.environ.get("TESSERA_EXAMPLES", "0"))
REST = max(60.0, float(os.environ.get("TESSERA_LIMIT", "0")))
"""Seconds within which all must have settled."""
KILLS = 2
"""How often a worker is killed: one that breaks off more often within a minute is given up."""


class Editing(RuleBasedStateMachine):
    """One server and one editor; ``varied``, ``fresh``, ``client`` and ``env`` are set by the test."""

    varied: Any
    fresh: Any
    client: Any
    env: dict[str, str]
    failed: list[str]
    """What was found, with what led there: played again, a race may end otherwise."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[str] = []
        self.loop = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp(prefix="same-as-fresh-")).resolve()
        self.root = self.folder / "open" / "depot project"
        self.varied.write(self.root)
        self.typed = self.saved = self.varied.Wording()
        self.open: set[str] = set()
        self.kills = self.rests = 0
        self.moved = True
        self.editor = self.loop.run(
            self.client.Editor.start(
                self.root, self.env, options={"run": True}, offers=self.client.capabilities("utf-32")
            )
        )

    # ------------------------------------------------------------------ what happens

    @rule(number=st.integers(0, 99), choice=st.integers(0, 4))
    def type(self, number: int, choice: int) -> None:
        """Another wording of one place in a module, as the smallest edit."""
        places = [place for place in self.varied.PLACES if place[0].endswith(".py")]
        place = places[number % len(places)]
        self._type(place, choice)

    @rule(number=st.integers(0, 99), choice=st.integers(0, 4))
    def write(self, number: int, choice: int) -> None:
        """Another program writes a file, which may be open or deleted."""
        place = self.varied.PLACES[number % len(self.varied.PLACES)]
        self._write(place[0], self.saved.but(place, choice))

    @precondition(lambda self: self.open)
    @rule(number=st.integers(0, 99))
    def save(self, number: int) -> None:
        """The editor saves."""
        path = self._one(number)
        self._do(f"save {path}", lambda: self.editor.save(path))

    @precondition(lambda self: self.open)
    @rule()
    def save_all(self) -> None:
        """The editor saves all that is open."""
        for path in sorted(self.open):
            self._do(f"save {path}", lambda path=path: self.editor.save(path))

    @precondition(lambda self: self.open)
    @rule(number=st.integers(0, 99))
    def close(self, number: int) -> None:
        """The editor closes, and what was not saved is forgotten."""
        path = self._one(number)
        self._do(f"close {path}", lambda: self.editor.close(path))
        self.open.discard(path)

    @rule(number=st.integers(0, 99))
    def delete(self, number: int) -> None:
        """Another program deletes a module; the editor may have it open."""
        paths = (self.varied.CLAIMS, self.varied.HELPER, self.varied.ANSWERS)
        path = paths[number % len(paths)]
        if (self.root / path).exists():
            (self.root / path).unlink()
            deleted = (path, types.FileChangeType.Deleted)
            self._do(f"delete {path}", lambda: self.editor.disk_changed(deleted))

    @rule(choice=st.integers(0, 4))
    def come_back(self, choice: int) -> None:
        """What is deleted is there again, perhaps with another text."""
        for path in self.varied.SOURCES:
            if not (self.root / path).exists():
                place = next(place for place in self.varied.PLACES if place[0] == path)
                self._write(path, self.saved.but(place, choice))

    @precondition(lambda self: self.kills < KILLS)
    @rule()
    def kill(self) -> None:
        """The worker is killed; the next one is waited for, so that there is something to settle."""
        self.kills += 1
        before = self._workers()
        if before:
            self.steps.append("kill")
            for worker in before:
                os.kill(worker, signal.SIGKILL)
            new = self.editor.until(lambda: self._workers() - before, "another worker", REST)
            self.loop.run(new)
            self.moved = True

    @precondition(lambda self: self.moved and self.rests < 3)
    @rule()
    def rest(self) -> None:
        """All has settled: what stands is what a fresh run says."""
        self.rests += 1
        self.moved = False
        try:
            self.loop.run(self._settled())
            self._compare()
        except BaseException as error:
            self.failed.append("\n".join((*self.steps, f"{type(error).__name__}: {error}")))
            raise
        self.steps.append("rest")

    def teardown(self) -> None:
        try:
            if self.moved and sys.exc_info()[0] is None:
                self.rests = 0
                self.rest()
        finally:
            self.loop.run(self.editor.kill())
            self.loop.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    # ------------------------------------------------------------------ how

    def _type(self, place: tuple[str, str], choice: int) -> None:
        path, _ = place
        self._do(f"type {place} {choice}", lambda: self._typing(path, self.typed.but(place, choice)))

    def _typing(self, path: str, wording: Any) -> None:
        if path not in self.open:
            there = (self.root / path).exists()
            self.editor.open(path, None if there else self.saved.text(path))
            self.open.add(path)
        before, now = self.editor.texts[self.editor.uri(path)], wording.text(path)
        self.typed = wording
        start, end, new = self.varied.difference(before, now)
        part = types.Range(self.editor.position(path, start), self.editor.position(path, end))
        change = types.TextDocumentContentChangePartial(part, new)
        self.editor._change(path, [change], now)

    def _write(self, path: str, wording: Any) -> None:
        there = (self.root / path).exists()
        self.saved = wording
        (self.root / path).write_text(wording.text(path), encoding="utf-8")
        kind = types.FileChangeType.Changed if there else types.FileChangeType.Created
        self._do(f"write {path} {wording}", lambda: self.editor.disk_changed((path, kind)))

    def _one(self, number: int) -> str:
        return sorted(self.open)[number % len(self.open)]

    def _do(self, step: str, tell: Any) -> None:
        self.steps.append(step)

        async def telling() -> None:
            tell()
            await asyncio.sleep(0)

        self.moved = True
        self.loop.run(telling())

    def _workers(self) -> set[int]:
        """The process ids of the server's workers."""
        below = self.client.processes.children().get(self.editor.process.pid, ())
        return {child for child in below if "worker/main.py" in self.client.processes.command(child)}

    # ------------------------------------------------------------------ comparing

    async def _settled(self) -> None:
        """The server has heard all that it was told, and says that nothing more will come."""
        end = asyncio.get_running_loop().time() + REST
        while True:
            (status,) = plain(await self.editor.command("tessera.server.status"))
            heard = {each["uri"]: each["version"] for each in status["versions"]}
            if status["settled"] and heard == self.editor.versions:
                return
            assert asyncio.get_running_loop().time() < end, f"not settled: {status}"
            await asyncio.sleep(0.05)

    def _compare(self) -> None:
        texts = {path: self.editor.texts[self.editor.uri(path)] for path in sorted(self.open)}
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            fresh = self.fresh.Project(Path(folder), self.root, texts)
            findings, ladders = fresh.findings(), fresh.ladders(self.varied.SENTENCES)
        here, told, stale, unmeasured = self.loop.run(self._said())
        unsaved = {path for path, text in texts.items() if not self._is_saved(path, text)}
        assert not stale or unsaved & self.varied.MEASURING, "stale, though all that measures is saved"
        # The harness is run when a file is saved: until then it has not failed, or measured otherwise, and
        # has measured nothing of a project that only the unsaved texts make run. What fails alike is
        # compared.
        failed, fails = ([one for one in each if one[5] == "TES209"] for each in (here, findings))
        if stale or (unsaved and (failed != fails or (unmeasured and not failed))):
            here, findings = self.fresh.without_measured(here), self.fresh.without_measured(findings)
        self.fresh.same(here, findings)
        self.fresh.same(told, ladders)

    def _is_saved(self, path: str, text: str) -> bool:
        file = self.root / path
        return file.exists() and file.read_bytes() == text.encode()

    async def _said(self) -> tuple[list[Any], list[list[str]], bool, bool]:
        """The server's findings and ladders, whether measured claims wait for a save, and whether there are
        none of a battery."""
        root = self.root
        found = sorted(
            (
                Path(re.sub("^file://", "", uri).replace("%20", " ")).relative_to(root).as_posix(),
                d.range.start.line,
                d.range.start.character,
                d.range.end.line,
                d.range.end.character,
                str(d.code),
                self.fresh.SEVERITIES[int(d.severity)],
                d.message.replace(str(root), "ROOT"),
            )
            for uri, standing in self.editor.client.diagnostics.items()
            for d in standing
        )
        told = []
        for text, cited in self.varied.SENTENCES:
            about = {"uri": root.as_uri(), "battery": "stock", "text": text, "citations": list(cited)}
            said = plain(await self.editor.command("tessera.server.preview", about))
            told.append(self.fresh.judged(said["ladders"], root))
        (surface,) = plain(await self.editor.command("tessera.server.surface", {"uri": root.as_uri()}))
        figures = [battery["figures"] for battery in surface["batteries"]]
        return found, told, any(each and each["stale"] for each in figures), None in figures


@pytest.mark.timeout(300 + 60 * EXAMPLES)
def test_at_rest_it_says_what_a_fresh_run_says(
    harness: Any, env: dict[str, str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Editing, "client", harness, raising=False)
    monkeypatch.setattr(Editing, "varied", harness.sibling("varied"), raising=False)
    monkeypatch.setattr(Editing, "fresh", harness.sibling("fresh"), raising=False)
    monkeypatch.setattr(Editing, "env", env, raising=False)
    monkeypatch.setattr(Editing, "failed", [], raising=False)
    bounds = settings(
        max_examples=EXAMPLES or 6,
        stateful_step_count=20 if EXAMPLES else 8,
        derandomize=not EXAMPLES,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_state_machine_as_test(Editing, settings=bounds)
    except (AssertionError, Flaky):
        if Editing.failed:
            pytest.fail(Editing.failed[0], pytrace=False)
        raise
