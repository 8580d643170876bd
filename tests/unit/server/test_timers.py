"""Named delays."""

from __future__ import annotations

import asyncio

from tessera_lsp.server.timers import Timers


async def test_a_new_request_puts_the_call_off():
    calls: list[str] = []
    timers = Timers(asyncio.get_running_loop(), lambda: calls.append("then"))
    timers.after("judge", 0.03, lambda: calls.append("first"))
    await asyncio.sleep(0.01)
    timers.after("judge", 0.03, lambda: calls.append("second"))
    timers.after("reload", 0.0, lambda: calls.append("other"))
    assert timers.pending
    await asyncio.sleep(0.1)
    assert calls == ["other", "then", "second", "then"]
    assert not timers.pending


async def test_what_is_cancelled_does_not_come():
    calls: list[str] = []
    timers = Timers(asyncio.get_running_loop(), lambda: None)
    timers.after("a", 0.01, lambda: calls.append("a"))
    timers.after("b", 0.01, lambda: calls.append("b"))
    timers.after("c", 0.01, lambda: calls.append("c"))
    timers.cancel("a")
    timers.cancel("unknown")
    await asyncio.sleep(0.05)
    assert calls == ["b", "c"]
    timers.after("d", 0.01, lambda: calls.append("d"))
    timers.clear()
    await asyncio.sleep(0.05)
    assert calls == ["b", "c"]
