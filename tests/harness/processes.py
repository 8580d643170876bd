"""Processes below others, by /proc, and whether they have ended."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path


def children() -> dict[int, set[int]]:
    """Of each process that has some, the process ids of those that still run."""
    found: dict[int, set[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if fields[0] != "Z":
                    found.setdefault(int(fields[1]), set()).add(int(entry.name))
    return found


def descendants(process: int) -> set[int]:
    """Process ids below ``process``."""
    below, found, pending = children(), set(), [process]
    while pending:
        new = below.get(pending.pop(), set()) - found
        found |= new
        pending += new
    return found


def command(process: int) -> str:
    """A process's command line, empty where it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def alive(processes: set[int]) -> set[int]:
    """Those that still run."""
    running = set()
    for process in processes:
        with contextlib.suppress(OSError, IndexError):
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
            if state not in "ZX":
                running.add(process)
    return running


async def gone(processes: set[int], within: float = 10.0) -> None:
    """All of them have ended ``within`` seconds."""
    end = time.monotonic() + within
    while alive(processes) and time.monotonic() < end:
        await asyncio.sleep(0.02)
    assert alive(processes) == set()
