"""Named delays: a new request of a name puts the call off again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timers:
    """The delays of one session. ``then`` is called after each call that came due."""

    def __init__(self, loop: asyncio.AbstractEventLoop, then: Callable[[], None]) -> None:
        self._loop, self._then = loop, then
        self._pending: dict[str, asyncio.TimerHandle] = {}

    def after(self, name: str, seconds: float, call: Callable[[], object]) -> None:
        """Call once, ``seconds`` after the last request of this name."""
        self.cancel(name)

        def due() -> None:
            del self._pending[name]
            call()
            self._then()

        self._pending[name] = self._loop.call_later(seconds, due)

    def cancel(self, name: str) -> None:
        """Forget a request, if there is one of this name."""
        if (timer := self._pending.pop(name, None)) is not None:
            timer.cancel()

    def clear(self) -> None:
        """Forget all."""
        for name in tuple(self._pending):
            self.cancel(name)

    @property
    def pending(self) -> bool:
        """Whether something is still to come."""
        return bool(self._pending)
