"""The pytest plugin in a foreign project, in a process of its own, loaded by its entry point."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tessera_lsp.verify.kept_file import Entry, KeptFile, compressed, expanded

REPOSITORY = Path(__file__).resolve().parents[3]
IDS = [
    "depot/stock/claims.py::crate_weight::True[0]",
    "depot/stock/claims.py::crate_weight::False[0]",
    "depot/stock/claims.py::crate_weight::None[0]",
]


@pytest.fixture
def installed(tmp_path):
    """A folder for the module path, that looks as if the distribution were installed from this tree."""
    info = tmp_path / "site" / "tessera_lsp-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tessera-lsp\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[pytest11]\ntessera = tessera_lsp.pytest_plugin\n")
    return info.parent


@pytest.fixture
def tested(depot, installed):
    """The clean project with a test of its own, and ``testpaths`` that does not reach its claims file."""
    (depot / "tests").mkdir()
    (depot / "tests" / "test_it.py").write_text("def test_own():\n    assert True\n")
    with (depot / "pyproject.toml").open("a") as file:
        file.write(
            '\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\naddopts = ["--import-mode=importlib"]\n'
        )
    return depot


@pytest.fixture
def run_pytest(tested, installed):
    """``run_pytest(*arguments)`` in that project."""

    def running(*arguments):
        path = os.pathsep.join([str(installed), str(REPOSITORY)])
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST") and k != "VIRTUAL_ENV"}
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
            cwd=tested,
            env={**kept, "PYTHONPATH": path, "COLUMNS": "100"},
            capture_output=True,
            text=True,
            timeout=90,
            check=False,
        )

    return running


def collected(result):
    return [line for line in result.stdout.splitlines() if "::" in line and " " not in line]


def test_samples_are_collected_wherever_testpaths_points(run_pytest):
    assert collected(run_pytest("--collect-only", "-q")) == ["tests/test_it.py::test_own", *IDS]


def test_given_paths_are_all_that_is_collected(run_pytest):
    assert collected(run_pytest("--collect-only", "-q", "tests")) == ["tests/test_it.py::test_own"]
    assert collected(run_pytest("--collect-only", "-q", "depot")) == IDS
    assert collected(run_pytest("--collect-only", "-q", IDS[1])) == [IDS[1]]
    assert collected(run_pytest("--collect-only", "-q", "-k", "crate_weight and None")) == [IDS[2]]


@pytest.mark.parametrize("off", [("-p", "no:tessera"), ("-o", "tessera_samples=false")])
def test_it_can_be_turned_off(run_pytest, off):
    assert collected(run_pytest("--collect-only", "-q", *off)) == ["tests/test_it.py::test_own"]


def test_without_a_project_it_is_silent(run_pytest, tested):
    text = (tested / "pyproject.toml").read_text()
    (tested / "pyproject.toml").write_text(text.replace("tool.tessera", "tool.other"))
    (tested / "depot" / "registry.py").unlink()
    result = run_pytest("-q")
    assert (result.returncode, "1 passed" in result.stdout) == (0, True), result.stdout


def test_run_false_skips_with_the_reason(run_pytest, tested):
    text = (tested / "pyproject.toml").read_text()
    (tested / "pyproject.toml").write_text(text.replace("[tool.tessera]", "[tool.tessera]\nrun = false"))
    result = run_pytest("-rs")
    assert "1 passed, 3 skipped" in result.stdout
    assert "says run = false: samples are not judged" in result.stdout


def test_samples_that_hold_pass(run_pytest):
    result = run_pytest("-v")
    assert "4 passed" in result.stdout, result.stdout
    assert "claims.py::crate_weight::True[0] PASSED" in result.stdout


def test_a_failure_tells_sample_answer_and_ladder(run_pytest, tested):
    claims = tested / "depot/stock/claims.py"
    claims.write_text(
        claims.read_text("utf-8").replace("True: Crate 1 weighs 12", "True: Crate 1 weighs 11"), "utf-8"
    )
    result = run_pytest("-q")
    assert result.returncode == 1
    assert "1 failed, 3 passed" in result.stdout, result.stdout
    for line in (
        'sample    True: "Crate 1 weighs 11 kg."',
        "cites     crate/1",
        "answer    crate_weight says False",
        "unsupported · crate_weight · stock",
        "→  1. crate_weight: False (does not hold)",
        'cites    crate/1 (labels.txt line 1): "Steel bolts, M8, 12 kg net."',
    ):
        assert line in result.stdout, line


def test_a_line_that_is_no_sample_fails(run_pytest, tested):
    claims = tested / "depot/stock/claims.py"
    claims.write_text(claims.read_text("utf-8").replace("True: Crate", "true: Crate"), "utf-8")
    result = run_pytest("-q")
    assert "1 failed, 3 passed" in result.stdout, result.stdout
    assert "TES402: 'true:' begins no sample: write True:" in result.stdout


def test_a_project_that_cannot_run_fails_its_samples(run_pytest, tested):
    text = (tested / "pyproject.toml").read_text()
    (tested / "pyproject.toml").write_text(
        text.replace("[tool.tessera]", '[tool.tessera]\npython = "nowhere/python"')
    )
    result = run_pytest("-q")
    assert "3 failed, 1 passed" in result.stdout
    assert "not judged:" in result.stdout


def test_a_second_session_takes_what_the_first_has_come_to(run_pytest, tested, tmp_path, monkeypatch):
    """Told by an answer that is put among what was kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert run_pytest().returncode == 0
    (path,) = (tmp_path / "cache/tessera-lsp/verdicts").iterdir()
    file = KeptFile(path, pytest.fail)
    (entry,) = file.entries()
    other = json.loads(expanded(entry.body))
    for item in other["items"]:
        item["answers"] = ["None"]
    file.add(Entry(entry.about, compressed(json.dumps(other).encode("ascii"))))
    said = run_pytest()
    assert said.returncode == 1
    assert "says None" in said.stdout
    assert run_pytest("-p", "cacheprovider", "--cache-clear").returncode == 0
