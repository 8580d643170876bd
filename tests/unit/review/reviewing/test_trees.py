"""Where the two trees come from, and that nothing is left of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.unit.review.reviewing.history import CLAIMS, FILES, REGISTRY

TOP = Path(__file__).resolve().parents[4]
START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from tessera_lsp.review.cli import main; sys.exit(main())"
)
SLOW = """\
import time
from pathlib import Path


def run_eval(batteries):
    Path(NAME).touch()
    time.sleep(60)
"""


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    """Where temporary folders are made, to see that none is left."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


def body_of(run, root, *arguments):
    said = run(root, "review", "--format", "json", *arguments)
    assert said.out, said.err
    return json.loads(said.out)


def test_the_working_tree_is_compared_where_it_stands_and_not_touched(run, depot, scratch):
    depot.change(REGISTRY, ("claims.crate_colour, ", ""))
    depot.write({"depot/stock/new.py": "X = 1\n"})
    (depot.root / ".git/index").touch()
    before = depot.git("status", "--porcelain"), (depot.root / ".git/index").read_bytes()
    said = run(depot.root, "review", "--base", "HEAD")
    assert said.code == 1
    assert said.out.startswith("the working tree against HEAD (")
    assert "note: the working tree has 2 uncommitted files, part of what is compared" in said.out
    assert "no longer declared: crate_colour" in said.out
    assert (depot.git("status", "--porcelain"), (depot.root / ".git/index").read_bytes()) == before
    assert depot.worktrees == 1
    assert list(scratch.iterdir()) == []


def test_uncommitted_files_are_no_part_of_a_commit_that_is_named(run, depot):
    depot.change(REGISTRY, ("claims.crate_colour, ", ""))
    said = run(depot.root, "review", "--base", "HEAD", "--head", "HEAD")
    assert said.code == 0
    assert "note: the working tree has 1 uncommitted file, not part of HEAD" in said.out
    assert said.last == "no new finding; no drift in 17 claims"


def test_hooks_and_monitors_of_the_repository_are_not_run(run, depot, tmp_path):
    ran = tmp_path / "ran"
    for name in ("post-checkout", "query-watchman", "post-index-change", "reference-transaction"):
        hook = depot.root / ".git/hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch '{ran}'\n")
        hook.chmod(0o755)
    depot.git("config", "core.fsmonitor", ".git/hooks/query-watchman")
    depot.git("config", "core.hooksPath", ".git/hooks")
    assert run(depot.root, "review", "--base", "HEAD").code == 0
    assert not ran.exists()


def test_what_others_did_to_the_base_meanwhile_is_not_told(run, depot):
    """The base is the commit at which the change left it, as in a pull request."""
    depot.git("switch", "--quiet", "--create", "branch")
    depot.change(CLAIMS, ("Crate 1 is blue.", "Crate 1 is red."))
    depot.commit("ours")
    depot.git("switch", "--quiet", "main")
    depot.change(REGISTRY, ("claims.crate_colour, ", ""))
    depot.commit("theirs")
    depot.git("switch", "--quiet", "branch")
    body = body_of(run, depot.root, "--base", "main")
    assert body["base"].startswith("the merge base with main (")
    assert (body["order"], body["drift"]) == ([], [])
    assert [claim["claim"] for claim in body["claims"]["gained"]] == ["Crate 1 is red."]


def test_a_merge_is_said_to_be_one(run, depot):
    depot.git("switch", "--quiet", "--create", "branch")
    depot.change(CLAIMS, ("Crate 1 is blue.", "Crate 1 is red."))
    depot.commit("ours")
    depot.git("switch", "--quiet", "main")
    depot.git("merge", "--quiet", "--no-ff", "--no-edit", "branch")
    said = run(depot.root, "review", "--base", "HEAD^1")
    assert "note: the last commit is a merge of 2: all that came by it is told as well" in said.out
    assert "Crate 1 is red." in said.out


def test_a_base_before_there_was_a_project(run, make):
    repository = make("young")
    repository.write({"readme.txt": "Nothing yet."})
    repository.commit("Nothing")
    repository.write(FILES)
    repository.change(REGISTRY, ("claims.crate_colour, ", ""))
    repository.commit("All")
    said = run(repository.root, "review", "--base", "HEAD^")
    assert said.code == 1
    assert "note: base: there is no project: all findings are new" in said.out
    assert "verdicts were not compared: base: there is no project to compare verdicts with" in said.out
    assert "TES101" in said.out
    nothing = run(repository.root, "review", "--base", "HEAD", "--head", "HEAD^")
    assert (nothing.code, nothing.err) == (2, "tessera-lsp: head: there is no project: nothing to review\n")


