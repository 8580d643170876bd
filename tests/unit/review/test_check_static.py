"""``check`` on what the files alone tell: scope, formats, exit codes. Nothing is run here."""

from __future__ import annotations

import json
import shutil

import pytest


@pytest.fixture(autouse=True)
def nothing_runs(monkeypatch):
    """A test in this file that would run a project fails."""

    def forbidden(*_, **__):
        raise AssertionError("something was about to be run")

    monkeypatch.setattr("tessera_lsp.review.verifying.Verifying._begin", forbidden)


def test_a_clean_project(run, depot):
    said = run(depot, "check", "--static")
    assert (said.code, said.err) == (0, "")
    assert said.last == (
        "nothing found in 1 claims file; static only: nothing was verified (--static: nothing was run)"
    )


def test_run_false_is_said(run, depot):
    (depot / "pyproject.toml").write_text('[tool.tessera]\nregistry = "depot.registry"\nrun = false\n')
    said = run(depot, "check")
    assert said.code == 0
    assert "static only: nothing was verified (the project's pyproject.toml says run = false)" in said.last


def test_a_finding_shows_its_line(run, undeclared):
    said = run(undeclared, "check", "--static")
    assert said.code == 1
    lines = said.out.splitlines()
    number = lines[0].split(":")[1]
    assert lines[0] == (
        f"depot/stock/claims.py:{number}:5: warning TES101 no battery declares crate_colour: it never "
        "speaks; declare it in the battery stock [undeclared-shape]"
    )
    assert lines[1].endswith("| def crate_colour(claim, nodes, graph): return nodes.get(claim.text); '漢'")
    assert lines[2].endswith("|     ^^^^^^^^^^^^")
    assert lines[1].index("crate_colour") == lines[2].index("^")
    assert lines[3].startswith("1 warning in 1 claims file; static only")


def test_marks_stand_under_wide_characters(run, depot):
    """Two cells for a wide character, four for a tab, none for a combining mark."""
    claims = depot / "depot/stock/claims.py"
    claims.write_text(
        'def f(claim, nodes, graph):\n    """F.\n\n    Samples:\n\t\tNone: 漢e\u0301 <-x\n    """\n',
        encoding="utf-8",
    )
    said = run(depot, "check", "--static", "--select", "TES402")
    marks = said.out.splitlines()[2]
    assert marks == "      |         " + "^" * len("None: 漢漢e <-x".replace("漢漢", "漢_"))


def test_exit_zero_covers_one_and_not_two(run, undeclared):
    assert run(undeclared, "check", "--static", "--exit-zero").code == 0
    assert run(undeclared, "check", "--static", "--exit-zero", "nowhere").code == 2


def test_select_and_ignore(run, undeclared):
    assert run(undeclared, "check", "--static", "--ignore", "TES1").code == 0
    assert run(undeclared, "check", "--static", "--select", "tes4,TES101").code == 1
    assert run(undeclared, "check", "--static", "--select", "TES4").code == 0
    said = run(undeclared, "check", "--static", "--select", "TES9X")
    assert (said.code, said.out) == (2, "")
    assert "no rule has a code that begins so" in said.err


def test_the_json_format(run, undeclared):
    said = run(undeclared, "check", "--static", "--format", "json")
    body = json.loads(said.out)
    (finding,) = body["findings"]
    assert list(body) == ["version", "findings", "summary"]
    assert body["version"] == 1
    assert list(finding) == [
        "code", "name", "severity", "path", "line", "column", "end_line", "end_column", "message", "url",
    ]  # fmt: skip
    text = (undeclared / "depot/stock/claims.py").read_text(encoding="utf-8").split("\n")
    assert finding["path"] == "depot/stock/claims.py"
    assert text[finding["line"] - 1][finding["column"] - 1 : finding["end_column"] - 1] == "crate_colour"
    assert finding["url"] == "docs/rules/TES101.md"
    assert body["summary"] == {
        "findings": {"error": 0, "warning": 1, "info": 0},
        "codes": {"TES101": 1},
        "known": 0,
        "batteries": [],
        "files": 1,
        "samples": {"total": 3, "judged": 0, "not_judged": []},
        "skipped": [],
        "not_run": [{"project": ".", "why": "--static: nothing was run"}],
    }


def test_paths_choose_files(run, undeclared):
    assert run(undeclared, "check", "--static", "depot/stock").code == 1
    assert run(undeclared, "check", "--static", "depot/stock/claims.py").code == 1
    said = run(undeclared, "check", "--static", "depot/registry.py")
    assert (said.code, said.out.splitlines()[0][:13]) == (0, "nothing found")


def test_a_named_file_that_is_left_out(run, depot):
    said = run(depot, "check", "--static", "depot/stock/data.py", "depot/stock/claims.py")
    assert said.code == 0
    assert said.out.startswith("skipped depot/stock/data.py: no claims file (claims = **/claims.py)")
    alone = run(depot, "check", "--static", "depot/stock/data.py")
    assert (alone.code, alone.last) == (2, "nothing was checked")
    assert "nothing to check" in alone.err


def test_a_path_that_does_not_exist(run, depot):
    said = run(depot, "check", "--static", "depot", "no/such.py")
    assert (said.code, said.out) == (2, "")
    assert said.err == "tessera-lsp: no/such.py: no such file or folder\n"


