"""``[tool.tessera]``: what each key may hold, and where a problem stands."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from tessera_lsp.project import Config, ConfigProblem, discover, load_config
from tessera_lsp.project.config import KEYS
from tessera_lsp.project.tree import matches

WHOLE = """
[tool.tessera]
claims = ["a/*/claims.py", "b/grammar.py"]
registry = "a.registry"
core = "a.core:holds"
batteries = "a.registry.ALL"
eval = "a.run.main"
python = ".venv/bin/python"
run = false
harvest = false
network = true
timeout = 0.5
import-timeout = 3
load-timeout = 4.5
harvest-timeout = 600
memory = 512
select = ["TES1", "TES401"]
ignore = ["TES405"]
logs = ["answers.jsonl"]

[tool.tessera.per-file-ignores]
"tests/**" = ["TES1"]

[tool.tessera.severity]
TES111 = "warning"
TES3 = "off"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pyproject.toml"


def problems(path: Path, text: str) -> list[tuple[int, str, str, bool]]:
    """Line, the text marked there, message and whether it is a warning only."""
    path.write_text(text, encoding="utf-8")
    lines = text.split("\n")
    return [
        (p.line, lines[p.line][p.column : p.end_column], p.message, p.warning)
        for p in load_config(path).problems
    ]


def test_every_key(path: Path) -> None:
    path.write_text(WHOLE, encoding="utf-8")
    loaded = load_config(path)
    assert loaded.problems == ()
    assert loaded.config == Config(
        claims=("a/*/claims.py", "b/grammar.py"),
        registry="a.registry",
        core="a.core:holds",
        batteries="a.registry.ALL",
        eval="a.run.main",
        python=".venv/bin/python",
        run=False,
        harvest=False,
        network=True,
        timeout=0.5,
        import_timeout=3.0,
        load_timeout=4.5,
        harvest_timeout=600.0,
        memory=512,
        select=("TES1", "TES401"),
        ignore=("TES405",),
        per_file_ignores={"tests/**": ("TES1",)},
        severity={"TES111": "warning", "TES3": "off"},
        logs=("answers.jsonl",),
    )


def test_the_keys_are_the_fields() -> None:
    assert {key.replace("-", "_") for key in KEYS} == {field.name for field in fields(Config)}


def test_an_unknown_key_is_a_warning_with_the_nearest_known_one(path: Path) -> None:
    assert problems(path, "[tool.tessera]\nharvest = true\ntime-out = 3\n") == [
        (2, "time-out", "unknown key 'time-out'; did you mean 'timeout'?", True)
    ]


def test_a_key_that_says_the_default_is_no_finding(path: Path) -> None:
    """``run = true`` grants nothing, and is not wrong: `check` must not fail for it."""
    assert problems(path, "[tool.tessera]\nrun = true\n") == []
    assert load_config(path).config.run


def test_an_unknown_key_that_resembles_none_lists_them(path: Path) -> None:
    [(_, _, message, warning)] = problems(path, "[tool.tessera]\nzzz = 1\n")
    assert warning
    assert "the keys are batteries, claims, core" in message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("run = 'false'", "run has to be true or false, not 'false'"),
        ("run = 1", "run has to be true or false, not 1"),
        ("timeout = true", "timeout has to be a number of seconds above 0, not True"),
        ("timeout = 0", "timeout has to be a number of seconds above 0, not 0"),
        ("timeout = -1.5", "timeout has to be a number of seconds above 0, not -1.5"),
        ("timeout = inf", "timeout has to be a number of seconds above 0, not inf"),
        ("timeout = nan", "timeout has to be a number of seconds above 0, not nan"),
        ("memory = 1.5", "memory has to be a whole number of MiB above 0, not 1.5"),
        ("claims = '**/claims.py'", "claims has to be a list of strings, not '**/claims.py'"),
        ("claims = [1]", "claims has to be a list of strings, not [1]"),
        ("registry = ''", "registry has to be a string that is not empty, not ''"),
        ("core = ['a']", "core has to be a string that is not empty, not ['a']"),
        ("select = ['E501']", "select has to hold rule codes or their beginnings such as 'TES1', not 'E501'"),
    ],
)
def test_a_value_of_the_wrong_kind_is_an_error_on_its_key_and_keeps_the_default(
    path: Path, line: str, message: str
) -> None:
    text = f"[project]\nname = 'x'\n\n[tool.tessera]\n{line}\nlogs = ['a']\n"
    assert problems(path, text) == [(4, line.split()[0], message, False)]
    may_run = not line.startswith("run")  # what may be a refusal counts as one
    assert load_config(path).config == Config(logs=("a",), run=may_run)


@pytest.mark.parametrize(
    ("text", "line", "marked"),
    [
        ("[tool.tessera.severity]\nTES1 = 'off'\nTES101 = 'loud'\n", 2, "TES101"),
        ("[tool.tessera]\nseverity.TES101 = 'loud'\n", 1, "severity.TES101"),
        ("[tool.tessera]\nseverity = { TES101 = 'loud' }\n", 1, "severity"),
        ("[tool]\ntessera.severity.TES101 = 'loud'\n", 1, "tessera.severity.TES101"),
        ("[tool.'tessera'.severity]\n'TES101' = 'loud'\n", 1, "'TES101'"),
    ],
)
def test_a_problem_within_a_table_stands_on_its_own_line(
    path: Path, text: str, line: int, marked: str
) -> None:
    [(at, on, message, _)] = problems(path, text)
    assert (at, on) == (line, marked)
    assert message == "severity of TES101 has to be one of error, warning, info, off, not 'loud'"