def test_a_base_that_does_not_import(run, depot):
    """The change mends it: that is no failure of the review."""
    depot.change(REGISTRY, ("from depot.battery import Battery", "from depot.battery import Batteries"))
    depot.commit("Broken")
    depot.change(REGISTRY, ("import Batteries", "import Battery"))
    said = run(depot.root, "review", "--base", "HEAD")
    assert said.code == 0
    assert "verdicts were not compared: base: it has no battery: " in said.out
    assert "cannot import name 'Batteries'" in said.out
    body = body_of(run, depot.root, "--base", "HEAD")
    assert {finding["code"] for finding in body["findings"]["fixed"]} == {"TES209"}


def test_a_change_that_does_not_import(run, depot):
    depot.change(REGISTRY, ("from depot.battery import Battery", "from depot.battery import Batteries"))
    body = body_of(run, depot.root, "--base", "HEAD")
    assert {finding["code"] for finding in body["findings"]["new"]} == {"TES209"}
    assert body["not_compared"].startswith("the working tree: it has no battery: ")
    assert run(depot.root, "review", "--base", "HEAD").code == 1


def test_a_base_with_another_layout(run, depot):
    """From the top into a folder of its own, and from there into another."""
    for folder, place in (("services", "."), ("crates", "services")):
        (depot.root / folder).mkdir()
        for name in ("depot", "pyproject.toml"):
            depot.git("mv", f"{place}/{name}", f"{folder}/{name}")
        depot.commit("Moved")
        said = run(depot.root / folder, "review", "--base", "HEAD^")
        assert (said.code, said.last) == (0, "no new finding; no drift in 17 claims")
    assert "note: base: the project stands in services/ there" in said.out


def test_a_renamed_file_keeps_its_findings_and_its_verdicts(run, depot):
    depot.change(REGISTRY, ("claims.crate_colour, ", ""))
    depot.commit("A finding to keep")
    depot.git("mv", CLAIMS, "depot/stock/shapes.py")
    depot.change("pyproject.toml", ("[tool.tessera]\n", '[tool.tessera]\nclaims = ["**/shapes.py"]\n'))
    depot.change(
        REGISTRY, ("answers, claims, data", "answers, data, shapes"), ("claims.crate", "shapes.crate")
    )
    body = body_of(run, depot.root, "--base", "HEAD")
    assert [finding["code"] for finding in body["findings"]["kept"]] == ["TES208", "TES101"]
    assert (body["findings"]["new"], body["findings"]["fixed"], body["drift"]) == ([], [], [])
    assert [each["after"]["module"] for each in body["shapes"]["renamed"]] == ["depot.stock.shapes"] * 3


@pytest.mark.parametrize("base", ["nowhere", "--help", "HEAD^9"])
def test_an_unknown_base(run, depot, base):
    said = run(depot.root, "review", f"--base={base}")
    assert (said.code, said.out) == (2, "")
    assert f"{base!r} is no commit of this repository: `git fetch` it, or correct its name" in said.err


def test_a_shallow_clone_says_how_to_get_the_base(run, history, tmp_path):
    clone = tmp_path.resolve() / "clone"
    history.git("clone", "--quiet", "--depth", "1", f"file://{history.root}", str(clone))
    said = run(clone, "review", "--base", "HEAD~2")
    assert said.code == 2
    assert "'HEAD~2' is no commit of this clone, which is shallow: fetch more of it" in said.err
    subprocess.run(
        ["git", "fetch", "--quiet", "--depth", "1", "origin", "tag", "start"], cwd=clone, check=True
    )
    said = run(clone, "review", "--base", "start")
    assert said.code == 1
    assert "no merge base was found (this clone is shallow, `git fetch --unshallow` finds it)" in said.out


def test_no_repository_and_no_path(run, tmp_path, depot):
    said = run(tmp_path, "review", "--base", "HEAD")
    assert said.code == 2
    assert "not a git repository" in said.err
    said = run(depot.root, "review", "--base", "HEAD", "nothing-here")
    assert (said.code, said.err) == (2, "tessera-lsp: nothing-here: no such file or folder\n")


def test_run_false_compares_what_the_text_tells(run, depot):
    depot.change("pyproject.toml", ("[tool.tessera]\n", "[tool.tessera]\nrun = false\n"))
    depot.commit("No run")
    depot.change(REGISTRY, ("claims.crate_colour, ", ""))
    said = run(depot.root, "review", "--base", "HEAD")
    assert said.code == 1
    assert "TES101" in said.out
    assert "verdicts were not compared: base: the project's pyproject.toml says run = false" in said.out


def test_submodules_are_laid_out_from_the_clone_without_fetching(run, make, tmp_path):
    inner = make("inner")
    inner.write({"__init__.py": "", "labels.py": "KIND = 'crates'\n"})
    inner.commit("Inner")
    outer = make("outer")
    outer.write(
        {**FILES, "depot/stock/data.py": "from shared.labels import KIND\n\n" + FILES["depot/stock/data.py"]}
    )
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.root), "shared")
    outer.commit("With a submodule")
    said = run(outer.root, "review", "--base", "HEAD")
    assert (said.code, said.last) == (0, "no new finding; no drift in 17 claims")
    assert (outer.worktrees, len(list(tmp_path.glob("outer/.git/modules/shared/worktrees/*")))) == (1, 0)
    outer.git("submodule", "--quiet", "deinit", "--all", "--force")
    said = run(outer.root, "review", "--base", "HEAD", "--head", "HEAD")
    assert "base: the submodule shared is not there: `git submodule update --init` in your clone" in said.out


