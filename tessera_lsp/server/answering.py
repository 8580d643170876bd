"""What is asked of a project and waited for, each within a limit."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace

from tessera_lsp.features.standing import why_nothing_runs
from tessera_lsp.server.explaining import Explained, Explaining
from tessera_lsp.server.loads import Loads
from tessera_lsp.server.runner import Runner
from tessera_lsp.server.settings import Settings
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts, sample_key
from tessera_lsp.wire import Item, ItemJudged


def modules_of(snapshot: Snapshot) -> dict[str, Document]:
    """The open modules of a snapshot by real path."""
    return {path: document for path, document in snapshot.documents.items() if path.endswith(".py")}


class Answering(ABC):
    """The part of a session that waits. Whoever has a new snapshot says so by ``_answer_waiting``."""

    snapshot: Snapshot
    settings: Settings | None

    def __init__(self, loop: asyncio.AbstractEventLoop, runner: Runner, loads: Loads) -> None:
        self._loop, self._runner, self._loads = loop, runner, loads
        self._explaining = Explaining(runner)
        self._waiting: list[asyncio.Future[None]] = []

    @abstractmethod
    def current(self) -> Snapshot:
        """The snapshot of the texts as they are now: what a request is answered from."""

    def _answer_waiting(self) -> None:
        """There is another snapshot."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def fresh(self, within: float) -> Snapshot:
        """The snapshot once its verdicts are fresh and complete, or after ``within`` seconds as it is."""
        end = self._loop.time() + within
        while (snapshot := self.current()).verdicts.state == "ready":
            if (snapshot.fresh and snapshot.verdicts.judged) or not await self._next(end):
                break
        return self.current()

    async def explain(self, item: Item, within: float) -> Explained | None:
        """The answer to an item with its reasons, under the open texts. Where it takes longer than ``within``
        seconds: what is kept of an earlier text, or None; the answer is kept when it comes."""
        if self._runner.verdicts.state != "ready":
            return None
        found = await self._explaining.explain(modules_of(self.current()), item, within)
        return replace(found, fresh=False) if found is not None and self._loads.due else found

    async def preview(self, battery: str, text: str, citations: tuple[str, ...], within: float) -> ItemJudged:
        """What the verifier says to a sentence under the open texts, with reasons. Where it does not say
        within that many seconds, or nothing runs, ``why_not`` says so."""
        return await self.ask(
            Item(sample_key("", battery, "", text, citations), "", "", text, citations, battery), within
        )

    async def ask(self, item: Item, within: float) -> ItemJudged:
        """The answer to any item, as ``preview`` gives it."""
        end = self._loop.time() + within
        while self._runner.running:
            explained = await self.explain(item, max(0.0, end - self._loop.time()))
            # Before the harness has run, records may be unknown that it hands over.
            if explained is not None and explained.fresh and self._runner.verdicts.harvest_done:
                return explained.item
            if self._loop.time() >= end:
                break
            await self._next(min(end, self._loop.time() + 0.25))
        reason = why_nothing_runs(self.snapshot.verdicts) or f"no answer within {within:g} seconds"
        return ItemJudged(0, item.key, (), (), (), reason)

    async def drifting(self, within: float) -> Snapshot:
        """The snapshot once it is fresh and its drift is known, or after ``within`` seconds as it is."""
        end = self._loop.time() + within
        while self.settings is None or self._runner.verdicts.state in ("starting", "ready"):
            snapshot = self.current()
            if (snapshot.fresh and snapshot.drift is not None) or not await self._next(end):
                break
        return self.current()

    async def judged_beside(
        self, documents: Mapping[str, Document], items: tuple[Item, ...], within: float
    ) -> Verdicts | None:
        """What the verdicts would be under other texts, None where nobody tells within that many seconds."""
        asked = self._runner.aside(documents, items, measured=True)
        await asyncio.wait([asked], timeout=within)
        return asked.result() if asked.done() else None

    async def run_again(self, within: float) -> Snapshot:
        """Load the saved project anew and run its harness; the snapshot then, or the one after ``within``
        seconds."""
        end = self._loop.time() + within
        if self._runner.running:
            self._loads.begin()
        while self._runner.verdicts.state in ("starting", "ready"):
            verdicts = self.current().verdicts
            loaded = verdicts.load >= self._loads.awaited and verdicts.state == "ready"
            if (loaded and verdicts.complete) or not await self._next(end):
                break
        return self.current()

    async def _next(self, end: float) -> bool:
        """Wait for the next snapshot, until ``end`` in the loop's time; whether there is one."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append(future)
        await asyncio.wait([future], timeout=max(0.0, end - self._loop.time()))
        return future.done()
