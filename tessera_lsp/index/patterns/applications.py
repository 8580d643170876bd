"""What is noted while a function is followed: the patterns that it applies to text out of the claim."""

from __future__ import annotations

from dataclasses import dataclass

from tessera_lsp.index.patterns.pairs import UnsureError, Value
from tessera_lsp.index.patterns.sources import At

Env = dict[str, Value]
HITS = ""
"""The name in an environment under which the applications that matched are kept."""


@dataclass(frozen=True)
class Application:
    """A call that applies a pattern to a text out of the claim. ``at`` is its place in ``source``."""

    source: str
    at: At
    method: str
    pattern: str
    flags: int
    texts: tuple[str, str]
    matched: bool


class Budget:
    """How much may still be done, and what was applied so far."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.applications: dict[Application, None] = {}
        self.differed = False
        """Whether something was met that may not be the same over both texts."""

    def spend(self) -> None:
        """One step. Raises UnsureError when there are none left."""
        self.steps -= 1
        if self.steps < 0:
            raise UnsureError
