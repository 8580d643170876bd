"""Writes the shipped data: ``python -m tessera.devex.generate [FOLDER]``.

The same seed gives the same bytes on every platform and version of Python.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from tessera.devex.synthesis.change_list import CHANGES
from tessera.devex.synthesis.changes import FIRST_CHANGE, change_files
from tessera.devex.synthesis.rota import rota_file
from tessera.devex.synthesis.runs import run_files
from tessera.devex.synthesis.tickets import ticket_files

SEED = 20260105
DATA = Path(__file__).parent / "data"


def files(seed: int = SEED) -> dict[str, bytes]:
    """All data files as UTF-8, by path below the data folder (with ``/``)."""
    rng = random.Random(seed)
    numbers = tuple(range(FIRST_CHANGE, FIRST_CHANGE + len(CHANGES)))
    texts = {
        "rota.md": rota_file(),
        **run_files(rng, numbers),
        **change_files(rng, CHANGES),
        **ticket_files(),
    }
    return {path: text.encode() for path, text in texts.items()}


def main(argv: list[str] | None = None) -> int:
    """Write all files below the folder given, the package's own by default. Returns 0."""
    parser = argparse.ArgumentParser(prog="python -m tessera.devex.generate", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DATA, help="where to write (default: data)")
    folder: Path = parser.parse_args(argv).folder
    written = files()
    for path, content in written.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    print(f"{len(written)} files written below {folder}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
