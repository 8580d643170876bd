"""The hooks, run by the real pre-commit in a fresh repository; the steps of action and job, run by bash."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml", reason="needs the extra 'hooks'")
pytest.importorskip("pre_commit", reason="needs the extra 'hooks'")

pytestmark = [pytest.mark.editor, pytest.mark.timeout(300)]
REPOSITORY = Path(__file__).resolve().parents[2]
CLEAN = REPOSITORY / "tests" / "workspaces" / "clean"
FORGOTTEN = (
    "\n\ndef crate_colour(claim, nodes, graph):\n    return nodes.get(claim.text) is not None or None\n"
)


@pytest.fixture
def project(tmp_path):
    """A clean project of somebody else's, committed."""
    root = tmp_path / "a depot"
    shutil.copytree(CLEAN, root, ignore=shutil.ignore_patterns("__pycache__"))
    call(root, "git", "init", "-q")
    call(root, "git", "add", ".")
    return root


def call(folder, *command, **environment):
    kept = {k: v for k, v in os.environ.items() if k not in {"VIRTUAL_ENV", "PYTHONPATH"}}
    given = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, **environment}
    return subprocess.run(
        command, cwd=folder, env={**kept, **given}, capture_output=True, text=True, timeout=250, check=False
    )


def forget(project):
    with (project / "depot/stock/claims.py").open("a") as file:
        file.write(FORGOTTEN)


@pytest.mark.parametrize("hook", ["tessera-check", "tessera-check-static"])
def test_pre_commit_runs_the_hook(project, hook, tmp_path_factory):
    """Its environments are shared by both cases: to install once is enough."""
    home = tmp_path_factory.getbasetemp() / "pre-commit"
    config = {
        "repos": [{"repo": str(REPOSITORY), "rev": head(), "hooks": [{"id": hook}]}],
    }
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    command = (sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose")
    call(project, "git", "add", ".")
    passed = call(project, *command, PRE_COMMIT_HOME=str(home))
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert "nothing found" in passed.stdout
    assert ("static only" in passed.stdout) == (hook == "tessera-check-static")
    forget(project)
    failed = call(project, *command, PRE_COMMIT_HOME=str(home))
    assert failed.returncode == 1
    assert "TES101" in failed.stdout


def head():
    return call(REPOSITORY, "git", "rev-parse", "HEAD").stdout.strip()


def steps(name):
    """The scripts of a composite action's steps by name, with the environment that each is given."""
    body = yaml.safe_load((REPOSITORY / name).read_text("utf-8"))
    assert body["runs"]["using"] == "composite"
    return body, {step["name"]: step for step in body["runs"]["steps"]}


def test_the_action_annotates_and_writes_sarif(project, tmp_path):
    body, by_name = steps("action.yml")
    assert all("${{" not in step["run"] for step in by_name.values())
    forget(project)
    given = {name: str(told["default"]) for name, told in body["inputs"].items()}
    given |= {"arguments": "--static --select TES101", "python": sys.executable}
    said = []
    for step in by_name.values():
        environment = {k: expanded(v, given, tmp_path) for k, v in step["env"].items()}
        environment["GITHUB_OUTPUT"] = str(tmp_path / "output")
        said.append(call(project, "bash", "-e", "-c", step["run"], **environment))
    assert said[0].returncode == 0, said[0].stderr
    assert said[1].returncode == 1, said[1].stderr
    assert said[1].stdout.startswith("::warning file=depot/stock/claims.py,")
    assert (tmp_path / "output").read_text() == "sarif=tessera.sarif\n"
    log = json.loads((project / "tessera.sarif").read_text("utf-8"))
    assert {result["ruleId"] for result in log["runs"][0]["results"]} == {"TES101"}


def expanded(value, inputs, temporary):
    for name, text in inputs.items():
        value = value.replace(f"${{{{ inputs.{name} }}}}", text)
    value = value.replace("${{ runner.temp }}", str(temporary))
    return value.replace("${{ github.action_path }}", str(REPOSITORY))


def test_the_job_for_gitlab_writes_its_reports(project):
    job = yaml.safe_load((REPOSITORY / "integrations/gitlab.yml").read_text("utf-8"))["tessera-lsp"]
    variables = {**job["variables"], "TESSERA_LSP": str(REPOSITORY)}
    script = "\n".join(job["script"]).replace("python -m venv", f"'{sys.executable}' -m venv", 1)
    said = call(project, "bash", "-e", "-c", script, **variables)
    assert said.returncode == 0, said.stderr
    reports = job["artifacts"]["reports"]
    assert json.loads((project / reports["codequality"]).read_text("utf-8")) == []
    assert (project / reports["junit"]).exists()


def test_the_example_workflow_is_readable():
    body = yaml.safe_load((REPOSITORY / "integrations/github-workflow.yml").read_text("utf-8"))
    told = json.dumps(body)
    assert "tessera-lsp" in told
    assert "fetch-depth" in told


@pytest.mark.parametrize(("ours", "commented"), [("true", True), ("false", False)])
def test_the_example_workflow_reviews_pull_requests_of_forks_too(project, tmp_path, ours, commented):
    """Their token may not comment. The review's own exit code ends the step, and the tree stays as it was."""
    body = yaml.safe_load((REPOSITORY / "integrations/github-workflow.yml").read_text("utf-8"))
    step = body["jobs"]["check"]["steps"][-1]
    assert {"OURS", "TOOL", "BASE", "NUMBER"} <= step["env"].keys()
    tool, bin_ = tmp_path / "tool", tmp_path / "bin"
    bin_.mkdir()
    for path, script in (
        (tool, "git status --porcelain >&2; echo '# told'; exit 1"),
        (bin_ / "gh", "echo $*"),
    ):
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
    call(project, "git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "Begin")
    given = {"OURS": ours, "TOOL": str(tool), "BASE": "main", "NUMBER": "7", "RUNNER_TEMP": str(tmp_path)}
    given |= {"GITHUB_STEP_SUMMARY": str(tmp_path / "summary"), "PATH": f"{bin_}:{os.environ['PATH']}"}
    said = call(project, "bash", "-e", "-c", step["run"], **given)
    assert (said.returncode, said.stderr) == (1, "")
    assert said.stdout.startswith("pr comment 7") == commented
    assert (tmp_path / "summary").read_text() == "# told\n"
