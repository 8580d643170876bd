"""``tessera-lsp check`` beside ``tessera eval``: both verify the shipped project, in turn, in one run.

    python -m bench.check [--runs N] [--claims N]

Both have the bytecode of their modules, as installed programs do: the first of the runs, which writes it, is
left out.

Then a second ``check`` of a battery of many claims beside the first: it takes the verdicts of that one. Times
are processor time of the command and all that it starts, and elapsed time; both in seconds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench import bulk
from bench.figures import table

REPOSITORY = Path(__file__).resolve().parents[1]
CHECK = ["-c", "from tessera_lsp.entry import main; main()", "check"]
EVAL = ["-c", "from tessera.cli import main; raise SystemExit(main())", "eval"]
LIMIT = 120.0
"""Seconds that one command may take."""


def run(
    arguments: Sequence[str], folder: Path, cache: str, codes: Sequence[int] = (0,)
) -> tuple[float, float]:
    """Processor time and elapsed time of one command, which has to end with one of these."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "XDG_CACHE_HOME": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before, began = os.times(), time.perf_counter()
    ended = subprocess.run(
        [sys.executable, "-P", *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        timeout=LIMIT,
        check=False,
    )
    assert ended.returncode in codes, ended
    after, elapsed = os.times(), time.perf_counter() - began
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return used, elapsed


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--claims", type=int, default=10_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        print(shipped(given.runs, name), flush=True)
        print(twice(given.claims, max(3, given.runs // 2), Path(name).resolve()))


def shipped(count: int, cache: str) -> str:
    """The shipped project, judged anew each time and not."""
    commands = {
        "tessera eval": EVAL,
        "tessera-lsp check --static": [*CHECK, "--static"],
        "tessera-lsp check --no-cache": [*CHECK, "--no-cache"],
        "tessera-lsp check, nothing changed": CHECK,
    }
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(count + 1):
        for name, arguments in commands.items():
            measured[name].append(run(arguments, REPOSITORY, cache))
    used = {name: median([one[0] for one in times[1:]]) for name, times in measured.items()}
    elapsed = {name: median([one[1] for one in times[1:]]) for name, times in measured.items()}
    base = "tessera eval"
    return f"The shipped project, medians of {count} runs\n\n" + _rows(list(commands), used, elapsed, base)


def twice(claims: int, count: int, folder: Path) -> str:
    """A battery of many claims: a run with nothing kept, which keeps, and the next one."""
    root, names = folder / "bulk", ["first run", "second run"]
    bulk.write(root, claims)
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for number in range(count + 1):
        for name in names:
            measured[name].append(run(CHECK, root, str(folder / f"cache {number}"), codes=(0, 1)))
    used = {name: median([one[0] for one in times[1:]]) for name, times in measured.items()}
    elapsed = {name: median([one[1] for one in times[1:]]) for name, times in measured.items()}
    return f"\n{claims} measured claims, medians of {count} runs\n\n" + _rows(names, used, elapsed, names[0])


def _rows(names: list[str], used: dict[str, float], elapsed: dict[str, float], base: str) -> str:
    rows = [
        [
            name,
            f"{used[name]:.2f}",
            f"{used[name] / used[base]:.2f}",
            f"{elapsed[name]:.2f}",
            f"{elapsed[name] / elapsed[base]:.2f}",
        ]
        for name in names
    ]
    return table(["command", "processor s", "ratio", "elapsed s", "ratio"], rows)


if __name__ == "__main__":
    main()
