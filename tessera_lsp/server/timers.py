"""Named delays: a new request of a name puts the call off again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class _Delay:
    """A call that is due, and the timer that wakes for it, then or before; in the loop's time."""

    due: float
    call: Callable[[], object]
    wakes: float = 0.0
    handle: asyncio.TimerHandle | None = None


class Timers:
    """The delays of one session. ``then`` is called after each call that came due."""

    def __init__(self, loop: asyncio.AbstractEventLoop, then: Callable[[], None]) -> None:
        self._loop, self._then = loop, then
        self._pending: dict[str, _Delay] = {}

    def after(self, name: str, seconds: float, call: Callable[[], object]) -> None:
        """Call once, ``seconds`` after the last request of this name."""
        due, pending = self._loop.time() + seconds, self._pending.get(name)
        if pending is not None and pending.wakes <= due:
            # A key comes before the last one's delay is over, again and again: one timer wakes for them all.
            pending.due, pending.call = due, call
            return
        self.cancel(name)
        self._pending[name] = delay = _Delay(due, call)
        self._wake(name, delay)

    def _wake(self, name: str, delay: _Delay) -> None:
        delay.wakes = delay.due
        delay.handle = self._loop.call_at(delay.due, self._woken, name, delay)

    def _woken(self, name: str, delay: _Delay) -> None:
        if delay.due > delay.wakes:  # it was put off meanwhile
            self._wake(name, delay)
            return
        del self._pending[name]
        delay.call()
        self._then()

    def cancel(self, name: str) -> None:
        """Forget a request, if there is one of this name."""
        delay = self._pending.pop(name, None)
        if delay is not None and delay.handle is not None:
            delay.handle.cancel()

    def clear(self) -> None:
        """Forget all."""
        for name in tuple(self._pending):
            self.cancel(name)

    @property
    def pending(self) -> bool:
        """Whether something is still to come."""
        return bool(self._pending)
