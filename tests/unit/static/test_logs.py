"""Logged answers as evidence: what is read of them, and what is said where they can't be."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tessera_lsp.project import discover, logs
from tessera_lsp.project.logs import read_logs


def line(*claims: tuple[str, list[str]], answer: object = "a") -> str:
    told = [{"text": text, "citations": cited} for text, cited in claims]
    return json.dumps({"answer": answer, "claims": told}, ensure_ascii=False) + "\n"


def test_the_same_claim_is_counted_over_all_files(tmp_path: Path):
    (tmp_path / "one.jsonl").write_text(line(("Årsta.", ["x/1"]), ("B.", [])), encoding="utf-8")
    (tmp_path / "two.jsonl").write_text("\n" + line(("Årsta.", ["x/1"]), answer=7), encoding="utf-8")
    found = read_logs(tmp_path, ["one.jsonl", "two.jsonl"])
    assert found.claims == (("Årsta.", ("x/1",), 2), ("B.", (), 1))
    assert found.problems == ()
    assert found.files == (str(tmp_path / "one.jsonl"), str(tmp_path / "two.jsonl"))


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (b"{", "no JSON: Expecting property name enclosed in double quotes, column 2"),
        (b'{"answer": "\xff"}', "no UTF-8: byte 13"),
        (b"[]", 'it is no object with a list "claims"'),
        (b'{"claims": []}', '"answer" is no id'),
        (b'{"answer": true, "claims": []}', '"answer" is no id'),
        (b'{"answer": 1, "claims": [{}]}', "claim 1 has no text"),
        (
            b'{"answer": 1, "claims": [{"text": "A."}]}',
            'the "citations" of claim 1 are no list of record ids',
        ),
        (b"[" * 200_000, "no JSON that can be read: it is nested too deep"),
    ],
)
def test_a_broken_line_is_named_and_the_others_count(tmp_path: Path, broken: bytes, said: str):
    whole = line(("A.", ["x/1"])).encode()
    (tmp_path / "log.jsonl").write_bytes(whole + broken + b"\n" + whole)
    found = read_logs(tmp_path, ["log.jsonl"])
    assert found.claims == (("A.", ("x/1",), 2),)
    (problem,) = found.problems
    assert (problem.kind, problem.message) == (
        "broken",
        f"log.jsonl:2 is no logged answer: {said}; what can be read counts",
    )


def test_of_many_broken_lines_some_are_named(tmp_path: Path):
    (tmp_path / "log.jsonl").write_text("x\n" * 9, encoding="utf-8")
    (problem,) = read_logs(tmp_path, ["log.jsonl"]).problems
    assert "nor are lines 2, 3, 4, 5, 6 and 3 more" in problem.message


def test_no_more_is_taken_than_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(logs, "CLAIMS", 3)
    text = "".join(line((f"Claim {number % 4}.", ["x/1"])) for number in range(9))
    (tmp_path / "log.jsonl").write_text(text, encoding="utf-8")
    found = read_logs(tmp_path, ["log.jsonl", "log.jsonl"])
    assert [claim.text for claim in found.claims] == ["Claim 0.", "Claim 1.", "Claim 2."]
    assert [problem.kind for problem in found.problems] == ["cut"]


def test_a_long_line_is_skipped_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(logs, "_LINE", 100)
    (tmp_path / "log.jsonl").write_text(line(("A." * 400, [])) + line(("B.", [])), encoding="utf-8")
    found = read_logs(tmp_path, ["log.jsonl"])
    assert [claim.text for claim in found.claims] == ["B."]
    assert "log.jsonl:1 is no logged answer: it is longer" in found.problems[0].message


def test_bytes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(logs, "BYTES", 50)
    (tmp_path / "log.jsonl").write_text(line(("A.", [])) * 9, encoding="utf-8")
    found = read_logs(tmp_path, ["log.jsonl"])
    assert found.claims[0].times < 9
    assert [problem.kind for problem in found.problems] == ["cut"]


def test_what_is_no_file_is_not_read(tmp_path: Path):
    """A pipe would be waited for, without an end."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    problems = read_logs(tmp_path, ["pipe", "folder", "none.jsonl"]).problems
    assert [problem.kind for problem in problems] == ["missing"] * 3
    assert "none.jsonl cannot be read: No such file or directory" in problems[2].message


def test_the_problems_stand_on_the_key(tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text('[tool.tessera]\nlogs = ["a", "b"]\n', encoding="utf-8")
    (tmp_path / "a").write_text("x\n" + line(("A.", ["x/1"])), encoding="utf-8")
    project = discover(tmp_path)
    assert project is not None
    assert project.logged == (("A.", ("x/1",), 1),)
    told = [(problem.line, problem.warning, problem.message[:3]) for problem in project.problems]
    assert told == [(1, True, "a:1"), (1, False, "b c")]