def test_without_a_project(run, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    said = run(empty, "check")
    assert said.code == 2
    assert "no project" in said.err
    assert "--static" in said.err
    assert run(empty, "check", "--static").code == 2


def test_without_a_project_static_looks_at_the_files(run, tmp_path):
    """No wiring is known, so nothing is said to be undeclared."""
    loose = tmp_path / "loose"
    loose.mkdir()
    text = 'def f(claim, nodes):\n    """F.\n\n    Samples:\n        True: x <- a\n    """\n'
    (loose / "claims.py").write_text(text)
    said = run(loose, "check", "--static", "--format", "json")
    assert [finding["code"] for finding in json.loads(said.out)["findings"]] == ["TES102"]
    assert run(loose, "check", "--static", "claims.py").code == 1


def test_projects_below_are_each_checked(run, undeclared, tmp_path):
    shutil.copytree(undeclared, tmp_path / "other")
    said = run(tmp_path, "check", "--static", "--format", "json")
    assert said.code == 1
    assert [finding["path"] for finding in json.loads(said.out)["findings"]] == [
        "depot-project/depot/stock/claims.py",
        "other/depot/stock/claims.py",
    ]


def test_a_project_within_a_project_is_named_to_be_checked(run, undeclared, depot):
    shutil.copytree(undeclared, depot / "examples" / "inner")
    claims = depot / "depot/stock/claims.py"
    claims.write_text(claims.read_text("utf-8").partition("\n\n\ndef crate_colour")[0] + "\n", "utf-8")
    said = run(depot, "check", "--static")
    assert "not checked: 1 project below, each to be named to be checked: examples/inner" in said.out
    assert run(depot, "check", "--static", "examples/inner").code == 1


def test_a_wrong_configuration_ends_with_two(run, depot):
    (depot / "pyproject.toml").write_text('[tool.tessera]\ntimeout = "soon"\n')
    said = run(depot, "check", "--static")
    assert said.code == 2
    assert "pyproject.toml:2:1: error TES902" in said.out
    (depot / "pyproject.toml").write_text("[tool.tessera]\ntimeuot = 1\n")
    assert run(depot, "check", "--static").code == 1


@pytest.mark.parametrize(
    "text",
    [
        "[tool.tessera]\nrun = 'false'\n",
        "[tool.tessera]\nrun = false\nrun = true\n",
        "[tool.tessera]\nrun = false\ntimeout =\n",
        "[tool.tessera\nrun = false\n",
    ],
)
def test_a_refusal_that_cannot_be_read_runs_nothing(run, depot, text):
    """The registry would leave a file behind if it were imported."""
    (depot / "pyproject.toml").write_text(text)
    registry = depot / "depot/registry.py"
    registry.write_text("open('it-ran', 'w').close()\n" + registry.read_text("utf-8"), "utf-8")
    for command in (("check",), ("explain", "--battery", "stock", "--cite", "crate/1", "x"), ("doctor",)):
        said = run(depot, *command)
        assert not (depot / "it-ran").exists()
        assert command == ("doctor",) or said.code == 2
    assert "error TES902" in run(depot, "check").out


@pytest.mark.parametrize("globs", ["['shopp/**/claims.py']", "[]", "['../**/claims.py', '/etc/*']"])
def test_globs_that_match_nothing_are_no_success(run, depot, globs):
    (depot / "pyproject.toml").write_text(f"[tool.tessera]\nclaims = {globs}\n")
    said = run(depot, "check", "--static")
    assert said.code == 2
    assert "pyproject.toml:2:1: error TES902 no claims file is found: claims" in said.out


def test_one_of_several_globs_that_matches_nothing_is_a_warning(run, depot):
    (depot / "pyproject.toml").write_text("[tool.tessera]\nclaims = ['**/claims.py', 'depott/*.py']\n")
    said = run(depot, "check", "--static")
    assert said.code == 1
    assert "pyproject.toml:2:1: warning TES902 'depott/*.py' in claims matches no Python file" in said.out


def test_a_project_of_nothing_is_no_success(run, nothing):
    said = run(nothing, "check", "--static")
    assert said.code == 2
    assert "nothing to check" in said.err
    assert "claims = " in said.err


def test_interrupted(run, depot, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("tessera_lsp.review.checking.examine", interrupted)
    said = run(depot, "check", "--static")
    assert (said.code, said.err) == (130, "tessera-lsp: interrupted\n")


def test_utf8_under_any_locale(launch, undeclared):
    result = launch(undeclared, "check", "--static", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="")
    assert result.returncode == 1
    assert "'漢'" in result.stdout.decode("utf-8")


def test_piped_output_is_plain(launch, undeclared):
    assert b"\x1b" not in launch(undeclared, "check", "--static").stdout
    assert b"\x1b[" in launch(undeclared, "check", "--static", FORCE_COLOR="1").stdout


def test_a_configuration_can_be_checked_alone(run, depot):
    said = run(depot, "check", "--static", "pyproject.toml")
    assert (said.code, said.err) == (0, "")


def test_loose_files_of_one_folder_are_checked_together(run, tmp_path):
    loose = tmp_path / "loose"
    loose.mkdir()
    for name in ("a.py", "b.py"):
        (loose / name).write_text("async def f(claim, nodes, graph):\n    return None\n")
    said = run(loose, "check", "--static", "a.py", "b.py", "--format", "json")
    assert [f["path"] for f in json.loads(said.out)["findings"]] == ["a.py", "b.py"]
