"""What was read of a text, as it stands in the next one: lines have come or gone between its chunks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace

from tessera_lsp.index.bodies.model import Body
from tessera_lsp.index.model import Insides
from tessera_lsp.index.patterns.model import PatternUse, Reading
from tessera_lsp.text import Span


class Moves:
    """By how many lines each part of one file has moved."""

    def __init__(self, path: str, starts: Iterable[tuple[int, int]]) -> None:
        """``starts``: the first line of each chunk that is still there, as it was, and as it is; in order."""
        pairs = list(starts)
        self.path = path
        self._before = [before for before, _ in pairs]
        self._by = [now - before for before, now in pairs]

    def by(self, line: int) -> int:
        """By how many lines what stood on ``line`` has moved."""
        at = bisect_right(self._before, line) - 1
        return self._by[at] if at >= 0 else 0

    def span(self, span: Span) -> Span:
        """The span where it is now."""
        by = self.by(span.start.line)
        return span.moved(by) if by else span

    def body(self, body: Body) -> Body:
        """The body with all that it points to, in other functions too."""
        return replace(
            body,
            answers=tuple([replace(each, span=self.span(each.span)) for each in body.answers]),
            ends=tuple([self.span(span) for span in body.ends]),
            effects=tuple([replace(each, span=self.span(each.span)) for each in body.effects]),
            money=tuple([replace(each, span=self.span(each.span)) for each in body.money]),
        )

    def reading(self, reading: Reading) -> Reading:
        """The reading, with those of the functions that it calls."""
        bindings = [
            (name, self.reading(bound) if isinstance(bound, Reading) else bound)
            for name, bound in reading.bindings
        ]
        line = reading.line + (self.by(reading.line) if reading.path == self.path else 0)
        return Reading(reading.source, tuple(bindings), reading.path, line)

    def use(self, use: PatternUse) -> PatternUse:
        """The use of a pattern, which may be spelled in another file."""
        literal = self.span(use.literal) if use.literal_path == self.path else use.literal
        return replace(use, call=self.span(use.call), literal=literal)

    def insides(self, insides: Insides) -> Insides:
        """All of it."""
        return Insides(
            {name: self.body(body) for name, body in insides.bodies.items()},
            {name: self.reading(reading) for name, reading in insides.readings.items()},
            tuple([self.use(use) for use in insides.patterns]),
        )
