"""Why a sentence is judged as it is: asked when somebody wants to know, kept while it holds."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tessera_lsp.server.runner import Runner
from tessera_lsp.text import Document
from tessera_lsp.wire import Item, ItemJudged

KEPT = 200
"""Answers that are kept."""

_Moment = tuple[int, bool, frozenset[tuple[str, str]]]
"""The load of the project, whether its harness has run, the digests of the open texts."""


@dataclass(frozen=True)
class Explained:
    """An answer with the reasons (``wire.Step.why``). ``fresh``: given under the texts as they are now."""

    item: ItemJudged
    fresh: bool


class Explaining:
    """The answers of one project. Belongs to the event loop's thread."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._kept: OrderedDict[Item, tuple[_Moment, ItemJudged]] = OrderedDict()
        self._asked: dict[tuple[Item, _Moment], asyncio.Future[ItemJudged | None]] = {}

    def moment(self, documents: Mapping[str, Document]) -> _Moment:
        """What an answer under these open documents holds for."""
        verdicts = self._runner.verdicts
        digests = frozenset((path, document.digest) for path, document in documents.items())
        return verdicts.load, verdicts.harvest_done, digests

    async def explain(self, documents: Mapping[str, Document], item: Item, within: float) -> Explained | None:
        """The item's answer under these open documents, ``within`` seconds at most. After that what is kept,
        and the answer is kept when it comes; None where there is nothing."""
        item = replace(item, why=True)
        moment = self.moment(documents)
        kept = self._kept.get(item)
        if kept is None or kept[0] != moment:
            await asyncio.wait([self._ask(documents, item, moment)], timeout=within)
            kept = self._kept.get(item)
        return Explained(kept[1], kept[0] == moment) if kept is not None else None

    def _ask(
        self, documents: Mapping[str, Document], item: Item, moment: _Moment
    ) -> asyncio.Future[ItemJudged | None]:
        """The question, which is put once however many wait for it."""
        question = item, moment
        if question not in self._asked:
            asked = self._asked[question] = self._runner.explain(documents, item)

            def answered(future: asyncio.Future[ItemJudged | None]) -> None:
                if self._asked.get(question) is not future:
                    return  # asked of a worker before this one, whose loads bore the same numbers
                del self._asked[question]
                answer = future.result()
                if answer is not None:
                    self._keep(item, moment, answer)

            asked.add_done_callback(answered)
        return self._asked[question]

    def _keep(self, item: Item, moment: _Moment, answer: ItemJudged) -> None:
        self._kept[item] = moment, answer
        self._kept.move_to_end(item)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def restarted(self) -> None:
        """Loads are counted anew."""
        self._kept.clear()
        self._asked.clear()