COMMON = '"""Shared by the projects of this repository."""\n\nFACTOR = 1\n'


def with_common(repository):
    """A part of the project lies in another distribution of the same repository."""
    repository.write({"libs/common/common/__init__.py": COMMON})
    text = (
        (repository.root / CLAIMS)
        .read_text(encoding="utf-8")
        .replace("import re\n", "import re\n\nimport common\n")
    )
    text = text.replace("== int(match[2])", "== int(match[2]) * common.FACTOR")
    repository.write({CLAIMS: text})
    repository.commit("Common")
    repository.change("libs/common/common/__init__.py", ("FACTOR = 1", "FACTOR = 2"))
    return repository


def test_an_editable_install_is_led_into_the_tree_that_is_judged(run, depot, monkeypatch):
    """The base reads its own ``common``, though the environment's path leads into the working tree."""
    with_common(depot)
    monkeypatch.setenv("PYTHONPATH", str(depot.root / "libs/common"))
    body = body_of(run, depot.root, "--base", "HEAD")
    turned = {each["claim"]: each["after"]["verdict"] for each in body["drift"]}
    assert turned["Crate 1 weighs 12 kg."] is False
    assert len(turned) == 3


def test_what_comes_from_the_other_tree_all_the_same_is_said(run, depot, tmp_path, monkeypatch):
    """An import hook that knows one folder alone, as some editable installs put one up."""
    with_common(depot)
    hook = tmp_path / "hook"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text(
        "import importlib.util, sys\n\n\nclass Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == 'common':\n            return importlib.util.spec_from_file_location(name, "
        f"{str(depot.root / 'libs/common/common/__init__.py')!r})\n\n\nsys.meta_path.append(Finder())\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(hook))
    said = run(depot.root, "review", "--base", "HEAD")
    assert said.code == 2
    wanted = "base: libs/common/common/__init__.py was imported from the working tree, not from base"
    assert wanted in said.err
    assert f"verdicts were not compared: {wanted}" in said.out


def hanging(depot, scratch):
    """A review that hangs in the harness of its trees."""
    running = scratch.parent / "running"
    depot.write({"depot/harness.py": SLOW.replace("NAME", repr(str(running)))})
    depot.commit("Slow")
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", START, str(TOP), "review", "--base", "HEAD"],
        cwd=depot.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ.copy(),
    )
    end = time.monotonic() + 40
    while not running.exists():
        assert process.poll() is None, process.communicate(timeout=10)
        if time.monotonic() > end:
            process.kill()
            pytest.fail("the harness did not start")
        time.sleep(0.05)
    return process


def test_what_a_killed_review_left_is_taken_away_by_the_next(run, depot, scratch):
    process = hanging(depot, scratch)
    process.kill()
    process.wait(timeout=10)
    process.stdout.close()
    process.stderr.close()
    assert (depot.worktrees, len(list(scratch.iterdir()))) == (2, 1)
    depot.write({"depot/harness.py": FILES["depot/harness.py"]})
    assert run(depot.root, "review", "--base", "start").code == 0
    assert (depot.worktrees, list(scratch.iterdir())) == (1, [])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_nothing_is_left_when_it_is_interrupted(depot, scratch, number):
    if signal.getsignal(number) is signal.SIG_IGN:  # nohup
        pytest.skip("this run ignores it, and so does all that it starts")
    process = hanging(depot, scratch)
    try:
        assert depot.worktrees == 2
        process.send_signal(number)
        out, _ = process.communicate(timeout=40)
        assert (process.returncode, out) == (128 + number, b"")
    finally:
        process.kill()
        process.wait(timeout=10)
    assert depot.worktrees == 1
    assert list(scratch.iterdir()) == []


def test_logs_that_no_commit_has_are_those_of_the_work_tree(run, depot):
    """Nothing is found in the base that only comes of its worktree; both trees judge the same logs."""
    text = '{"answer": 1, "claims": [{"text": "Crate 3 weighs 9 kg.", "citations": ["crate/3"]}]}\n'
    depot.write({"pyproject.toml": '[tool.tessera]\nlogs = ["log.jsonl"]\n', ".gitignore": "*.jsonl\n"})
    depot.commit("logs")
    depot.write({"log.jsonl": text})
    depot.change(CLAIMS, ("cited[0].weight == int", "cited[0].weight <= int"))
    body = body_of(run, depot.root, "--base", "HEAD")
    assert "TES902" not in json.dumps(body["findings"])
    drift = {entry["claim"]: entry for entry in body["drift"]}
    assert drift["Crate 3 weighs 9 kg."]["before"] == {"owner": "crate_weight", "verdict": False}
    assert drift["Crate 3 weighs 9 kg."]["after"] == {"owner": "crate_weight", "verdict": True}
