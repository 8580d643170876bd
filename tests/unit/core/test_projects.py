"""Which project the command line acts on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tessera
from tessera.cli.failure import CommandError
from tessera.cli.project import Project, find_project

PACKAGE = Path(tessera.__file__).resolve().parent


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_the_nearest_table_decides_from_any_folder_below(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pyproject.toml": '[tool.tessera]\nbatteries = "outer.all:batteries"',
            "in/pyproject.toml": '[tool.tessera]\nregistry = "src/inner/wiring.py"\ncore = "inner.core:ask"',
            "in/src/inner/wiring.py": "",
            "in/src/inner/deep/pyproject.toml": "[tool.other]",
        },
    )
    inner = tmp_path / "in"
    assert find_project(inner / "src" / "inner" / "deep") == Project(
        inner, "inner.wiring.batteries", "inner.core:ask", (inner, inner / "src")
    )
    assert find_project(tmp_path) == Project(tmp_path, "outer.all.batteries", "", (tmp_path,))


@pytest.mark.parametrize("source", ["", "src/"])
def test_a_registry_is_found_without_a_table(source: str, tmp_path: Path) -> None:
    write(tmp_path, {f"{source}depot/eval/registry.py": "", "docs/a.md": "", "pyproject.toml": "[project]"})
    project = find_project(tmp_path / "docs")
    assert project is not None
    assert (project.root, project.batteries) == (tmp_path, "depot.eval.registry.batteries")


def test_a_table_decides_over_a_nearer_registry(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pyproject.toml": '[tool.tessera]\nregistry = "depot.eval.registry"',
            "in/yard/eval/registry.py": "",
        },
    )
    project = find_project(tmp_path / "in")
    assert project is not None
    assert project.root == tmp_path


def test_pytest_s_own_path_comes_first(tmp_path: Path) -> None:
    table = '[tool.tessera]\nregistry = "a.b"\n[tool.pytest.ini_options]\npythonpath = ["lib"]'
    write(tmp_path, {"pyproject.toml": table, "src/x.py": ""})
    project = find_project(tmp_path)
    assert project is not None
    assert project.paths == (tmp_path / "lib", tmp_path, tmp_path / "src")


def test_outside_of_any_project_there_is_none(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "[tool.other\n", ".hidden/eval/registry.py": ""})
    project = find_project(tmp_path)
    # What lies above the test's own folder is not the test's to know.
    assert project is None or not project.root.is_relative_to(tmp_path)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"pyproject.toml": "[tool.tessera]"}, r"no \*/eval/registry.py .*\[tool.tessera\] registry ="),
        (
            {"pyproject.toml": "[tool.tessera]", "a/eval/registry.py": "", "src/b/eval/registry.py": ""},
            "several registries \\(a/eval/registry.py, src/b/eval/registry.py\\)",
        ),
        ({"a/eval/registry.py": "", "b/eval/registry.py": ""}, "several registries"),
        ({"pyproject.toml": "[tool.tessera]\nregistry = 3"}, r"\[tool.tessera\] registry is 3: it must be"),
        ({"pyproject.toml": '[tool.tessera]\nregistry = "x/y.py"'}, "registry: no file x/y.py"),
        ({"pyproject.toml": "[tool]\ntessera = 3"}, "make it a table"),
        ({"pyproject.toml": "[tool.tessera]\nx = 1 2\n"}, r"pyproject.toml: not TOML: .*line 2"),
    ],
)
def test_a_project_that_cannot_be_made_out_is_refused(
    files: dict[str, str], message: str, tmp_path: Path
) -> None:
    write(tmp_path, files)
    with pytest.raises(CommandError, match=message):
        find_project(tmp_path)


def run_eval_in(root: Path) -> subprocess.CompletedProcess[str]:
    """``tessera eval`` of this tree's package, run in another folder."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "tessera.cli", "eval"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_a_project_whose_own_package_is_called_tessera_runs_its_own(tmp_path: Path) -> None:
    """Two packages of one name cannot live side by side: the command is handed over."""
    write(
        tmp_path,
        {
            "src/tessera/__init__.py": "",
            "src/tessera/eval/registry.py": "",
            "src/tessera/cli.py": "import sys\ndef main():\n    print('ours', sys.argv[1:])\n    return 7\n",
        },
    )
    done = run_eval_in(tmp_path)
    assert (done.stdout, done.returncode) == ("ours ['eval']\n", 7), done.stderr


def test_another_tessera_without_a_command_line_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"tessera/__init__.py": "", "tessera/eval/registry.py": ""})
    done = run_eval_in(tmp_path)
    assert done.returncode == 2
    assert "is another tessera and has no command line: `tessera-lsp check`" in done.stderr


def test_a_project_with_a_verifier_of_its_own_is_not_measured_with_ours(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "depot/eval/registry.py": "batteries = ()",
            "depot/eval/metrics.py": "def is_supported(claim, nodes):\n    return True\n",
        },
    )
    done = run_eval_in(tmp_path)
    assert done.returncode == 2
    assert "verifier of its own (depot.eval.metrics.is_supported)" in done.stderr
    assert "`tessera-lsp check`" in done.stderr


def test_a_project_that_passes_our_verifier_on_is_measured(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "depot/eval/registry.py": "batteries = ()",
            "depot/eval/metrics.py": "from tessera.eval.metrics import is_supported\n",
        },
    )
    done = run_eval_in(tmp_path)
    assert (done.returncode, done.stderr) == (1, "")  # no battery: nothing is verified
    assert "the floor does not hold" in done.stdout
