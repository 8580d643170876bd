"""Each workspace, found in three ways that must agree: the function, the command line, the server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tessera_lsp.project import discover
from tessera_lsp.review.run import examine

WORKSPACES = Path(__file__).resolve().parents[1] / "workspaces"
REPOSITORY = WORKSPACES.parents[1]
NAMES = sorted(path.parent.name for path in WORKSPACES.glob("*/pyproject.toml"))
SEVERITIES = {1: "error", 2: "warning", 3: "info"}


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"VIRTUAL_ENV", "PYTHONPATH"}}
    return {**kept, "LC_ALL": "C", "PYTHONHASHSEED": "7"}


START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from tessera_lsp.review.cli import main; sys.exit(main())"
)


def check(root: Path, *arguments: str, hash_seed: str = "7") -> subprocess.CompletedProcess[bytes]:
    """``tessera-lsp check`` of this tree, at ``root``."""
    return subprocess.run(
        [sys.executable, "-P", "-c", START, str(REPOSITORY), "check", *arguments],
        cwd=root,
        env={**environment(), "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        timeout=100,
        check=False,
    )


def by_function(root, markers, deep=False):
    project = discover(root)
    assert project is not None
    found = examine(project, deep=deep).findings
    return [
        markers.Seen(
            Path(finding.path).relative_to(root).as_posix(),
            *finding.span.start,
            *finding.span.end,
            finding.code,
            finding.severity,
            finding.message,
        )
        for group in found.values()
        for finding in group
    ]


def by_command(output, markers):
    return [
        markers.Seen(
            f["path"],
            f["line"] - 1,
            f["column"] - 1,
            f["end_line"] - 1,
            f["end_column"] - 1,
            f["code"],
            f["severity"],
            f["message"],
        )
        for f in json.loads(output)["findings"]
    ]


def by_server(observed, markers):
    return [
        markers.Seen(
            path.as_posix(),
            d.range.start.line,
            d.range.start.character,
            d.range.end.line,
            d.range.end.character,
            str(d.code),
            SEVERITIES[int(d.severity)],
            d.message,
        )
        for path, group in observed.diagnostics.items()
        for d in group
    ]


@pytest.fixture(params=NAMES)
def case(request, markers, workspace):
    """A workspace's name, its copy and its markers."""
    name = request.param
    root = workspace(name)
    return name, root, markers.read_case(WORKSPACES / name, root)


def test_the_function_finds_what_is_marked(case, markers):
    _, root, expected = case
    assert markers.differences(expected, by_function(root, markers)) == []


def test_the_command_line_agrees(case, markers):
    _, root, expected = case
    result = check(root, "--format", "json")
    assert markers.differences(expected, by_command(result.stdout, markers)) == [], result.stderr.decode()
    wrong = any(e.kind == "diag" and "info" not in e.severity for e in expected.expected)
    assert result.returncode == (expected.exit if expected.exit >= 0 else int(wrong)), result.stderr.decode()


def test_the_server_agrees(case, markers, client, tmp_path):
    _, root, expected = case
    project = discover(root)
    assert project is not None
    claims = [path.relative_to(root) for path in project.claims if _decodes(path)]
    shown = [Path(e.path) for e in expected.expected if e.kind in ("hint", "hover")]
    files = list(dict.fromkeys((*claims, *shown)))
    hovers = {e: (Path(e.path), e.line, max(0, e.column)) for e in expected.expected if e.kind == "hover"}
    observed = client.observe(root, tmp_path / "state", files, hovers.values())
    seen = by_server(observed, markers)
    assert markers.differences(expected, seen) == []
    assert sorted(map(str, seen)) == sorted(map(str, by_function(root, markers)))
    for marker, at in hovers.items():
        assert re.search(marker.pattern, observed.hovers[at].replace("\\", "")), observed.hovers[at]
    assert hint_differences(expected, observed) == []


DEEP = [
    name for name in NAMES if any(b"#@ deep(" in p.read_bytes() for p in (WORKSPACES / name).rglob("*.py"))
]


@pytest.mark.parametrize("name", ["clean", *DEEP])
def test_what_is_found_with_deep(name, markers, workspace):
    root = workspace(name)
    expected = markers.read_case(WORKSPACES / name, root)
    assert markers.differences(expected, by_function(root, markers, deep=True), deep=True) == []
    result = check(root, "--deep", "--format", "json")
    assert markers.differences(expected, by_command(result.stdout, markers), deep=True) == []


def _decodes(path):
    try:
        path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def hint_differences(case, observed):
    """Hints that are missing, and in files with hint markers those that are too many."""
    marked = [e for e in case.expected if e.kind == "hint"]
    left = [
        (path.as_posix(), hint.position.line, label(hint))
        for path, hints in observed.hints.items()
        if path.as_posix() in {e.path for e in marked}
        for hint in hints
    ]
    out = []
    for expected in marked:
        there = [
            h for h in left if h[:2] == (expected.path, expected.line) and re.search(expected.pattern, h[2])
        ]
        if there:
            left.remove(there[0])
        else:
            out.append(f"missing    {expected}")
    return out + [f"unexpected {hint}" for hint in left]


def label(hint):
    return hint.label if isinstance(hint.label, str) else "".join(part.value for part in hint.label)


def test_there_are_workspaces():
    """The tests above are made from the folders: none found must not pass for all well."""
    assert {"clean", "undeclared", "samples"} <= set(NAMES)


def test_the_output_is_the_same_under_any_hash_seed(workspace):
    root = workspace("samples")
    for name in ("json", "text"):
        assert len({check(root, "--format", name, hash_seed=seed).stdout for seed in "01"}) == 1
