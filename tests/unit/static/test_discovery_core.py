"""Where a project's verifier is found: the core, the harness, and the names that a configuration gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from tessera_lsp.project import discover
from tests.unit.static.layouts import CLAIMS, CORE, HARNESS, claims, found, package, write


def test_a_few_lines_where_the_names_are_others(root: Path) -> None:
    write(
        root,
        {
            "pyproject.toml": "[tool.tessera]\nclaims = ['lib/*/grammar_*.py']\nregistry = 'lib/wiring.py'\n"
            "core = 'lib.check:holds'\nbatteries = 'lib.wiring.SUITES'\neval = 'lib.run.main'\n",
            "lib/__init__.py": "",
            "lib/wiring.py": "from .suite import Suite\nSUITES = (Suite(claim_shapes=()),)\n",
            "lib/check.py": "def holds(claim, nodes, graph, shapes):\n    return False\n",
            "lib/a/grammar_sales.py": CLAIMS,
            "lib/a/b/grammar_deep.py": CLAIMS,
            "lib/a/claims.py": CLAIMS,
        },
    )
    project = found(root)
    assert claims(project) == ["lib/a/grammar_sales.py"]
    assert (project.registry_module, project.core_module, project.verifier) == (
        "lib.wiring",
        "lib.check",
        "holds",
    )
    assert (project.batteries, project.eval) == ("lib.wiring.SUITES", "lib.run.main")
    assert project.problems == ()


def test_a_registry_named_through_batteries_alone(root: Path) -> None:
    write(
        root,
        {
            "pyproject.toml": "[tool.tessera]\nbatteries = 'wiring.ALL'\n",
            "wiring.py": "from suite import Suite\nALL = (Suite(claim_shapes=()),)\n",
        },
    )
    assert (found(root).registry, found(root).batteries) == (root / "wiring.py", "wiring.ALL")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            'registry = "acme.wiring"',
            "registry names the module 'acme.wiring', and no file of the project is it",
        ),
        ('registry = "acme/wiring.py"', "registry names 'acme/wiring.py', and there is no such file"),
        ('core = "acme.nowhere"', "core names the module 'acme.nowhere'"),
        (
            'core = "acme.eval.battery"',
            'acme.eval.battery has no is_supported: name it as "acme.eval.battery:function"',
        ),
    ],
)
def test_a_configured_name_that_leads_nowhere(root: Path, line: str, says: str) -> None:
    """The problem stands on the key."""
    write(root, {**package("acme"), "pyproject.toml": f"[tool.tessera]\nharvest = true\n  {line}\n"})
    [problem] = found(root).problems
    assert problem.message.startswith(says)
    key = line.split()[0]
    assert (problem.line, problem.column, problem.end_column) == (2, 2, 2 + len(key))


@pytest.mark.parametrize(
    ("files", "core"),
    [
        ({"acme/eval/metrics.py": "", "acme/eval/verify.py": CORE}, "acme/eval/verify.py"),
        (
            {
                "acme/eval/metrics.py": "",
                "acme/verify/core.py": CORE,
                "acme/old/core.py": CORE,
                "acme/eval/harness.py": "from acme.verify.core import is_supported\n" + HARNESS,
            },
            "acme/verify/core.py",
        ),
        ({"acme/eval/metrics.py": "", "acme/deep/er/checks.py": CORE}, "acme/deep/er/checks.py"),
        ({"acme/eval/metrics.py": ""}, None),
    ],
)
def test_where_the_core_is_looked_for(root: Path, files: dict[str, str], core: str | None) -> None:
    """Beside the registry, what the harness imports, elsewhere in the project; or nowhere."""
    write(root, {**package("acme"), **files, "pyproject.toml": "[tool.tessera]\n"})
    assert found(root).core == (root / core if core else None)


def test_a_method_as_the_core(root: Path) -> None:
    """``module:Class.method`` is looked for name by name: its text has no ``Engine.judge`` in one word."""
    write(root, {**package("acme"), "acme/core.py": "class Engine:\n    def judge(claim): ...\n"})
    write(root, {"pyproject.toml": '[tool.tessera]\ncore = "acme.core:Engine.judge"\n'})
    project = found(root)
    assert (project.core, project.verifier) == (root / "acme/core.py", "Engine.judge")
    assert project.problems == ()
    write(root, {"pyproject.toml": '[tool.tessera]\ncore = "acme.core:Engine.rule"\n'})
    assert "acme.core has no Engine.rule" in found(root).problems[0].message


def test_several_cores_are_a_problem(root: Path) -> None:
    more = {"acme/eval/metrics.py": "", "acme/a.py": CORE, "acme/b.py": CORE}
    write(root, {**package("acme"), **more, "pyproject.toml": "[tool.tessera]\n"})
    project = found(root)
    assert project.core is None
    assert "several modules define is_supported (acme/a.py, acme/b.py)" in project.problems[0].message


def test_no_harness_is_no_eval(root: Path) -> None:
    write(
        root,
        {
            **package("acme"),
            "acme/eval/harness.py": "# def run_eval()\n",
            "pyproject.toml": "[tool.tessera]\n",
        },
    )
    assert found(root).eval == ""


def _with_battery_of(package: str) -> str:
    imported = f"from {package}.battery import (\n    Battery,\n)\n"
    return imported + "\n\ndef batteries():\n    return (Battery('x'),)\n"


def test_the_core_of_an_installed_package_stands_beside_its_battery(tmp_path: Path) -> None:
    """A project that imports its battery class has no core of its own, and needs no configuration."""
    (tmp_path / "depot").mkdir()
    (tmp_path / "depot" / "registry.py").write_text(_with_battery_of("verifier.eval"), "utf-8")
    project = discover(tmp_path)
    assert project is not None
    assert (project.core, project.core_module) == (None, "verifier.eval.metrics")
    assert project.eval == "verifier.eval.harness.run_eval"
    assert project.problems == ()


def test_a_battery_of_the_project_itself_tells_of_no_installed_core(tmp_path: Path) -> None:
    (tmp_path / "depot").mkdir()
    (tmp_path / "depot" / "battery.py").write_text("class Battery: ...\n", "utf-8")
    (tmp_path / "depot" / "registry.py").write_text(_with_battery_of("depot"), "utf-8")
    project = discover(tmp_path)
    assert project is not None
    assert (project.core_module, project.eval) == ("", "")


def test_a_core_of_an_installed_package_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "registry.py").write_text(_with_battery_of("depot"), "utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.tessera]\ncore = "verifier.core:holds"\n', "utf-8")
    project = discover(tmp_path)
    assert project is not None
    assert (project.core, project.core_module, project.verifier) == (None, "verifier.core", "holds")
    assert project.problems == ()


def test_metrics_beside_the_registry_may_import_the_verifier(tmp_path: Path) -> None:
    (tmp_path / "depot").mkdir()
    (tmp_path / "depot" / "registry.py").write_text(_with_battery_of("verifier.eval"), "utf-8")
    (tmp_path / "depot" / "__init__.py").touch()
    (tmp_path / "depot" / "metrics.py").write_text("from verifier.core import is_supported\n", "utf-8")
    project = discover(tmp_path)
    assert project is not None
    assert project.core is not None
    assert project.core_module == "depot.metrics"
