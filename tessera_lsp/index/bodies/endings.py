"""Where the paths through a body end that reach its end."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tessera_lsp.index.bodies.cases import is_irrefutable


class Endings:
    """Notes which blocks are left at their end, then tells the last statement of each such path."""

    def __init__(self) -> None:
        self._reached: dict[int, bool] = {}

    def note(self, block: Sequence[ast.stmt], reached: bool) -> None:
        """Whether the end of ``block`` was reached; once is enough."""
        self._reached[id(block)] = self._reached.get(id(block), False) or reached

    def of(self, block: Sequence[ast.stmt]) -> Iterator[ast.expr | ast.stmt]:
        """The last statements, or the test or subject of one that nothing was true of."""
        if not block or not self._reached.get(id(block), False):
            return
        last = block[-1]
        if isinstance(last, ast.If):
            yield from self.of(last.body)
            if last.orelse:
                yield from self.of(last.orelse)
            else:
                yield last.test
        elif isinstance(last, ast.With | ast.AsyncWith):
            yield from self.of(last.body)
        elif isinstance(last, ast.Try | ast.TryStar):
            for part in (last.orelse or last.body, *(handler.body for handler in last.handlers)):
                yield from self.of(part)
        elif isinstance(last, ast.Match):
            for case in last.cases:
                yield from self.of(case.body)
            if not any(case.guard is None and is_irrefutable(case.pattern) for case in last.cases):
                yield last.subject
        elif isinstance(last, ast.For | ast.AsyncFor):
            yield last.iter
        elif isinstance(last, ast.While):
            yield last.test
        else:
            yield last
