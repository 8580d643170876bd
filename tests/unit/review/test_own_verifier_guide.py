"""The guide in ``docs/own-verifier.md`` does what it says: its project is built and run as printed."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tessera_lsp

ROOT = Path(tessera_lsp.__file__).resolve().parents[1]
GUIDE = (ROOT / "docs" / "own-verifier.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"(?ms)^`(pyproject\.toml|court/\S+)`:\n\n```\w+\n(.*?)^```$", GUIDE))
CONSOLE = re.findall(r"(?ms)^\$ tessera-lsp (.*?)\n(.*?)(?=^\$ |^```$)", GUIDE)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    assert len(FILES) == 6
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tessera_lsp.review.cli", *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=100,
    )


def test_the_console_prints_what_the_guide_shows(project: Path) -> None:
    assert [command.split()[0] for command, _ in CONSOLE] == ["check", "explain"]
    for (command, shown), code in zip(CONSOLE, (0, 1), strict=True):
        done = run(project, *shlex.split(command))
        assert done.returncode == code, done.stdout + done.stderr
        assert done.stdout.startswith(shown)


def test_explain_asks_which_battery_where_there_are_several(project: Path) -> None:
    panels = project / "court/panels.py"
    text = panels.read_text(encoding="utf-8")
    second = 'model.Panel("appeals", model.build_docket, ()),)'
    panels.write_text(text.replace(",)),)", ",)), " + second), encoding="utf-8")
    asked = ("--cite", "entry/1", "Harrow lasted 3 days in all.")
    several = run(project, "explain", *asked)
    assert (several.returncode, several.stdout) == (2, "")
    assert "which battery? --battery NAME, one of dockets and appeals" in several.stderr
    assert run(project, "explain", "--battery", "dockets", *asked).returncode == 1


def test_a_battery_that_builds_no_graph_is_told_what_to_have(project: Path) -> None:
    for name in ("court/model.py", "court/panels.py", "court/session.py"):
        path = project / name
        path.write_text(path.read_text(encoding="utf-8").replace("build_graph", "docket"), encoding="utf-8")
    done = run(project, "check")
    assert done.returncode == 1
    assert "the battery has no build_graph, a function without arguments that gives the graph" in done.stdout
