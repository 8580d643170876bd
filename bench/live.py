"""Live verdicts, measured: keystrokes, large batteries, hovers beside a busy worker, killed workers.

    python -m bench.live [--keystrokes N] [--claims N] [--kills N] [PART…]

Parts: ``keystroke``, ``kept``, ``hover``, ``kills``; all of them by default. What is compared is measured in
turn within one run, so that the ratios mean something on a machine that does other things as well.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench import keystrokes, large
from bench.killing import kills

PARTS: dict[str, Callable[[Path, argparse.Namespace], str]] = {
    "keystroke": lambda folder, given: keystrokes.keystrokes(folder, given.keystrokes),
    "kept": lambda folder, given: large.kept(folder, given.claims),
    "hover": lambda folder, given: keystrokes.hovers(folder, given.claims),
    "kills": lambda folder, given: kills(folder, given.kills),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--keystrokes", type=int, default=100)
    parser.add_argument("--claims", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=200)
    given = parser.parse_args()
    for part in given.parts or PARTS:
        with tempfile.TemporaryDirectory() as name:
            print(PARTS[part](Path(name).resolve(), given), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
