"""What a process is doing and since when, in memory that it shares with the supervisor.

A process writes before each call into user code; the supervisor reads, and keeps the deadlines. A thread
in the process could not: a pattern that backtracks holds the interpreter for hours.
"""

import mmap
import struct
import threading
import time
from typing import Dict, List, NamedTuple, Optional, Tuple

SLOTS = 64
_SIZE = 16384
_HALF = _SIZE // 2
_HEAD = struct.Struct("=IId")
_ROOM = _HALF - _HEAD.size


class Activity(NamedTuple):
    """``doing`` as in ``wire.Fault``; ``name`` is the module or battery concerned; ``shape`` is
    ``module:qualname``; ``start`` is of ``time.monotonic()``, which all processes of a machine share."""

    doing: str
    name: str = ""
    shape: str = ""
    claim: str = ""
    start: float = 0.0


def shared() -> mmap.mmap:
    """Memory for ``SLOTS`` processes that are forked later."""
    return mmap.mmap(-1, SLOTS * _SIZE)


def _write(memory: mmap.mmap, at: int, activity: Optional[Activity]) -> None:
    body = b""
    start = 0.0
    if activity is not None:
        parts = "\0".join((activity.doing, activity.name, activity.shape, activity.claim))
        body = parts.encode("utf-8", "surrogatepass")[:_ROOM]
        start = activity.start
    sequence = _HEAD.unpack_from(memory, at)[0] | 1
    # Odd while it is being written, so that a reader never takes halves of two.
    _HEAD.pack_into(memory, at, sequence, len(body), start)
    memory[at + _HEAD.size : at + _HEAD.size + len(body)] = body
    _HEAD.pack_into(memory, at, (sequence + 1) & 0xFFFFFFFF, len(body), start)


def _read(memory: mmap.mmap, at: int) -> Optional[Activity]:
    for _ in range(50):
        before = _HEAD.unpack_from(memory, at)
        body = bytes(memory[at + _HEAD.size : at + _HEAD.size + min(before[1], _ROOM)])
        if before[0] % 2 == 0 and _HEAD.unpack_from(memory, at)[0] == before[0]:
            break
    # A process killed while it wrote leaves an odd number: what it wrote is still the best that is known.
    if not body:
        return None
    parts = (body.decode("utf-8", "replace") + "\0\0\0").split("\0")
    return Activity(parts[0], parts[1], parts[2], parts[3], before[2])


class Reader:
    """The supervisor's view of one slot."""

    def __init__(self, memory: mmap.mmap, slot: int) -> None:
        self._memory, self._at = memory, slot * _SIZE

    def clear(self) -> None:
        """Nothing is being done: before a process gets the slot."""
        _write(self._memory, self._at, None)
        _write(self._memory, self._at + _HALF, None)

    def activities(self) -> Tuple[Activity, ...]:
        """What is being done, outermost first: a phase, and the call within it."""
        found = (_read(self._memory, self._at), _read(self._memory, self._at + _HALF))
        return tuple(activity for activity in found if activity is not None)


class Clock:
    """The process's side: phases (one at a time, nested), and within them calls of any thread."""

    def __init__(self, memory: mmap.mmap, slot: int) -> None:
        self._memory, self._at = memory, slot * _SIZE
        self._phases: List[Activity] = []
        self._calls: Dict[int, List[Activity]] = {}

    def move(self, slot: int) -> None:
        """This is another process now, with a slot of its own and nothing begun."""
        self._at = slot * _SIZE
        self._phases.clear()
        self._calls.clear()

    def begin(self, doing: str, name: str = "") -> None:
        """A phase begins: an import, ``batteries()``, a graph, a harness."""
        self._phases.append(Activity(doing, name, start=time.monotonic()))
        _write(self._memory, self._at, self._phases[-1])

    def inner(self, doing: str, name: str) -> None:
        """The same phase has come to something within it, whose deadline is that of the whole."""
        start = self._phases[-1].start if self._phases else time.monotonic()
        self._phases.append(Activity(doing, name, start=start))
        _write(self._memory, self._at, self._phases[-1])

    def end(self) -> None:
        """The last phase that began has ended."""
        self._phases.pop()
        _write(self._memory, self._at, self._phases[-1] if self._phases else None)

    def call(self, doing: str, battery: str, shape: str, claim: str) -> None:
        """A shape or the verifier is called by this thread."""
        activity = Activity(doing, battery, shape, claim[:1500], time.monotonic())
        self._calls.setdefault(threading.get_ident(), []).append(activity)
        _write(self._memory, self._at + _HALF, activity)

    def returned(self) -> None:
        """It has answered. Its caller's time begins anew: a deadline is for one call."""
        thread = threading.get_ident()
        calls = self._calls.get(thread)
        if not calls:
            return
        calls.pop()
        if calls:
            calls[-1] = calls[-1]._replace(start=time.monotonic())
        else:
            self._calls.pop(thread, None)
        waiting = [stack[-1] for stack in list(self._calls.values()) if stack]
        oldest = min(waiting, key=lambda activity: activity.start) if waiting else None
        _write(self._memory, self._at + _HALF, oldest)
