"""Workers killed at random moments in bursts of edits: what is told at rest, and what is left."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from pathlib import Path

from bench import stock
from bench.figures import median, p95, table
from bench.large import Worker

BURST = 5
"""Edits, and kills among them, between two rests."""


def kills(folder: Path, count: int) -> str:
    """Kill so many times, and look at each rest whether the verdicts are those of the last text."""
    path = stock.write(folder / "stock", 60)
    chance = random.Random(1)
    worker = Worker(folder / "stock")
    text, file = path.read_text(), "stock/claims.py"
    wrong, killed, seen = 0, 0, set()
    rests: list[float] = []
    roles: Counter[str] = Counter()
    try:
        burst = 0
        while killed < count:
            for edit in range(BURST):
                _ask(worker, path, _text(text, burst, edit))
                time.sleep(chance.uniform(0, 0.06))
                found = _tree(worker.verifier.pid)
                seen.update(found)
                if found and killed < count:
                    victim = chance.choice([found[0], *found])
                    roles["supervisor" if victim == found[0] else "process below it"] += 1
                    killed += 1
                    _kill(victim)
            began = time.perf_counter()
            last = _text(text, burst, BURST - 1)
            _, verdicts = worker.judged({file: last})
            rests.append(time.perf_counter() - began)
            verdict = 0 if burst % 2 else 1
            expected = [verdict if at % 6 == 0 and (at // 6 + 1) % 10 else None for at in range(60)]
            told = verdicts.measured["stock"].verdicts
            wrong += any(e is not None and e != t for e, t in zip(expected, told, strict=True))
            seen.update(_tree(worker.verifier.pid))
            burst += 1
    finally:
        worker.verifier.close()
    time.sleep(0.5)
    left = [process for process in seen if _lives(process)]
    head = [
        "killed",
        "of them the supervisor",
        "rests",
        "wrong verdicts",
        "processes left",
        "rest ms",
        "p95 ms",
    ]
    supervisors = str(roles["supervisor"])
    row = [str(killed), supervisors, str(len(rests)), str(wrong), str(len(left))]
    row += [f"{median(rests):.0f}", f"{p95(rests):.0f}"]
    return f"Processes of the worker killed in bursts of {BURST} edits\n\n" + table(head, [row])


def _text(text: str, burst: int, edit: int) -> str:
    """The claims file with another number in the first shape; in every other burst it says False to all."""
    wrong = " and False" if burst % 2 else ""
    old = "    return total == stated\n"
    new = f"    return total == stated{wrong}  # {burst} {edit}\n"
    return text.replace(old, f"    stated = stated + {edit} - {edit}\n{new}", 1)


def _ask(worker: Worker, path: Path, text: str) -> None:
    from tessera_lsp.text import Document

    worker.verifier.judge({str(path): Document(path.as_uri(), 1, text)}, ())


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return


def _tree(root: int) -> list[int]:
    """A process and all below it; empty when there is none."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (fields := _stat(int(name))) and fields[0] not in ("Z", "X"):
            parents[int(name)] = int(fields[1])
    if root not in parents:
        return []
    found, level = [root], {root}
    while level:
        level = {child for child, parent in parents.items() if parent in level}
        found += sorted(level)
    return found


def _stat(process: int) -> list[str]:
    try:
        return Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _lives(process: int) -> bool:
    fields = _stat(process)
    return bool(fields) and fields[0] not in ("Z", "X")
