"""``tessera audit`` beside a plain loop over the same log: throughput, and memory at two sizes.

    python -m bench.audit [--claims N] [--jobs N]

The plain loop reads each line, builds its claims and asks ``is_supported``, in one process and nothing else.
Memory is the sum of the resident sets of the command and all its processes, at its highest (Linux).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.figures import table
from tessera.eval import registry
from tessera.eval.battery import Battery
from tessera.eval.metrics import is_supported
from tessera.grounding import Claim

REPOSITORY = Path(__file__).resolve().parents[1]
START = "from tessera.cli import main; raise SystemExit(main())"
LIMIT = 3600.0
"""Seconds that one audit may take."""


def business() -> Battery:
    """The shipped battery with the most shapes."""
    return next(battery for battery in registry.batteries() if battery.name == "business")


def write(path: Path, count: int) -> int:
    """Write a log of at least ``count`` claims out of the answers to synthetic cases; how many there are."""
    battery = business()
    graph, kb = battery.build_graph(), battery.build_kb()
    answers = [battery.answer(case, graph, kb).claims for case in battery.synthetic(graph, kb)]
    told = [
        json.dumps([{"text": claim.text, "citations": [r.id for r in claim.support]} for claim in claims])
        for claims in answers
    ]
    sizes = [len(claims) for claims in answers]
    chance, written, number = random.Random(5), 0, 0
    with path.open("w", encoding="utf-8") as file:
        while written < count:
            at = chance.randrange(len(told))
            number, written = number + 1, written + sizes[at]
            file.write(f'{{"answer": "a{number}", "claims": {told[at]}}}\n')
    return written


def plain(path: Path) -> float:
    """Seconds of the plain loop."""
    battery = business()
    graph, records = battery.build_graph(), battery.build_kb().records
    nodes, shapes = graph.nodes, battery.claim_shapes
    supported = 0
    began = time.perf_counter()
    with path.open("rb") as file:
        for line in file:
            for claim in json.loads(line)["claims"]:
                support = tuple(records[one] for one in claim["citations"])
                supported += is_supported(Claim(claim["text"], support), nodes, graph, shapes)
    took = time.perf_counter() - began
    assert supported
    return took


def audited(path: Path, jobs: int) -> tuple[float, float]:
    """Seconds and the highest MiB of one audit."""
    command = [sys.executable, "-c", START, "audit", "--battery", "business", "--jobs", str(jobs), str(path)]
    began = time.perf_counter()
    with subprocess.Popen(
        command, cwd=path.parent, env={**os.environ, "PYTHONPATH": str(REPOSITORY)}, stdout=subprocess.DEVNULL
    ) as process:
        highest = 0.0
        while process.poll() is None:
            highest = max(highest, resident(process.pid))
            if time.perf_counter() - began > LIMIT:
                process.kill()
            time.sleep(0.1)
    if process.returncode != 0:
        raise SystemExit(f"the audit ended with {process.returncode}")
    return time.perf_counter() - began, highest


def resident(root: int) -> float:
    """MiB of a process and all below it; pages that they share count once for each."""
    parents: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "status").read_text()
            except OSError:
                continue
            fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
            parents[int(entry.name)] = int(fields["PPid"])
            sizes[int(entry.name)] = int(fields.get("VmRSS", "0 kB").split()[0])
    below = {root}
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    return sum(sizes.get(pid, 0) for pid in below) / 1024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--claims", type=int, default=1_000_000, help="of the larger log")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for count in (given.claims // 4, given.claims):
            path = Path(folder).resolve() / "log.jsonl"
            claims = write(path, count)
            loop = claims / plain(path)
            seconds, memory = audited(path, given.jobs)
            ours = claims / seconds
            size = f"{path.stat().st_size / 2**20:.0f}"
            ratio = f"{ours / (loop * given.jobs):.2f}"
            rows.append([f"{claims:,}", size, f"{loop:,.0f}", f"{ours:,.0f}", ratio, f"{memory:.0f}"])
    head = [
        "claims",
        "MiB of log",
        "plain loop /s",
        f"audit, {given.jobs} processes /s",
        "of loop × processes",
        "MiB",
    ]
    print("The business battery; claims judged in a second, start of the command included\n")
    print(table(head, rows))


if __name__ == "__main__":
    main()
