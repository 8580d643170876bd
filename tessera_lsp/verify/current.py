"""The judgement that is shown: what was asked, how far it has come, when its answers are worth showing."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from tessera_lsp import wire
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify import folding

_PATIENCE = 0.25
"""Seconds after which answers are shown before their judgement has ended."""


class Current:
    """The judgement of one verifier, whose lock guards it; a newer one takes the place of the older."""

    def __init__(self) -> None:
        self._asked: wire.Judge | None = None
        self._digests: Mapping[str, str] = {}
        self._judged = 0
        """The number of the judgement that ended last."""
        self._pending: folding.Pending | None = None
        self._since = 0.0
        self._shown = True
        self._awaited: set[str] = set()
        """Those of the first module's items, the file that is being edited, that are not judged yet."""
        self._first_are_judged = False
        """Whether the last of them has just come: then they are shown without waiting for the rest."""

    @property
    def wanted(self) -> bool:
        """Whether anything was asked for yet."""
        return self._asked is not None

    @property
    def done(self) -> bool:
        """Whether all that was asked for is judged."""
        return self._asked is None or self._judged == self._asked.id

    def ask(
        self,
        number: int,
        documents: Mapping[str, Document],
        items: tuple[wire.Item, ...],
        measured: bool,
        cover: tuple[str, ...],
    ) -> bool:
        """Want another judgement, as ``Verifier.judge``; whether its texts are others than the last one's."""
        buffers = {path: document.text for path, document in documents.items()}
        before, self._digests = self._digests, {p: document.digest for p, document in documents.items()}
        self._asked = wire.Judge(number, buffers, items, measured, cover=cover)
        return before != self._digests

    def renumber(self, number: int) -> None:
        """Want the same once more, under a number of its own."""
        if self._asked is not None:
            self._asked = replace(self._asked, id=number)

    def begin(self) -> wire.Judge | None:
        """The request, of which nothing has been answered; None where nothing was asked for yet."""
        judge = self._asked
        if judge is not None:
            self._pending = folding.Pending(judge.id, self._digests)
            first = judge.items[0].module if judge.items else ""
            self._awaited = {item.key for item in judge.items if item.module == first}
            self._since = time.monotonic()
        return judge

    def take(
        self, value: Verdicts, message: wire.ItemJudged | wire.MeasuredJudged | wire.JudgeDone
    ) -> Verdicts:
        """Take in an answer; the value is another one when the judgement has ended by it."""
        pending = self._pending
        if pending is None or message.judge != pending.id:
            return value
        if isinstance(message, wire.ItemJudged):
            pending.items[message.key] = message
            self._shown = False
            if message.key in self._awaited:
                self._awaited.discard(message.key)
                self._first_are_judged = not self._awaited
        elif isinstance(message, wire.MeasuredJudged):
            pending.measured[message.battery] = message
            self._shown = False
        elif not message.superseded:
            self._pending, self._shown = None, True
            self._judged = pending.id
            return folding.with_answers(value, pending, message)
        return value

    def so_far(self, value: Verdicts) -> Verdicts:
        """The value with what has come by now, where that is worth showing before the rest."""
        late = time.monotonic() - self._since > _PATIENCE
        if self._pending is not None and not self._shown and (late or self._first_are_judged):
            value = folding.with_answers(value, self._pending, None)
            self._shown = True
        self._first_are_judged = False
        return value

    def at_work(self) -> str:
        """What the worker is at, as the end of a sentence; empty where nothing is being judged."""
        judge, pending = self._asked, self._pending
        if judge is None or pending is None:
            return ""
        item = next((item for item in judge.items if item.key not in pending.items), None)
        if item is None:
            return " while it judged the measured claims"
        about = f"{item.module}:{item.qualname}" if item.module else "a sentence"
        return f" while it asked {about} about {item.text[:80]!r}"