def test_the_same_key_of_another_table_is_not_meant(path: Path) -> None:
    [(line, *_)] = problems(path, "[tool.other]\nrun = 3\n[tool.tessera]\nrun = 3\n[tool.more]\nrun = 3\n")
    assert line == 3


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b"[tool.tessera]\nrun = tru\n", 1, "is not TOML"),
        (b"[tool.tessera]\nclaims = ['a',\n", 2, "is not TOML"),
        (b"[tool.tessera]\n# caf\xe9\n", 1, "is not UTF-8"),
        (b"tool = 3\n", 0, "has no tables [tool.tessera] that can be read"),
        (b"[tool]\ntessera = 3\n", 0, "has a tool.tessera that is no table"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_error_on_its_line(
    path: Path, data: bytes, line: int, says: str
) -> None:
    path.write_bytes(data)
    loaded = load_config(path)
    assert not loaded.readable
    assert loaded.config == Config(run=False)  # it may say run = false
    assert "mend" in loaded.refusal
    [problem] = loaded.problems
    assert isinstance(problem, ConfigProblem)
    assert problem.line == line
    assert problem.message.startswith(f"pyproject.toml {says}")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[tool.tessera]\nrun = false\n", "says run = false"),
        ("[tool.tessera]\nrun = 'false'\n", "neither true nor false"),
        ("[tool.tessera]\nrun = false\nrun = true\n", "cannot be read"),
        ("[tool.tessera]\nrun = false\nclaims = [\n", "cannot be read"),
        ("[tool.tessera]\nrun = false\ntimeout = 'soon'\n", "says run = false"),
        ("[tool.tessera]\nrun = true\ntimeout = 'soon'\n", ""),
    ],
)
def test_a_refusal_that_cannot_be_read_is_one(path: Path, text: str, says: str) -> None:
    path.write_text(text, encoding="utf-8")
    loaded = load_config(path)
    assert loaded.config.run is (says == "")
    assert says in loaded.refusal
    assert bool(loaded.refusal) is not loaded.config.run


@pytest.mark.parametrize(
    "text",
    [
        "[tool.tessera\nrun = false\n",
        "[tool.tessera}\nrun = false\n",
        "[ tool . 'tessera' \n",
        "[[tool.tessera]\n",
        "[tool tessera]\n",
        "[tool]\ntessera = {run = false\n",
        "[tool]\ntessera.run = no\n",
        "tool = {tessera = {run = false}\n",
        "tool.tessera.run = no\n",
        "[project\nname = 'x'\n[tool.tessera]\n",
        "[tool]\ntessera = 3\n",
        "[[tool.tessera]]\nrun = false\n",
        "tool = 3\n",
    ],
)
def test_a_file_that_means_us_and_cannot_be_read_is_not_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    project = discover(tmp_path)
    assert project is not None
    assert [problem.warning for problem in project.problems] == [False]
    assert not project.config.run


@pytest.mark.parametrize(
    "text",
    [
        "[project\ndependencies = [\n  'tessera-lsp',\n  \"tessera\",\n]\n",
        "[tool.tessera-lsp\n",
        "[project\n# [tool.tessera] may come here\n",
        "[tool.other]\nx = 1\n",
    ],
)
def test_a_file_that_does_not_mean_us_decides_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    assert discover(tmp_path) is None


def test_a_missing_file_is_an_error(path: Path) -> None:
    [problem] = load_config(path).problems
    assert "cannot be read: No such file" in problem.message


def test_windows_line_ends_and_a_byte_order_mark(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf[tool.tessera]\r\nrun = 3\r\n")
    loaded = load_config(path)
    assert loaded.readable
    assert [(p.line, p.column, p.end_column) for p in loaded.problems] == [(1, 0, 3)]


@pytest.mark.parametrize(
    ("glob", "path_", "does"),
    [
        ("**/claims.py", "claims.py", True),
        ("**/claims.py", "a/b/claims.py", True),
        ("**/claims.py", "a/my_claims.py", False),
        ("*/claims.py", "a/claims.py", True),
        ("*/claims.py", "a/b/claims.py", False),
        ("claims.py", "a/claims.py", False),
        ("a/**", "a/b/claims.py", True),
        ("a/**/claims_?.py", "a/claims_1.py", True),
        ("a/claims_[0-9].py", "a/claims_x.py", False),
        ("a/claims_[!0-9].py", "a/claims_x.py", True),
        ("a.b/claims.py", "axb/claims.py", False),
        ("./a/claims.py", "a/claims.py", True),
        ("a/[z-a].py", "a/z.py", False),
    ],
)
def test_globs(glob: str, path_: str, does: bool) -> None:
    assert matches(glob, path_) is does
