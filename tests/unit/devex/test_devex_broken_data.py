"""Broken data: what the loader says, and that it says where and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tessera.devex import generate
from tessera.devex.files import DataError
from tessera.devex.loading import load


def _broken(tmp_path: Path, path: str, old: str, new: str) -> str:
    """What loading says after ``old`` was replaced by ``new`` in a copy of one data file."""
    for name, content in generate.files().items():
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    target = tmp_path / path
    content = target.read_bytes()
    assert old.encode() in content
    target.write_bytes(content.replace(old.encode(), new.encode("utf-8", "surrogateescape"), 1))
    with pytest.raises(DataError) as caught:
        load(tmp_path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("path", "old", "new", "message"),
    [
        (
            "runs.csv",
            "run,pipeline",
            "run,pipe",
            "runs.csv:1: wrong columns: the first line is run,",
        ),
        (
            "runs.csv",
            ",failed,",
            ",flaky,",
            "runs.csv:3: unknown status 'flaky': one of passed, ",
        ),
        ("runs.csv", "\n1003,", "\n1002,", "runs.csv:4: run/1002 stands on line 3 too: keep one of them"),
        ("runs.csv", "\n1003,", "\nx,", "runs.csv:4: 'x' is no run number: write digits only"),
        ("runs.csv", ",CH-202,", ",", "runs.csv:3: 6 cells where 7 are due"),
        ("runs.csv", ",CH-202,", ",CH-999,", "runs.csv:3: names change/999:1, which is in no file"),
        (
            "runs.csv",
            "run-1004.log",
            "run-0.log",
            "logs/run-0.log: cannot be read (No such file",
        ),
        (
            "runs.csv",
            ",passed,",
            ",failed,",
            "logs/run-1001.log: says no step that failed, but runs.csv",
        ),
        ("changes/CH-201.md", "# CH-201: ", "CH-201 ", "changes/CH-201.md:1: has no title"),
        (
            "changes/CH-201.md",
            "OPS-11",
            "OPS-99",
            "changes/CH-201.md:1: names ticket/99:1, which is in",
        ),
        (
            "changes/CH-201.diff",
            "diff --git",
            "diff",
            "changes/CH-201.diff:1: stands before the first",
        ),
        ("rota.md", "is the backup.", "backs up.", "rota.md:5: is no entry of the rota: write it as"),
        (
            "rota.md",
            "- 2026-W01, search:",
            "- 2026-W01, payments:",
            "rota.md:6: rota/2026-W01/payments stands",
        ),
        ("logs/run-1004.log", "Fetching", "\udcff", "logs/run-1004.log:2: is not UTF-8 (invalid start byte)"),
    ],
)
def test_broken_data_is_named_with_file_line_and_way_out(
    tmp_path: Path, path: str, old: str, new: str, message: str
) -> None:
    assert message in _broken(tmp_path, path, old, new)
