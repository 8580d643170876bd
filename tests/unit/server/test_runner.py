"""The runner: one verifier at a time, its words heard in the loop's thread, late words dropped."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tessera_lsp.project import Config, Project
from tessera_lsp.server.runner import Runner
from tessera_lsp.verdicts import Verdicts

PROJECT = Project(Path("/nowhere"), Config())


class Fake:
    """A verifier that says what the test says."""

    def __init__(self, notify: Callable[[Verdicts], None]) -> None:
        self.notify = notify
        self.judged: list[object] = []
        self.started = self.reloads = 0
        self.closed = threading.Event()

    def start(self) -> None:
        self.started += 1

    def ahead(self, documents) -> None:
        pass

    def judge(self, documents, items, measured=True) -> None:
        self.judged.append((documents, items))

    def reload(self) -> int:
        self.reloads += 1
        return 1 + self.reloads

    def close(self) -> None:
        time.sleep(0.05)
        self.closed.set()


class Stage:
    """A runner with fakes, and what it told."""

    def __init__(self, refusal: str = "", gate: threading.Event | None = None) -> None:
        self.fakes: list[Fake] = []
        self.told: list[Verdicts] = []
        self.threads: set[int] = set()
        self.refusal, self.gate = refusal, gate
        self.runner = Runner(PROJECT, asyncio.get_running_loop(), self._tell, lambda line: None, self._launch)

    def _tell(self) -> None:
        self.threads.add(threading.get_ident())
        self.told.append(self.runner.verdicts)

    def _launch(self, project, python, notify, log):
        if self.gate is not None:
            assert self.gate.wait(10)
        if self.refusal:
            return self.refusal
        self.fakes.append(Fake(notify))
        return self.fakes[-1]

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(10):
            while not holds():
                await asyncio.sleep(0.005)


async def test_what_was_asked_before_the_start_is_asked_then():
    stage = Stage()
    stage.runner.judge({}, ("item",))
    stage.runner.run(PROJECT, "")
    assert stage.told[-1].state == "starting"
    await stage.until(lambda: stage.fakes and stage.fakes[0].judged)
    assert stage.fakes[0].judged == [({}, ("item",))]
    assert stage.fakes[0].started == 1


async def test_a_refusal_is_a_failure_with_its_reason():
    stage = Stage(refusal="no interpreter: set python")
    stage.runner.run(PROJECT, "")
    await stage.until(lambda: stage.told[-1].state == "failed")
    assert stage.told[-1].reason == "no interpreter: set python"
    assert not stage.runner.running


async def test_words_from_another_thread_are_heard_in_the_loops():
    stage = Stage()
    stage.runner.run(PROJECT, "")
    await stage.until(lambda: stage.fakes)
    for load in (1, 2, 3):
        await asyncio.to_thread(stage.fakes[0].notify, Verdicts("ready", load=load))
    await stage.until(lambda: stage.told[-1].load == 3)
    assert stage.threads == {threading.get_ident()}


async def test_several_words_at_once_make_one_snapshot():
    stage = Stage()
    stage.runner.run(PROJECT, "")
    await stage.until(lambda: stage.fakes)
    before = len(stage.told)
    for load in range(1, 50):
        stage.fakes[0].notify(Verdicts("ready", load=load))
    await stage.until(lambda: stage.told[-1].load == 49)
    assert len(stage.told) == before + 1


async def test_a_stopped_verifiers_words_are_dropped():
    stage = Stage()
    stage.runner.run(PROJECT, "")
    await stage.until(lambda: stage.runner._verifier is not None)
    stage.fakes[0].notify(Verdicts("ready", load=1))
    stage.runner.stand_still("off", "refused")
    stage.fakes[0].notify(Verdicts("ready", load=2))
    await asyncio.to_thread(stage.fakes[0].closed.wait, 10)
    for _ in range(3):  # whatever waits in the queue of the loop has its turn
        await asyncio.sleep(0)
    assert stage.told[-1].state == "off"
    assert stage.fakes[0].closed.is_set()


async def test_a_verifier_that_comes_too_late_is_closed():
    """It was being started while the user turned running off."""
    gate = threading.Event()
    stage = Stage(gate=gate)
    stage.runner.run(PROJECT, "")
    stage.runner.stand_still("off", "refused")
    gate.set()
    await stage.until(lambda: stage.fakes and stage.fakes[0].closed.is_set())
    assert stage.runner.verdicts.state == "off"


async def test_a_start_that_raises_is_told():
    stage = Stage()
    stage._launch = None  # type: ignore[assignment]
    stage.runner._launch = lambda *arguments: 1 / 0
    stage.runner.run(PROJECT, "")
    await stage.until(lambda: stage.told[-1].state == "failed")
    assert "ZeroDivisionError" in stage.told[-1].reason


@pytest.mark.parametrize("started", [True, False])
async def test_close_ends_the_verifier(started: bool):
    stage = Stage()
    if started:
        stage.runner.run(PROJECT, "")
        await stage.until(lambda: stage.runner._verifier is not None)
    stage.runner.close(5)
    assert all(fake.closed.is_set() for fake in stage.fakes)
