"""What the worker's processes are doing, in memory that they share with the supervisor and the server.

It outlives them all: when the supervisor itself is killed from outside, the server reads there who ran.
"""

import mmap
import struct
from typing import NamedTuple, Optional, Tuple

SLOTS = 64
"""Processes that there may be at a time."""
SIZE = 16384
"""Bytes of one process: half for a phase, half for the call within it."""
HALF = SIZE // 2
HEAD = struct.Struct("=IId")
"""A number that is odd while it is being written, the length of what follows, since when."""
ROOM = HALF - HEAD.size


class Activity(NamedTuple):
    """``doing`` as in ``wire.Fault``; ``name`` is the module or battery concerned; ``shape`` is
    ``module:qualname``; ``start`` is of ``time.monotonic()``, which all processes of a machine share."""

    doing: str
    name: str = ""
    shape: str = ""
    claim: str = ""
    start: float = 0.0


def shared(descriptor: int = -1) -> mmap.mmap:
    """The memory of all slots: of the file at ``descriptor``, which has as many bytes, or of no file."""
    return mmap.mmap(descriptor, SLOTS * SIZE)


def activities(memory: mmap.mmap, slot: int) -> Tuple[Activity, ...]:
    """What a slot's process is doing, outermost first: a phase, and the call within it."""
    found = (_read(memory, slot * SIZE), _read(memory, slot * SIZE + HALF))
    return tuple(activity for activity in found if activity is not None)


def _read(memory: mmap.mmap, at: int) -> Optional[Activity]:
    for _ in range(50):
        before = HEAD.unpack_from(memory, at)
        body = bytes(memory[at + HEAD.size : at + HEAD.size + min(before[1], ROOM)])
        if before[0] % 2 == 0 and HEAD.unpack_from(memory, at)[0] == before[0]:
            break
    # A process killed while it wrote leaves an odd number: what it wrote is still the best that is known.
    if not body:
        return None
    parts = (body.decode("utf-8", "replace") + "\0\0\0").split("\0")
    return Activity(parts[0], parts[1], parts[2], parts[3], before[2])
