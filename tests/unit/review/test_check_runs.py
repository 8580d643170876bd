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

from tessera_lsp.project import Config
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify.running import settled
from tessera_lsp.wire import Harvested, MeasuredClaim

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
    at = lines.index("→  1. crate_weight: True (holds)")
    assert lines[at + 1].strip().startswith("depot/stock/claims.py:"), "the line that decided"
    assert " return " in lines[at + 1]
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


def test_a_run_that_does_not_end_in_its_time_is_no_success(run, depot, monkeypatch):
    """Samples are judged while the harness is still at work: that is not all of it."""
    harness = depot / "depot" / "harness.py"
    harness.write_text(harness.read_text().replace("    figures = {}", "    __import__('time').sleep(60)"))
    monkeypatch.setattr("tessera_lsp.verify.running._limit", lambda *counts: 3.0)
    said = run(depot, "check")
    assert said.code == 2
    assert "the run did not end within 3 s; --verbose shows its log" in said.err
    assert said.last.endswith("nothing was verified")


class Measuring:
    """A verifier that is out of time just when the harness has told three claims."""

    def __init__(self):
        measured = MeasuredClaim("x", (), 1, True, "", (), ())
        self.verdicts = Verdicts("ready", harvests={"stock": Harvested("stock", (measured,) * 3, None, 0.1)})
        self.waited = []

    @property
    def settled(self):
        return len(self.waited) == 2

    def wait(self, timeout):
        self.waited.append(timeout)
        return self.verdicts


def test_the_time_of_a_run_grows_by_what_is_measured():
    """How many claims there are is known when the harness has run; each has its own deadline."""
    verifier = Measuring()
    assert settled(verifier, Config(timeout=1000.0), 0, True) is verifier.verdicts
    first, second = verifier.waited
    assert second - first == pytest.approx(3000.0, abs=30)


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
        # What a shell starts in the background ignores it, and so would all below.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        end = time.monotonic() + 30
        while not (depot / "depot" / "running").exists():
            assert time.monotonic() < end, "the harness did not start"
            time.sleep(0.05)
        below = children(process.pid)
        assert below
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=30)
        assert process.returncode == 130
        assert err == b"tessera-lsp: interrupted\n"
        end = time.monotonic() + 20
        while any(Path(f"/proc/{pid}").exists() for pid in below):
            assert time.monotonic() < end, "a process is left"
            time.sleep(0.05)
    finally:
        process.kill()
        process.wait(timeout=10)
