"""How fast edits are followed: what is done at once, what a few of them share, what waits for a pause."""

from __future__ import annotations

import asyncio

JUDGE_AFTER = 0.03
"""Seconds without an edit after which the verifier is asked; of an edit that comes after so much quiet it is
asked at once."""
SHARED_WITHIN = 0.05
"""Seconds within which edits may share one index, where an index takes that long."""
SHARED_FROM = 0.004
"""Seconds of processor time that an index takes from which edits share one: a timer costs more than less."""
LOOK_ON_AFTER = 0.2
"""Seconds without an edit after which files that are not open are looked at."""


class Pace:
    """When a session's texts were last changed and indexed, in the loop's time, and what follows from it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._cost = 0.0
        """Seconds of processor time that the last index took: edits that come faster share one."""
        self._indexed = -SHARED_WITHIN
        self._typed = -max(JUDGE_AFTER, LOOK_ON_AFTER)
        self.index_after = 0.0
        """Seconds after the last edit at which it is indexed; 0: at once."""
        self.at_once = False
        """Whether the last edit came after a pause, so that it is judged without waiting for another one."""

    def edited(self) -> None:
        """A text has changed."""
        now = self._loop.time()
        due = min(self._cost, SHARED_WITHIN) - (now - self._indexed)
        self.index_after = due if due > 0 and self._cost > SHARED_FROM else 0.0
        self.at_once = now - self._typed >= JUDGE_AFTER
        self._typed = now

    def indexed(self, seconds: float) -> None:
        """An index is done, which took so much processor time."""
        self._indexed, self._cost = self._loop.time(), seconds

    @property
    def rest_after(self) -> float:
        """Seconds from now after which files that are not open may be looked at."""
        return 0.0 if self._loop.time() - self._typed > LOOK_ON_AFTER else LOOK_ON_AFTER
