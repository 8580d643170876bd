"""Silence is never success: what could not be done ends with 2 and says why, whichever the command."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tessera_lsp.review.cli import main
from tessera_lsp.review.rule_pages import show_rules

TOP = Path(__file__).resolve().parents[3]
LOG = '{"answer": 1, "claims": [{"text": "Crate 1 weighs 12 kg.", "citations": ["crate/1"]}]}\n'
CHECK, REVIEW, DOCTOR = ("check",), ("review", "--base", "HEAD"), ("doctor",)
EXPLAIN = ("explain", "--battery", "stock", "--cite", "crate/1", "Crate 1 weighs 12 kg.")
EVAL, AUDIT = ("eval",), ("audit", "--battery", "stock", "log.jsonl")
VERIFY = ("verify", *EXPLAIN[1:])
LSP, ALL = (CHECK, REVIEW, DOCTOR, EXPLAIN), (CHECK, REVIEW, DOCTOR, EXPLAIN, EVAL, AUDIT, VERIFY)

Folder = Callable[[Path], Path]


def table(*lines: str) -> Folder:
    """The project with these lines under ``[tool.tessera]``."""
    return written("pyproject.toml", "\n".join(("[tool.tessera]", *lines, "")))


def written(name: str, text: str) -> Folder:
    """The project with another file in place of one of its own."""

    def writing(depot: Path) -> Path:
        (depot / name).write_text(text, encoding="utf-8")
        (depot / name).chmod(0o755)
        return depot

    return writing


def dying(depot: Path) -> Path:
    """The project with an interpreter that says who it is, and dies when it is to work."""
    python = depot / "python"
    shell = f'case "$*" in *worker*) echo "no more memory" >&2; exit 3;; esac\nexec {sys.executable} "$@"\n'
    python.write_text(f"#!/bin/sh\n{shell}", encoding="utf-8")
    python.chmod(0o755)
    return table('python = "python"')(depot)


def elsewhere(depot: Path) -> Path:
    """A folder of no project."""
    folder = depot.parent / "elsewhere"
    folder.mkdir()
    (folder / "log.jsonl").write_text(LOG, encoding="utf-8")
    git(folder)
    return folder


def git(folder: Path) -> None:
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "Start"]):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "core.hooksPath=/dev/null"]
        subprocess.run(["git", *who, *command], cwd=folder, check=True, capture_output=True, timeout=60)


@pytest.fixture
def repository(depot: Path) -> Path:
    """The clean project in a commit, with a log beside it."""
    (depot / "log.jsonl").write_text(LOG, encoding="utf-8")
    git(depot)
    return depot


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def ends(run) -> Run:
    """``ends(folder, command)``: how it ends, and all that it says. ``tessera`` runs in a process of its own:
    it imports the project."""

    def running(folder: Path, command: tuple[str, ...]) -> tuple[int, str]:
        if command[0] not in ("eval", "audit", "verify"):
            said = run(folder, *command)
            return said.code, said.out + said.err
        done = subprocess.run(
            [sys.executable, "-m", "tessera.cli", *command],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(TOP)},
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    return running


TROUBLES: dict[str, tuple[Folder, tuple[tuple[str, ...], ...], str]] = {
    "no TOML": (written("pyproject.toml", "[tool.tessera\n"), ALL, "not TOML"),
    "a wrong value": (table('timeout = "soon"'), LSP, "timeout has to be a number of seconds"),
    "no such interpreter": (table('python = "none"'), LSP, "there is no interpreter at"),
    "no Python": (table('python = "/bin/false"'), LSP, "did not answer as Python"),
    "a worker that dies": (dying, LSP, "no more memory"),
    "no such registry": (table('registry = "depot.none"'), ALL, "depot.none"),
    "no claims file": (table('claims = ["none/*.py"]'), LSP, "no claims file"),
    "no such log": (table('logs = ["none.jsonl"]'), LSP, "none.jsonl cannot be read"),
    "a project that refuses": (table("run = false"), (EXPLAIN,), "says run = false"),
    "no import": (
        written("depot/registry.py", "import nowhere\n\n\ndef batteries(claim_shapes=()): ...\n"),
        (DOCTOR, EXPLAIN),
        "No module named 'nowhere'",
    ),
    "no project": (elsewhere, (CHECK, REVIEW, DOCTOR, EXPLAIN), "no project"),
    "no project, but the shipped one": (elsewhere, (AUDIT, VERIFY), "no battery 'stock'; known: business"),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_what_cannot_be_done_ends_with_2(trouble: str, repository: Path, ends: Run):
    arrange, commands, words = TROUBLES[trouble]
    folder = arrange(repository)
    for command in commands:
        code, said = ends(folder, command)
        assert (command, code) == (command, 2), said
        assert words in said or words.replace("no project", "project      none") in said, (command, said)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("check", "nowhere"), "nowhere"),
        (("check", "log.jsonl"), "nothing to check"),
        (("check", "--baseline", "nowhere.json"), "nowhere.json"),
        (("check", "--select", "TSE1"), "TSE1"),
        (("check", "--report", "sarif=nowhere/a.sarif"), "nowhere/a.sarif"),
        (("review", "--base", "nowhere"), "nowhere"),
        (("review", "--base", "HEAD", "--head", ""), "'' is no commit"),  # a variable that is not set
        (("doctor", "nowhere"), "nowhere"),
        (("rule", "TES999"), "TES999"),
        (("explain", "--battery", "shop", "--cite", "crate/1", "x"), "no battery shop; there is stock"),
        (("explain", "--battery", "stock", "--cite", "crate/9", "x"), "crate/9"),
    ],
)
def test_what_is_not_there_ends_with_2(command: tuple[str, ...], words: str, repository: Path, ends: Run):
    code, said = ends(repository, command)
    assert code == 2, said
    assert words in said


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("eval", "--battery", "shop"), "no battery 'shop'; known: business, devex"),
        (("audit", "--battery", "business", "nowhere.jsonl"), "nowhere.jsonl"),
        (("audit", "log.jsonl"), "--battery"),
        (("verify", "--battery", "business", "--cite", "order/0", "x"), "no record 'order/0'"),
    ],
)
def test_what_is_not_there_of_the_shipped_project(
    command: tuple[str, ...], words: str, depot: Path, ends: Run
):
    code, said = ends(elsewhere(depot), command)
    assert code == 2, said
    assert words in said


def test_nothing_audited_is_no_success(depot: Path, ends: Run):
    folder = elsewhere(depot)
    (folder / "log.jsonl").write_text("\n", encoding="utf-8")
    code, said = ends(folder, ("audit", "--battery", "business", "log.jsonl"))
    assert code == 1, said
    assert "no claim was audited: nothing is verified" in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", [("check", "--static"), ("check", "--format", "json"), ("rule",)])
def test_output_that_cannot_be_written_ends_with_2(command: tuple[str, ...], depot: Path):
    start = "from tessera_lsp.review.cli import main; raise SystemExit(main())"
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-c", start, *command],
            cwd=depot,
            env={**os.environ, "PYTHONPATH": str(TOP)},
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, "tessera-lsp: standard output: No space left on device\n")


def test_a_fault_of_the_command_itself_is_no_finding(monkeypatch, capsys, depot: Path):
    def broken(given: object) -> int:
        raise LookupError("ours")

    monkeypatch.chdir(depot)
    monkeypatch.setattr("tessera_lsp.review.cli._check", broken)
    assert main(["check"]) == 2
    assert "LookupError: ours" in capsys.readouterr().err


def commands() -> dict[str, list[str]]:
    """Commands of which not even the order of a line may hang on the hash seed."""
    lsp = [sys.executable, "-c", "from tessera_lsp.review.cli import main; raise SystemExit(main())"]
    tessera = [sys.executable, "-m", "tessera.cli"]
    sentence = ["--battery", "stock", "--cite", "crate/2,crate/1", "Crate 1 weighs 12 kg."]
    return {
        "check": [*lsp, "check", "--format", "json"],
        "explain": [*lsp, "explain", *sentence],
        "rule": [*lsp, "rule"],
        "doctor": [*lsp, "doctor"],
        "eval": [*tessera, "eval", "--format", "json"],
        "audit": [*tessera, "audit", "--battery", "business", "--format", "json", "log.jsonl"],
    }


@pytest.mark.parametrize("command", commands())
def test_the_output_is_the_same_under_any_hash_seed(command: str, repository: Path):
    folder = elsewhere(repository) if command in ("eval", "audit") else repository
    if command == "audit":
        lines = [LOG.replace('"answer": 1', f'"answer": {n}').replace("12 kg", f"{n} kg") for n in range(50)]
        (folder / "log.jsonl").write_text("".join(lines), encoding="utf-8")
    outputs = set()
    for seed in ("0", "1", "4711"):
        done = subprocess.run(
            commands()[command],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(TOP), "PYTHONHASHSEED": seed, "NO_COLOR": "1"},
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert done.stdout, done.stderr
        outputs.add((done.returncode, done.stdout))
    assert len(outputs) == 1


def test_an_unknown_rule_is_told(capsys: pytest.CaptureFixture[str]):
    assert show_rules("TES9") == 2
    assert "TES9" in capsys.readouterr().err
