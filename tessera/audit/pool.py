"""Ranges audited in several processes, their results in the order of the logs."""

from __future__ import annotations

import functools
import gc
import multiprocessing
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from tessera.audit.entries import LogError
from tessera.audit.judging import Auditor, Told
from tessera.audit.ranges import Range
from tessera.audit.tally import Tally

AHEAD = 3
"""Ranges for each process that are on their way at a time: memory does not grow with the logs."""

LOOKS = 1.0
"""Seconds between two looks of a process at whether the audit that it works for is still there."""

_auditor: Auditor | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One range's figures. ``told`` is empty unless it was asked for."""

    range: Range
    tally: Tally
    told: list[Told]


def run(
    make: Callable[[], Auditor], auditor: Auditor, ranges: Iterable[Range], jobs: int, *, tell: bool = False
) -> Iterator[Part]:
    """Audit ``ranges`` with ``jobs`` processes; their parts in the order of ``ranges``.

    ``make`` builds an auditor equal to ``auditor`` in another process, where processes are not forked. Raises
    ``LogError`` when a process ends in the middle of a range.
    """
    if jobs <= 1:
        for part in ranges:
            yield _audit(auditor, part, tell)
        return
    forks = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if forks else "spawn")
    if forks:
        _take(auditor)
        gc.freeze()  # the children look at the graph and change nothing: its pages stay shared
    initializer = functools.partial(_stand_by, os.getpid(), None if forks else make)
    with ProcessPoolExecutor(jobs, context, initializer) as pool:
        try:
            yield from _in_order(pool, ranges, jobs, tell)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, ranges: Iterable[Range], jobs: int, tell: bool) -> Iterator[Part]:
    waiting: deque[tuple[Range, Future[Part]]] = deque()
    for part in ranges:
        waiting.append((part, pool.submit(_audit_here, part, tell)))
        if len(waiting) >= AHEAD * jobs:
            yield _result(*waiting.popleft())
    while waiting:
        yield _result(*waiting.popleft())


def _result(part: Range, future: Future[Part]) -> Part:
    try:
        return future.result()
    except BrokenProcessPool as error:
        where = f"row group {part.group}" if part.group >= 0 else f"bytes {part.start:,} to {part.end:,}"
        raise LogError(
            f"{part.name}: a process ended while claims were judged, at or behind {where}: a shape that ends "
            "the process, or no memory; --jobs 1 shows where"
        ) from error


def _take(auditor: Auditor) -> None:
    global _auditor
    _auditor = auditor


def _stand_by(parent: int, make: Callable[[], Auditor] | None) -> None:
    """Begin a process of the pool."""
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if make is not None:
        _take(make())


def _end_with(parent: int) -> None:
    """End this process once ``parent`` was killed: the pool's processes hold each other's pipes open, so that
    none of them learns it from there."""
    while os.getppid() == parent:
        time.sleep(LOOKS)
    os._exit(1)


def _audit_here(part: Range, tell: bool) -> Part:
    assert _auditor is not None
    return _audit(_auditor, part, tell)


def _audit(auditor: Auditor, part: Range, tell: bool) -> Part:
    told: list[Told] = []
    return Part(part, auditor.audit(part, told.append if tell else None), told)
