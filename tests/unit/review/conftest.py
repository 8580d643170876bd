"""Projects on disk, and the command line run in this process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tessera_lsp.review.cli import main

REPOSITORY = Path(__file__).resolve().parents[3]
CLEAN = REPOSITORY / "tests" / "workspaces" / "clean"
START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from tessera_lsp.review.cli import main; sys.exit(main())"
)


@dataclass(frozen=True)
class Said:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        return self.out.rstrip("\n").rpartition("\n")[2]


@pytest.fixture
def depot(tmp_path: Path) -> Path:
    """A clean project of somebody else's."""
    root = tmp_path.resolve() / "depot-project"
    shutil.copytree(CLEAN, root, ignore=shutil.ignore_patterns("__pycache__"))
    return root


@pytest.fixture
def undeclared(depot: Path) -> Path:
    """The same with a shape that nobody declares, on line 31 behind a wide character."""
    with (depot / "depot/stock/claims.py").open("a", encoding="utf-8") as file:
        file.write("\n\ndef crate_colour(claim, nodes, graph): return nodes.get(claim.text); '漢'\n")
    return depot


@pytest.fixture
def nothing(depot: Path) -> Path:
    """The same with a registry of no batteries, and without any claims file."""
    registry = "from depot.battery import Battery\n\nKIND = Battery\n\n\ndef batteries():\n    return ()\n"
    (depot / "depot/registry.py").write_text(registry, encoding="utf-8")
    (depot / "depot/stock/claims.py").unlink()
    table = '[tool.tessera]\nregistry = "depot.registry"\n'
    (depot / "pyproject.toml").write_text(table, encoding="utf-8")
    return depot


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """``run(folder, *arguments)``: the command in this process, in a folder."""

    def running(folder: Path, *arguments: str) -> Said:
        monkeypatch.chdir(folder)
        capsys.readouterr()
        code = main(list(arguments))
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return running


@pytest.fixture
def launch() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """``launch(folder, *arguments, NAME=value)``: the command in a process of its own."""

    def launching(folder: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[bytes]:
        kept = {k: v for k, v in os.environ.items() if k not in {"VIRTUAL_ENV", "PYTHONPATH", "FORCE_COLOR"}}
        return subprocess.run(
            [sys.executable, "-P", "-c", START, str(REPOSITORY), *arguments],
            cwd=folder,
            env={**kept, **env},
            capture_output=True,
            timeout=60,
            check=False,
        )

    return launching
