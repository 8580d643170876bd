"""What was asked of a worker is no answer of the next one, whose loads bear the same numbers."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from tessera_lsp.project import Config, Project
from tessera_lsp.server.baseline import Baseline
from tessera_lsp.server.explaining import Explaining
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Item, ItemJudged

ITEM = Item("why", "", "", "The total is 7", ("a",), "shop", why=True)
READY = Verdicts(state="ready", load=1, harvest_done=True, judged=True)


class Runner:
    """Leaves all questions open until the test answers them."""

    def __init__(self):
        self.verdicts = READY
        self.questions: list[asyncio.Future] = []
        self.told = 0

    def explain(self, documents, item):
        return self._asked()

    def aside(self, documents, items, measured):
        return self._asked()

    def _asked(self):
        self.questions.append(asyncio.get_running_loop().create_future())
        return self.questions[-1]

    def tell_again(self):
        self.told += 1


def judged(why_not: str) -> ItemJudged:
    return ItemJudged(0, ITEM.key, (), (), (), why_not)


async def test_a_late_reason_of_the_last_worker_is_not_kept():
    runner = Runner()
    explaining = Explaining(runner)
    assert await explaining.explain({}, ITEM, 0.0) is None
    explaining.restarted()
    runner.questions[0].set_result(judged("of the last worker"))
    asked = asyncio.create_task(explaining.explain({}, ITEM, 10.0))
    async with asyncio.timeout(10):
        while len(runner.questions) < 2:
            await asyncio.sleep(0)
    runner.questions[1].set_result(judged("of this one"))
    told = await asked
    assert told is not None
    assert told.item.why_not == "of this one"


async def test_a_late_baseline_of_the_last_worker_is_not_taken(tmp_path):
    """Both have one unsaved text from the beginning, so that what is saved is asked for beside it."""
    runner = Runner()
    baseline = Baseline(runner)
    path = str(tmp_path / "claims.py")
    project = Project(Path(tmp_path), Config())
    unsaved = Snapshot(project, {path: Document("file://" + path, 1, "x = 1\n")})
    verdicts = replace(READY, sources={path: "saved"}, texts={path: "another"})
    baseline.heard(verdicts, unsaved)
    baseline.restarted()
    runner.questions[0].set_result(Verdicts(load=1, items={"k": judged("of the last worker")}))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert baseline.items is None
    baseline.heard(verdicts, unsaved)
    runner.questions[1].set_result(Verdicts(load=1, items={"k": judged("of this one")}))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert baseline.items == {"k": judged("of this one")}
    assert runner.told == 1
