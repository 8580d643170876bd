"""Judgements beside the one that is shown: what another text would change, how the saved one stands.

They wait until nothing else is being judged, go one at a time, and step back whenever an edit wants the
worker.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tessera_lsp import wire
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify import folding

_BEGINNINGS = 2
"""How often one may be begun on workers that break off meanwhile: its own text may be what ends them."""


@dataclass
class Aside:
    """Judge ``items``, and the measured claims where ``measured``, under ``documents`` by real path. ``told``
    gets what the verdicts would be, or None where nobody can tell; once, from any thread."""

    documents: Mapping[str, Document]
    items: tuple[wire.Item, ...]
    measured: bool
    told: Callable[[Verdicts | None], None]
    cover: tuple[str, ...] = ()
    """As in ``wire.Judge``."""
    begun: int = 0


class Asides:
    """The queue of one verifier, whose lock guards it."""

    def __init__(self) -> None:
        self._waiting: deque[Aside] = deque()
        self._current: tuple[Aside, folding.Pending] | None = None

    def add(self, aside: Aside) -> None:
        """Put one at the end."""
        self._waiting.append(aside)

    def begin(self, number: int) -> wire.Judge | None:
        """The next one's request, under this number; None where none waits or one is under way."""
        if self._current is not None or not self._waiting:
            return None
        aside = self._waiting.popleft()
        aside.begun += 1
        digests = {path: document.digest for path, document in aside.documents.items()}
        self._current = aside, folding.Pending(number, digests)
        buffers = {path: document.text for path, document in aside.documents.items()}
        return wire.Judge(number, buffers, aside.items, aside.measured, aside=True, cover=aside.cover)

    def take(
        self, verdicts: Verdicts, message: wire.ItemJudged | wire.MeasuredJudged | wire.JudgeDone
    ) -> bool:
        """Take in an answer; whether it is one to the judgement under way."""
        if self._current is None or message.judge != self._current[1].id:
            return False
        aside, pending = self._current
        if isinstance(message, wire.ItemJudged):
            pending.items[message.key] = message
        elif isinstance(message, wire.MeasuredJudged):
            pending.measured[message.battery] = message
        else:
            self._current = None
            if message.superseded:
                aside.begun -= 1
                self._waiting.appendleft(aside)
            else:
                aside.told(folding.with_answers(verdicts, pending, message))
        return True

    def broken_off(self) -> None:
        """The worker has ended: what was under way is begun again by the next one, if not too often."""
        if self._current is not None:
            aside, self._current = self._current[0], None
            if aside.begun < _BEGINNINGS:
                self._waiting.appendleft(aside)
            else:
                aside.told(None)

    def give_up(self) -> None:
        """No worker will come any more: nobody can tell."""
        self.broken_off()
        waiting, self._waiting = tuple(self._waiting), deque()
        for aside in waiting:
            aside.told(None)
