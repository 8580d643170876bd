"""What a process is doing and since when, in memory that it shares with the supervisor.

A process writes before each call into user code; the supervisor reads, and keeps the deadlines. A thread
in the process could not: a pattern that backtracks holds the interpreter for hours.
"""

import mmap
import threading
import time
from typing import Dict, List, Tuple

from ..wire.activity import HALF, HEAD, ROOM, SIZE, Activity, activities


class Reader:
    """The supervisor's view of one slot."""

    def __init__(self, memory: mmap.mmap, slot: int) -> None:
        self._memory, self._slot = memory, slot

    def clear(self) -> None:
        """Nothing is being done: before a process gets the slot."""
        for at in (self._slot * SIZE, self._slot * SIZE + HALF):
            _Cell(self._memory, at).put(b"", 0.0)

    def activities(self) -> Tuple[Activity, ...]:
        """What is being done, outermost first: a phase, and the call within it."""
        return activities(self._memory, self._slot)


class _Cell:
    """The process's side of one of its two places; written before and after every call of a shape."""

    def __init__(self, memory: mmap.mmap, at: int) -> None:
        self._memory, self._at = memory, at
        self._sequence = HEAD.unpack_from(memory, at)[0] & ~1

    def put(self, body: bytes, start: float) -> None:
        """This is being done since ``start``; an empty body for nothing."""
        memory, at, length = self._memory, self._at, len(body)
        # Odd while it is being written, so that a reader never takes halves of two.
        HEAD.pack_into(memory, at, self._sequence | 1, length, start)
        memory[at + HEAD.size : at + HEAD.size + length] = body
        self._sequence = (self._sequence + 2) & 0xFFFFFFFF
        HEAD.pack_into(memory, at, self._sequence, length, start)


_Doing = Tuple[bytes, float]
"""What is being done, as it is written, and since when."""


class Clock:
    """The process's side: phases (one at a time, nested), and within them calls of any thread."""

    def __init__(self, memory: mmap.mmap, slot: int) -> None:
        self._memory = memory
        self._phases: List[_Doing] = []
        self._calls: Dict[int, List[_Doing]] = {}
        self.move(slot)

    def move(self, slot: int) -> None:
        """This is another process now, with a slot of its own and nothing begun."""
        self._phase = _Cell(self._memory, slot * SIZE)
        self._call = _Cell(self._memory, slot * SIZE + HALF)
        self._phases.clear()
        self._calls.clear()

    def begin(self, doing: str, name: str = "") -> None:
        """A phase begins: an import, ``batteries()``, a graph, a harness."""
        self._enter((_body(doing, name, "", ""), time.monotonic()))

    def inner(self, doing: str, name: str) -> None:
        """The same phase has come to something within it, whose deadline is that of the whole."""
        start = self._phases[-1][1] if self._phases else time.monotonic()
        self._enter((_body(doing, name, "", ""), start))

    def _enter(self, phase: _Doing) -> None:
        self._phases.append(phase)
        self._phase.put(*phase)

    def end(self) -> None:
        """The last phase that began has ended."""
        self._phases.pop()
        self._phase.put(*(self._phases[-1] if self._phases else _NOTHING))

    def call(self, doing: str, battery: str, shape: str, claim: str) -> None:
        """A shape or the verifier is called by this thread."""
        body, now = _body(doing, battery, shape, claim), time.monotonic()
        thread = threading.get_ident()
        stack = self._calls.get(thread)
        if stack is None:
            stack = self._calls[thread] = []
        stack.append((body, now))
        self._call.put(body, now)

    def returned(self) -> None:
        """It has answered. Its caller's time begins anew: a deadline is for one call."""
        thread = threading.get_ident()
        stack = self._calls.get(thread)
        if not stack:
            return
        stack.pop()
        if stack:
            stack[-1] = (stack[-1][0], time.monotonic())
            if len(self._calls) == 1:
                self._call.put(*stack[-1])
                return
        else:
            self._calls.pop(thread, None)
        waiting = [stack[-1] for stack in list(self._calls.values()) if stack]
        self._call.put(*min(waiting, key=lambda doing: doing[1], default=_NOTHING))


_NOTHING: _Doing = (b"", 0.0)


def _body(doing: str, name: str, shape: str, claim: str) -> bytes:
    text = "%s\0%s\0%s\0%s" % (doing, name, shape, claim[:1500])
    return text.encode("utf-8", "surrogatepass")[:ROOM]
