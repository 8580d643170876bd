"""Named delays, on a loop whose clock the test moves."""

from __future__ import annotations

from collections.abc import Callable

from tessera_lsp.server.timers import Timers


class Handle:
    """A call that is to come."""

    def __init__(self, due: float, call: Callable[[], None]) -> None:
        self.due, self.call, self.cancelled = due, call, False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """As much of an event loop as a timer needs; its time stands still but for ``pass_by``."""

    def __init__(self) -> None:
        self.now = 0.0
        self.handles: list[Handle] = []

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, call: Callable[..., None], *given: object) -> Handle:
        self.handles.append(Handle(when, lambda: call(*given)))
        return self.handles[-1]

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
        due = [handle for handle in self.handles if handle.due <= self.now]
        self.handles = [handle for handle in self.handles if handle not in due]
        for handle in sorted(due, key=lambda handle: handle.due):
            if not handle.cancelled:
                handle.call()


def test_a_new_request_puts_the_call_off():
    calls: list[str] = []
    loop = Loop()
    timers = Timers(loop, lambda: calls.append("then"))
    timers.after("judge", 3, lambda: calls.append("first"))
    loop.pass_by(2)
    timers.after("judge", 3, lambda: calls.append("second"))
    timers.after("reload", 0, lambda: calls.append("other"))
    loop.pass_by(2)
    assert calls == ["other", "then"]
    assert timers.pending
    loop.pass_by(1)
    assert calls == ["other", "then", "second", "then"]
    assert not timers.pending


def test_a_call_that_is_put_off_again_and_again_costs_one_timer():
    calls: list[int] = []
    loop = Loop()
    timers = Timers(loop, lambda: None)
    for number in range(10):
        timers.after("judge", 3, lambda number=number: calls.append(number))
        loop.pass_by(0.2)
    assert len(loop.handles) == 1
    loop.pass_by(2.7)
    assert calls == []
    loop.pass_by(0.2)
    assert calls == [9]
    assert not timers.pending


def test_what_is_to_come_sooner_comes_sooner():
    calls: list[str] = []
    loop = Loop()
    timers = Timers(loop, lambda: None)
    timers.after("judge", 3, lambda: calls.append("later"))
    timers.after("judge", 1, lambda: calls.append("sooner"))
    loop.pass_by(1)
    assert calls == ["sooner"]
    loop.pass_by(3)
    assert calls == ["sooner"]


def test_what_is_cancelled_does_not_come():
    calls: list[str] = []
    loop = Loop()
    timers = Timers(loop, lambda: None)
    for name in ("a", "b", "c"):
        timers.after(name, 1, lambda name=name: calls.append(name))
    timers.cancel("a")
    timers.cancel("unknown")
    loop.pass_by(1)
    assert calls == ["b", "c"]
    timers.after("d", 1, lambda: calls.append("d"))
    timers.clear()
    loop.pass_by(1)
    assert calls == ["b", "c"]
