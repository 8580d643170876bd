"""A lie in an answer path is caught: the floor breaks, and claim, owner and record are named."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tessera

PACKAGE = Path(tessera.__file__).resolve().parent
# Stands in for an answer path that has gone wrong: every claim that holds a digit has its last one raised.
LIE = """

_honest = answer


def answer(case, graph, kb):
    from dataclasses import replace

    told = _honest(case, graph, kb)
    claims = list(told.claims)
    for place, claim in enumerate(claims):
        for digit in reversed("0123456789"):
            if case.id == {case!r} and digit in claim.text:
                head, _, tail = claim.text.rpartition(digit)
                claims[place] = replace(claim, text=head + str((int(digit) + 1) % 10) + tail)
                break
    return replace(told, claims=tuple(claims))
"""


def run_eval(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        [sys.executable, "-m", "tessera.cli", "eval", *arguments],
        cwd=root,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the shipped package, to be lied in."""
    shutil.copytree(PACKAGE, tmp_path / "tessera", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def a_case_that_states_an_amount(tree: Path) -> str:
    for path in sorted((tree / "tessera/business/gold").glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            if any(any(char.isdigit() for char in fact) for fact in case.get("expected_facts", ())):
                return str(case["id"])
    raise AssertionError("no gold case expects a figure")


def test_one_lie_breaks_the_floor_and_is_named(tree: Path) -> None:
    honest = run_eval(tree)
    assert honest.returncode == 0, honest.stdout + honest.stderr
    answers = tree / "tessera/business/answers"
    module = answers / "__init__.py" if answers.is_dir() else answers.with_suffix(".py")
    case = a_case_that_states_an_amount(tree)
    with module.open("a", encoding="utf-8") as source:
        source.write(LIE.format(case=case))
    lying = run_eval(tree)
    assert lying.returncode == 1, lying.stdout + lying.stderr
    told = lying.stdout.splitlines()
    at = next(i for i, line in enumerate(told) if line.startswith(f"business: case {case}: unsupported: "))
    assert told[at + 1].endswith(" said False") or told[at + 1] == "  nobody owns it"
    record_id, _, text = told[at + 2].removeprefix("  cites ").partition(": ")
    assert "/" in record_id
    assert text
    assert "the floor does not hold" in told
    report = json.loads(run_eval(tree, "--format", "json").stdout)
    assert report["floor_holds"] is False
    assert [battery["gold"]["faithfulness"] == 1.0 for battery in report["batteries"]] == [False, True]
