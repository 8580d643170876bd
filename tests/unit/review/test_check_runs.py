"""``check`` with the real worker: what no value given by a test can show."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]


@pytest.fixture
def shipped(tmp_path):
    """A copy of the shipped project."""
    root = tmp_path.resolve() / "shipped"
    shutil.copytree(REPOSITORY / "tessera", root / "tessera", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPOSITORY / "pyproject.toml", root)
    return root


def test_the_shipped_project_is_clean_and_agrees_with_its_own_command(launch, shipped):
    """The figures come from the harness, observed; ``tessera eval`` computes the same by itself."""
    checked = launch(shipped, "check", "--format", "json")
    assert (checked.returncode, checked.stderr) == (0, b"")
    body = json.loads(checked.stdout)
    assert body["findings"] == []
    samples = body["summary"]["samples"]
    assert samples["total"] == samples["judged"] > 0
    command = [sys.executable, "-c", "import sys; from tessera.cli import main; sys.exit(main())"]
    own = subprocess.run(
        [*command, "eval", "--format", "json"], cwd=shipped, capture_output=True, timeout=60, check=True
    )
    wanted = [
        (
            battery["name"],
            battery["claim_shapes"],
            battery["gold"]["claims"] + battery["synthetic"]["claims"],
            battery["gold"]["faithfulness"],
        )
        for battery in json.loads(own.stdout)["batteries"]
    ]
    observed = [
        (b["name"], b["shapes"], b["claims"], b["faithfulness"]) for b in body["summary"]["batteries"]
    ]
    assert observed == wanted


def test_run_false_executes_nothing(launch, depot):
    (depot / "pyproject.toml").write_text("[tool.tessera]\nrun = false\n")
    (depot / "depot" / "__init__.py").write_text(
        "from pathlib import Path\nPath(__file__).with_name('was-imported').touch()\n"
    )
    assert launch(depot, "check").returncode == 0
    assert launch(depot, "doctor").returncode == 0
    assert launch(depot, "explain", "--battery", "stock", "--cite", "crate/1", "x").returncode == 2
    assert not (depot / "depot" / "was-imported").exists()


def test_explain_prints_the_ladder(launch, depot):
    told = launch(depot, "explain", "--battery", "stock", "--cite", "crate/1", "Crate 1 weighs 12 kg.")
    assert (told.returncode, told.stderr) == (0, b"")
    lines = told.stdout.decode().splitlines()
    assert lines[0] == "supported · crate_weight · stock"
    assert "→  1. crate_weight: True (holds)" in lines
    lie = launch(depot, "explain", "--battery", "stock", "--cite", "crate/1", "Crate 1 is made of gold.")
    assert lie.returncode == 1
    assert lie.stdout.decode().splitlines()[0] == "unsupported · nobody · stock"
    assert launch(depot, "explain", "--battery", "stock", "--cite", "crate/9", "x").returncode == 2


def test_doctor_says_that_the_worker_starts(launch, depot, tmp_path):
    said = launch(depot, "doctor", XDG_STATE_HOME=str(tmp_path / "state"))
    assert said.returncode == 0
    assert "worker       starts, and has loaded the project" in said.stdout.decode()
    assert "battery stock: 1 shape, 3 records" in said.stdout.decode()


def test_what_the_project_prints_does_not_reach_the_output(launch, depot):
    registry = depot / "depot" / "registry.py"
    noise = "import os\nprint('noise')\nos.write(1, b'more noise')\nos.system('echo third noise')\n"
    registry.write_text(noise + registry.read_text())
    checked = launch(depot, "check", "--format", "json")
    assert checked.returncode == 0
    json.loads(checked.stdout)
    assert checked.stderr == b""
    assert b"more noise" in launch(depot, "check", "--verbose").stderr


def children(pid: int) -> list[int]:
    """Processes that descend from ``pid``, by /proc."""
    parents = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            stat = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(entry.name)] = int(stat[1])
    found, new = [], [pid]
    while new:
        new = [child for child, parent in parents.items() if parent in new]
        found += new
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted by /proc")
def test_ctrl_c_ends_it_and_all_below(depot):
    """In the midst of a harness that takes for ever."""
    (depot / "depot" / "harness.py").write_text(
        "import time\nfrom pathlib import Path\n\n\ndef run_eval(batteries):\n"
        "    Path(__file__).with_name('running').touch()\n    time.sleep(60)\n"
    )
    start = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); "
        "from tessera_lsp.review.cli import main; sys.exit(main())"
    )
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", start, str(REPOSITORY), "check"],
        cwd=depot,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        end = time.monotonic() + 30
        while not (depot / "depot" / "running").exists():
            assert time.monotonic() < end, "the harness did not start"
            time.sleep(0.05)
        below = children(process.pid)
        assert below
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=10)
        assert process.returncode == 130
        assert err == b"tessera-lsp: interrupted\n"
        end = time.monotonic() + 2
        while any(Path(f"/proc/{pid}").exists() for pid in below):
            assert time.monotonic() < end, "a process is left"
            time.sleep(0.05)
    finally:
        process.kill()
        process.wait(timeout=10)
