"""The audit beside a plain loop, in any division and any number of processes."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessera.audit import Auditor, Tally
from tessera.audit.entries import LoggedClaim
from tessera.audit.pool import run as run_pool
from tessera.audit.progress import Progress
from tessera.audit.ranges import plan
from tessera.audit.report import as_json, make_report
from tessera.audit.tally import from_json
from tessera.eval.metrics import is_supported
from tessera.grounding import Claim
from tests.harness.processes import alive, descendants

LIES = ("EUR", "USD"), (" is ", " was "), ("1", "7"), (".", "!")


def told(claim: LoggedClaim, lie: int) -> LoggedClaim:
    if lie < 0:
        return claim
    return LoggedClaim(claim.text.replace(*LIES[lie]), claim.citations)


def audited(auditor, logs, size, jobs=1):
    progress = Progress()
    for part in run_pool(lambda: auditor, auditor, plan(logs, size), jobs, tell=True):
        progress.add(part.range.name, part.tally)
    return progress.tally


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_it_says_what_a_plain_loop_says(auditor, business, claims, line, tmp_path_factory, data):
    """For any answers, true and false, and any division of their log."""
    picked = st.builds(told, st.sampled_from(claims), st.integers(-1, len(LIES) - 1))
    answers = data.draw(st.lists(st.lists(picked, max_size=4), max_size=12))
    path = tmp_path_factory.mktemp("log") / "log"
    path.write_text("".join(line(f"a{n}", *said) + "\n" for n, said in enumerate(answers)), "utf-8")
    tally = audited(auditor, [("log", str(path))], data.draw(st.integers(1, 4000)))
    graph = business.build_graph()
    records = business.build_kb().records
    verdicts = [
        is_supported(
            Claim(one.text, tuple(records[i] for i in one.citations)),
            graph.nodes,
            graph,
            business.claim_shapes,
        )
        for said in answers
        for one in said
    ]
    assert (tally.answers, tally.claims, tally.supported) == (len(answers), len(verdicts), sum(verdicts))
    assert tally.lines == len(answers)
    assert from_json(json.loads(json.dumps(tally.as_json()))) == tally


@pytest.fixture(scope="module")
def log(claims, line, tmp_path_factory) -> Path:
    """3,000 answers, some of them false, some lines broken."""
    chance = random.Random(11)
    path = tmp_path_factory.mktemp("logs") / "log.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number in range(3000):
            said = [
                told(chance.choice(claims), chance.choice([-1] * 9 + [0])) for _ in range(chance.randrange(4))
            ]
            file.write(line(f"a{number}", *said) + "\n" if number % 500 else "broken\n")
    return path


def test_the_report_is_the_same_for_any_number_of_processes(auditor, log):
    logs = [("log", str(log))]
    reports = [
        as_json(make_report("business", ["log"], auditor.grammars, audited(auditor, logs, size, jobs)))
        for size, jobs in ((1 << 30, 1), (10_000, 1), (10_000, 3), (33_333, 2))
    ]
    assert all(report == reports[0] for report in reports)
    assert reports[0]["broken"]["lines"] == 6
    assert [broken["line"] for broken in reports[0]["broken"]["first"]] == [1, 501, 1001, 1501, 2001, 2501]


class TestCommand:
    def test_all_supported(self, run, claims, line, tmp_path):
        (tmp_path / "good.jsonl").write_text(line("a", *claims[:5]) + "\r\n\r\n")
        code, out, err = run("good.jsonl", "--jobs", "1")
        assert (code, err) == (0, "")
        assert "supported 5 of 5: faithfulness 1.000" in out

    def test_lies_broken_lines_and_troubles_are_counted_apart(self, run, claims, line, tmp_path):
        lines = [
            line("good", claims[0]),
            line("lie", LoggedClaim("Norra's ships sail 3 times a day.", claims[0].citations)),
            line("lie", LoggedClaim("Norra's ships sail 45 times a day.", claims[0].citations)),
            line("unknown", LoggedClaim("Hi.", ("no/such",))),
            line("uncited", LoggedClaim("Hi.", ())),
            line("empty"),
            "{",
        ]
        (tmp_path / "bad.jsonl").write_text("\n".join(lines))
        code, out, err = run("bad.jsonl", "--format", "json", "--verdicts", "verdicts.jsonl")
        body = json.loads(out)
        assert code == 1
        assert (body["claims"], body["supported"], body["answers"]) == (5, 1, 6)
        assert body["troubles"] == {"no citation": 1, "unknown citation": 1}
        assert body["answers_without_claims"] == 1
        (group,) = body["unowned"]["groups"]
        assert group["count"] == 2
        assert group["form"].endswith("ships sail ‹number› times a day.")
        assert body["broken"]["lines"] == 1
        assert "bad.jsonl:7: no JSON" in err
        told = [json.loads(text) for text in (tmp_path / "verdicts.jsonl").read_text().splitlines()]
        assert [one["line"] for one in told] == [1, 2, 3, 4, 5, 6, 7]
        assert [one.get("faithfulness") for one in told] == [1.0, 0.0, 0.0, 0.0, 0.0, None, None]
        assert "no JSON" in told[-1]["broken"]

    @pytest.mark.parametrize(
        "options",
        [
            ("--verdicts", "./log"),
            ("--report", "html=log"),
            ("--resume", "log"),
            ("--verdicts", "link"),
            ("--verdicts", "out", "--report", "json=out"),
            ("--verdicts", "out", "--resume", "out"),
            ("--report", "json=out", "--report", "html=out"),
        ],
    )
    def test_nothing_is_written_over_a_log_or_twice(self, run, claims, line, tmp_path, options):
        text = line("a", claims[0]) + "\n"
        (tmp_path / "log").write_text(text, "utf-8")
        (tmp_path / "link").symlink_to("log")
        code, out, err = run("log", *options)
        assert (code, out) == (2, "")
        assert options[-1].removeprefix("html=").removeprefix("json=").removeprefix("./") in err
        assert "name another file" in err
        assert (tmp_path / "log").read_text("utf-8") == text
        assert not (tmp_path / "out").exists()

    def test_nothing_to_audit_is_no_success(self, run, tmp_path):
        (tmp_path / "none.jsonl").write_text("\n")
        code, out, _ = run("none.jsonl")
        assert code == 1
        assert "nothing is verified" in out

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("nowhere.jsonl",), "nowhere.jsonl: No such file"),
            (("log", "log"), "named twice"),
            (("log", "./log"), "named twice"),
            (("log", "--report", "json=/dev/full"), "/dev/full: No space left"),
            (("log", "--report", "pdf=x"), "write FORMAT=FILE"),
            (("log", "--report", "html=no/folder.html"), "write FORMAT=FILE"),
            (("log", "--verdicts", "no/folder"), "no/folder: No such file"),
            (("-", "--resume", "state"), "cannot go on with standard input"),
        ],
    )
    def test_what_cannot_be_done_names_the_way_out(self, run, tmp_path, arguments, words):
        (tmp_path / "log").write_text("")
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert words in err

    def test_the_page_needs_nothing_else_and_escapes_what_was_logged(self, run, claims, line, tmp_path):
        lie = LoggedClaim("<script>alert('x')</script> & more.", claims[0].citations)
        (tmp_path / "log").write_text(line("<b>", lie))
        assert run("log", "--report", "html=page.html")[0] == 1
        page = (tmp_path / "page.html").read_text("utf-8")
        assert "&lt;script&gt;alert" in page
        assert "<script" not in page
        assert "http" not in page
        assert "‹number›" not in page

    def test_a_shape_that_raises_costs_its_claim(self, business, claims):
        def shape(claim, nodes, graph):
            raise LookupError("no")

        found = Auditor(replace(business, claim_shapes=(shape,))).judge(claims[0])
        assert found == (False, "nobody", "a shape raised: shape: LookupError")


def test_a_killed_audit_goes_on_where_it_was(log, tmp_path):
    """Killed in the middle, then run again: report and verdicts are those of one run."""
    long = tmp_path / "long.jsonl"
    with long.open("wb") as file:
        for _ in range(30):
            file.write(log.read_bytes())
    start = "from tessera.cli import main; raise SystemExit(main())"
    common = [sys.executable, "-c", start, "audit", "--battery", "business", "long.jsonl", "--format", "json"]
    whole = subprocess.run(
        [*common, "--verdicts", "whole.jsonl"], cwd=tmp_path, capture_output=True, timeout=100, check=False
    )
    command = [*common, "--jobs", "2", "--verdicts", "parts.jsonl", "--resume", "state"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        end = time.monotonic() + 60
        while not (tmp_path / "state").exists() and process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        assert process.poll() is None, "it was done before it could be killed: make the log longer"
        os.kill(process.pid, signal.SIGKILL)
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=100, check=False)
    assert b"going on: " in again.stderr
    assert again.returncode == whole.returncode == 1
    assert again.stdout == whole.stdout
    assert (tmp_path / "parts.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not (tmp_path / "state").exists()


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks at processes as Linux tells of them")
def test_the_processes_of_a_killed_audit_end(log, tmp_path):
    """Nobody is left to give them work: they end by themselves."""
    with log.open("rb") as file, (tmp_path / "long").open("wb") as long:
        long.write(file.read() * 8)
    command = [sys.executable, "-m", "tessera.cli", "audit", "--battery", "business", "long", "--jobs", "2"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=tmp_path, **quiet) as running:
        assert within(60, lambda: len(descendants(running.pid)) == 2)
        started = descendants(running.pid)
        running.kill()
        try:
            assert within(20, lambda: not alive(started))
        finally:
            for process in alive(started):
                os.kill(process, signal.SIGKILL)


def within(seconds: float, condition) -> bool:
    """Whether it comes true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def test_the_state_of_another_audit_is_not_gone_on_with(run, claims, line, tmp_path, monkeypatch):
    monkeypatch.setattr("tessera.audit.progress.EVERY", 0.0)
    (tmp_path / "log").write_text(line("a", claims[0]))
    monkeypatch.setattr("tessera.audit.progress.State.remove", lambda self: None)
    assert run("log", "--resume", "state")[0] == 0
    (tmp_path / "log").write_text(line("a", claims[1]) + "\n" + line("b", claims[0]))
    code, _, err = run("log", "--resume", "state")
    assert code == 2
    assert "the state of another audit (logs differs)" in err
    (tmp_path / "state").write_text("{")
    assert "no state of an audit" in run("log", "--resume", "state")[2]


