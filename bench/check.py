"""``tessera-lsp check`` beside ``tessera eval``: both verify the shipped project, in turn, in one run.

    python -m bench.check [--runs N]

Times are processor time of the command and all that it starts, and elapsed time; both in seconds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from bench.figures import table

REPOSITORY = Path(__file__).resolve().parents[1]
CHECK = ["-c", "from tessera_lsp.entry import main; main()", "check"]
EVAL = ["-c", "from tessera.cli import main; raise SystemExit(main())", "eval"]
LIMIT = 120.0
"""Seconds that one command may take."""


def run(arguments: list[str]) -> tuple[float, float]:
    """Processor time and elapsed time of one command, which has to end with 0."""
    before, began = os.times(), time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.DEVNULL,
        timeout=LIMIT,
        check=True,
    )
    after, elapsed = os.times(), time.perf_counter() - began
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return used, elapsed


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=10)
    count = parser.parse_args().runs
    commands = {
        "tessera eval": EVAL,
        "tessera-lsp check --static": [*CHECK, "--static"],
        "tessera-lsp check": CHECK,
    }
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(count + 1):
        for name, arguments in commands.items():
            measured[name].append(run(arguments))
    used = {name: median([one[0] for one in times[1:]]) for name, times in measured.items()}
    elapsed = {name: median([one[1] for one in times[1:]]) for name, times in measured.items()}
    base = "tessera eval"
    rows = [
        [
            name,
            f"{used[name]:.2f}",
            f"{used[name] / used[base]:.2f}",
            f"{elapsed[name]:.2f}",
            f"{elapsed[name] / elapsed[base]:.2f}",
        ]
        for name in commands
    ]
    print(f"The shipped project, medians of {count} runs\n")
    print(table(["command", "processor s", "ratio", "elapsed s", "ratio"], rows))


if __name__ == "__main__":
    main()
