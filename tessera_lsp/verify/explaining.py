"""Single questions with their reasons, answered beside whatever is being judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tessera_lsp import wire
from tessera_lsp.text import Document

Told = Callable[[wire.ItemJudged | None], None]
"""Gets the answer, or None where there will be none: the texts are others now, or the worker has ended. Once,
from any thread."""


class Explanations:
    """The questions of one verifier, whose lock guards them. Their numbers are negative."""

    def __init__(self) -> None:
        self._last = 0
        self._waiting: dict[int, Told] = {}
        self._answers: dict[int, wire.ItemJudged] = {}

    def ask(self, documents: Mapping[str, Document], item: wire.Item, told: Told) -> wire.Explain:
        """The request for a new question."""
        self._last -= 1
        self._waiting[self._last] = told
        return wire.Explain(self._last, {path: d.text for path, d in documents.items()}, item)

    def take(self, message: wire.ItemJudged | wire.MeasuredJudged | wire.JudgeDone) -> bool:
        """Take in an answer; whether it is one to a question of these."""
        if message.judge >= 0:
            return False
        if isinstance(message, wire.ItemJudged):
            self._answers[message.judge] = message
        elif isinstance(message, wire.JudgeDone):
            told = self._waiting.pop(message.judge, None)
            answer = self._answers.pop(message.judge, None)
            if told is not None:
                told(None if message.superseded else answer)
        return True

    def give_up(self) -> None:
        """No answer will come to what has been asked."""
        waiting, self._waiting = self._waiting, {}
        self._answers.clear()
        for told in waiting.values():
            told(None)