@pytest.mark.editor
def test_parquet_says_what_json_lines_say(run, claims, line, tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="needs the extra 'audit'")
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra 'audit'")
    rows = [json.loads(line(f"a{n}", *claims[n : n + 3])) for n in range(50)]
    rows.append({"answer": "none", "claims": None})
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "log.parquet", row_group_size=7)
    said = {}
    for name in ("log.jsonl", "log.parquet"):
        body = json.loads(run(name, "--format", "json")[1])
        said[name] = {key: value for key, value in body.items() if key not in ("logs", "broken")}
        assert [broken["line"] for broken in body["broken"]["first"]] == [51]
    assert said["log.jsonl"] == said["log.parquet"]
    parquet.write_table(pyarrow.table({"answer": ["a"]}), tmp_path / "less.parquet")
    assert "has no column claims" in run("less.parquet")[2]


@pytest.mark.editor
def test_daft_says_what_processes_say(run, log, tmp_path):
    pytest.importorskip("daft", reason="needs the extra 'daft'")
    (tmp_path / "log").write_bytes(log.read_bytes())
    assert run("log", "--format", "json", "--engine", "daft")[1] == run("log", "--format", "json")[1]


def test_tallies_add_up_in_order():
    one, two = Tally(raised={"a": "first"}, owners=Counter({("x", True): 1})), Tally(raised={"a": "later"})
    one.add(two)
    assert one.raised == {"a": "first"}
