"""The guide in ``docs/verifier.md`` does what it says: its project is built and run as printed."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import tessera
from tessera.eval.metrics import is_supported
from tessera.graph import Node
from tessera.grounding import Claim, EvidenceRecord, Origin

ROOT = Path(tessera.__file__).resolve().parents[1]
GUIDE = (ROOT / "docs" / "verifier.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"(?ms)^`(stacks/\S+)`:\n\n```\w+\n(.*?)^```$", GUIDE))
CONSOLE = re.findall(r"(?ms)^\$ tessera (.*?)\n(.*?)(?=^\$ |^```$)", GUIDE)
ROWS = re.findall(r"(?m)^\| `(.+?)` \| `(.+?)` \| (yes|no) \|", GUIDE)


def _run(folder: Path, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "tessera.cli", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    assert len(FILES) == 6
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_console_prints_what_the_guide_shows(project: Path) -> None:
    assert [command.split()[0] for command, _ in CONSOLE] == ["eval", "verify", "verify"]
    for (command, shown), code in zip(CONSOLE, (0, 0, 1), strict=True):
        done = _run(project, shlex.split(command))
        assert (done.returncode, done.stdout) == (code, shown), done.stderr


def test_the_samples_of_the_guide_are_checked_with_nothing_configured(project: Path) -> None:
    """The core and the harness are those of the installed package; ``check``, ``doctor`` and pytest agree."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=project,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=100,
        )

    checked = run("tessera_lsp.review.cli", "check")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "loans 1.000" in checked.stdout
    assert "4 of 4 samples judged" in checked.stdout
    told = run("tessera_lsp.review.cli", "doctor")
    assert told.returncode == 0, told.stdout
    assert "tessera.eval.metrics:is_supported, of an installed package" in told.stdout
    plugin = () if _installed() else ("-p", "tessera_lsp.pytest_plugin")
    tested = run("pytest", "-q", "-c", os.devnull, "--rootdir", str(project), *plugin)
    assert "4 passed" in tested.stdout, tested.stdout


def _installed() -> bool:
    """Whether pytest finds the plugin by itself."""
    return any(entry.name == "tessera" for entry in entry_points(group="pytest11"))


def test_a_lie_in_the_guides_answers_is_named(project: Path) -> None:
    answers = project / "stacks/loans/answers.py"
    text = answers.read_text(encoding="utf-8")
    assert text.count("for {days} days") == 1
    answers.write_text(text.replace("for {days} days", "for {days + 1} days"), encoding="utf-8")
    done = _run(project, ["eval"])
    assert done.returncode == 1
    for part in ("Dune was lent 3 times for 43 days in all.", "lent_in_all", "loan/4"):
        assert part in done.stdout


def test_the_table_of_what_containment_knows_is_right() -> None:
    assert len(ROWS) == 10
    for text, sentence, contained in ROWS:
        record = EvidenceRecord("r/1", Origin("guide", "row"), text)
        claim = Claim(sentence, (record,))
        assert is_supported(claim, {"r/1": Node(record, "row", "")}) is (contained == "yes"), sentence
