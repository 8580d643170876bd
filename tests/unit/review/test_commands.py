"""``rule``, ``--version``, ``doctor``: what the other commands say."""

from __future__ import annotations

import subprocess
import tomllib

import pytest

from tessera_lsp.rules import RULES


def test_rule_lists_and_shows(run, tmp_path):
    listed = run(tmp_path, "rule")
    assert [line.split()[0] for line in listed.out.splitlines()] == [rule.code for rule in RULES]
    shown = run(tmp_path, "rule", "tes401")
    assert (shown.code, shown.out.splitlines()[0]) == (0, "# TES401 sample-verdict")
    assert run(tmp_path, "rule", "TES999").code == 2


def test_version(capsys):
    from tessera_lsp import __version__
    from tessera_lsp.review.cli import main

    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"tessera-lsp {__version__}\n"


@pytest.fixture
def quiet(monkeypatch, tmp_path):
    """No worker, and no answers remembered."""
    monkeypatch.setattr("tessera_lsp.review.doctor._running", lambda project: True)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_doctor_says_what_was_found(run, depot, quiet):
    said = run(depot / "depot", "doctor")
    assert said.code == 0
    assert f"project      {depot} (nearest pyproject.toml with [tool.tessera])" in said.out
    assert "registry     depot/registry.py (depot.registry)" in said.out
    assert "core         depot/metrics.py (depot.metrics:is_supported)" in said.out
    assert "claims       1 file (claims = **/claims.py)\n             depot/stock/claims.py" in said.out
    assert "in an editor: asks first" in said.out


def test_doctor_says_why_a_claims_file_does_not_show(run, depot, quiet):
    subprocess.run(["git", "init", "-q", str(depot)], check=True, timeout=20)
    (depot / ".gitignore").write_text("built/\n")
    for folder in (".hidden", "venv/lib", "built", "inner/x", "plain"):
        (depot / folder).mkdir(parents=True)
        (depot / folder / "claims.py").write_text("")
    (depot / "venv/pyvenv.cfg").write_text("")
    (depot / "inner/pyproject.toml").write_text("[tool.tessera]\n")
    (depot / "pyproject.toml").write_text('[tool.tessera]\nclaims = ["depot/*/claims.py"]\n')
    reasons = dict(
        line.strip().removeprefix("not ").split(": ", 1)
        for line in run(depot, "doctor").out.splitlines()
        if line.strip().startswith("not ")
    )
    assert reasons == {
        ".hidden/claims.py": ".hidden is hidden",
        "built/claims.py": "git ignores it",
        "inner/x/claims.py": "inner is a project of its own",
        "plain/claims.py": "matches no glob of claims",
        "venv/lib/claims.py": "venv is an environment",
    }


def test_doctor_without_a_project(run, tmp_path):
    said = run(tmp_path, "doctor")
    assert said.code == 2
    assert said.out.startswith("project      none at ")
    head, _, table = said.out.partition("with its own names:\n")
    assert "way out" in head
    written = tomllib.loads(table.rpartition("\n             docs/")[0])
    assert list(written["tool"]["tessera"]) == ["registry", "batteries", "core", "eval"]


def test_doctor_under_run_false(run, depot, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (depot / "pyproject.toml").write_text("[tool.tessera]\nrun = false\n")
    said = run(depot, "doctor")
    assert said.code == 0
    assert "worker       not started: the project's pyproject.toml says run = false" in said.out
    assert "on the command line: nothing runs (the project's pyproject.toml says run = false)" in said.out
