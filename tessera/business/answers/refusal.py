"""How a path declines."""

from __future__ import annotations

from collections.abc import Iterable

from tessera.grounding import Claim


class RefusalError(Exception):
    """The question will not be answered. ``reason`` says why; ``grounds`` are claims that show it."""

    def __init__(self, reason: str, grounds: Iterable[Claim] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.grounds = tuple(grounds)
