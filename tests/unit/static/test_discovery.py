"""Which project a file belongs to, in the layouts that projects have."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tessera_lsp.project import discover, discover_all, project_of_file, with_roots_below
from tests.unit.static.layouts import CLAIMS, REGISTRY, claims, found, package, write


@pytest.mark.parametrize(("folder", "roots"), [("", []), ("src/", ["src"])])
@pytest.mark.parametrize("name", ["acme", "tessera"])
@pytest.mark.parametrize("marked", [True, False])
def test_the_names_of_the_contract_need_no_configuration(
    root: Path, folder: str, roots: list[str], name: str, marked: bool
) -> None:
    """Flat and ``src`` layout, a package named like ours, with a mark of a project at the root or without."""
    write(root, package(name, folder))
    if marked:
        write(root, {"pyproject.toml": "[project]\nname = 'x'\n"})
    project = found(root / f"{folder}{name}/sales/claims.py")
    assert project.root == root
    assert [path.relative_to(root).as_posix() for path in project.import_roots] == roots
    assert claims(project) == [f"{folder}{name}/sales/claims.py"]
    assert project.registry == root / f"{folder}{name}/eval/registry.py"
    assert project.core == root / f"{folder}{name}/eval/metrics.py"
    assert (project.registry_module, project.core_module) == (f"{name}.eval.registry", f"{name}.eval.metrics")
    assert project.batteries == f"{name}.eval.registry.batteries"
    assert project.eval == f"{name}.eval.harness.run_eval"
    assert project.module_name(project.claims[0]) == f"{name}.sales.claims"
    assert project.problems == ()


def test_a_folder_without_a_registry_is_no_project(root: Path) -> None:
    write(root, {"pyproject.toml": "[project]\nname = 'x'\n", "acme/claims.py": CLAIMS})
    assert discover(root / "acme/claims.py") is None


def test_the_nearest_table_decides(root: Path) -> None:
    """A ``pyproject.toml`` without the table is passed over, and a nested project is none of the outer's."""
    write(
        root,
        {
            **package("acme"),
            **package("inner", "tools/inner/"),
            "pyproject.toml": "[tool.tessera]\n",
            "acme/pyproject.toml": "[tool.other]\n",
            "tools/inner/pyproject.toml": "[tool.tessera]\nrun = false\n",
        },
    )
    outer, inner = found(root / "acme/sales/claims.py"), found(root / "tools/inner/inner/sales/claims.py")
    assert (outer.root, inner.root) == (root, root / "tools/inner")
    assert claims(outer) == ["acme/sales/claims.py"]
    assert not inner.config.run
    assert project_of_file(root / "tools/inner/x.py", [outer, inner]) is inner
    assert project_of_file(root / "acme/x.py", [outer, inner]) is outer
    assert project_of_file(root.parent / "x.py", [outer, inner]) is None
    assert discover_all(root) == (outer, inner)
    assert with_roots_below(root) == ((outer,), (inner.root,))
    assert with_roots_below(root / "tools/inner") == ((inner,), ())
    assert with_roots_below(root / "tools") == ((outer,), (inner.root,))


def test_a_monorepo_has_a_project_for_each_registry(root: Path) -> None:
    write(root, {**package("one", "services/a/"), **package("two", "services/b/src/")})
    (root / ".git").mkdir()
    one, two = found(root / "services/a/one/sales/claims.py"), found(root / "services/b/src/two/sales")
    assert (one.root, two.root) == (root / "services/a", root / "services/b")
    assert (one.registry_module, two.registry_module) == ("one.eval.registry", "two.eval.registry")
    assert [project.root for project in discover_all(root)] == [one.root, two.root]
    assert with_roots_below(root) == ((one, two), ())


def test_two_registries_under_one_table_are_a_problem_and_no_guess(root: Path) -> None:
    write(
        root,
        {
            **package("one"),
            **package("two"),
            "pyproject.toml": "[tool.other]\n\n[tool.tessera]\nharvest = true\n",
        },
    )
    project = found(root)
    assert project.registry is None
    [problem] = project.problems
    assert "one/eval/registry.py, two/eval/registry.py" in problem.message
    assert 'registry = "…"' in problem.message
    assert (problem.path, problem.line) == (str(root / "pyproject.toml"), 2)
    write(root, {"pyproject.toml": "[tool.tessera]\nregistry = 'two.eval.registry'\n"})
    assert found(root).registry == root / "two/eval/registry.py"


@pytest.mark.parametrize("start", ["root", "docs/notes.py"])
def test_a_file_beside_the_package_belongs_to_the_marked_root(root: Path, start: str) -> None:
    write(root, {**package("acme", "src/"), "setup.py": "", "docs/notes.py": ""})
    assert found(root if start == "root" else root / start).root == root


def test_tests_build_no_registry(root: Path) -> None:
    """A test that builds batteries of its own, under any of the names that tests have."""
    more = {f"{name}": REGISTRY for name in ("tests/wiring.py", "acme/test_wiring.py", "conftest.py")}
    write(root, {**package("acme"), **more, "pyproject.toml": "[tool.tessera]\n"})
    assert found(root).registry == root / "acme/eval/registry.py"


def test_words_in_a_string_build_no_battery(root: Path) -> None:
    write(
        root,
        {
            **package("acme"),
            "acme/text.py": f'DOC = """\n{REGISTRY}"""\n',
            "pyproject.toml": "[tool.tessera]\n",
        },
    )
    assert found(root).registry == root / "acme/eval/registry.py"
    assert found(root).sites == (root / "acme/eval/registry.py",)


def test_a_registry_that_only_lists(root: Path) -> None:
    files = package("acme")
    files["acme/eval/registry.py"] = (
        "from ..sales import battery\n\ndef batteries():\n    return (battery.sales(),)\n"
    )
    write(root, {**files, "pyproject.toml": "[tool.tessera]\n"})
    assert found(root).registry == root / "acme/eval/registry.py"


SKIPPED = {
    "an environment": ("env/pyvenv.cfg", "env/lib/x/claims.py"),
    "installed packages": ("lib/site-packages/x.py", "lib/site-packages/x/claims.py"),
    "node modules": ("node_modules/x.js", "node_modules/x/claims.py"),
    "a hidden folder": (".cache/x.py", ".cache/x/claims.py"),
    "an ignored folder": (".gitignore", "build/x/claims.py"),
    "an ignored file": (".gitignore", "acme/old_claims/claims.py"),
    "one that a nested file ignores": ("gen/.gitignore", "gen/x/claims.py"),
}


@pytest.mark.parametrize("case", SKIPPED)
def test_what_is_not_searched(root: Path, case: str) -> None:
    ignore = "build/\n**/old_claims/*\n" if SKIPPED[case][0] == ".gitignore" else "x/\n"
    write(root, {**package("acme"), "pyproject.toml": "[tool.tessera]\n", "keep/claims.py": CLAIMS})
    write(root, {SKIPPED[case][0]: ignore, SKIPPED[case][1]: CLAIMS})
    assert claims(found(root)) == ["acme/sales/claims.py", "keep/claims.py"]


def test_a_nested_gitignore_takes_back(root: Path) -> None:
    """And the ones above the project's root hold too, within the repository."""
    write(
        root,
        {
            ".gitignore": "claims.py\n/app/out/\n",
            "app/pyproject.toml": "[tool.tessera]\n",
            "app/kept/.gitignore": "!claims.py\n",
            "app/kept/claims.py": CLAIMS,
            "app/lost/claims.py": CLAIMS,
            "app/out/kept/claims.py": CLAIMS,
        },
    )
    (root / ".git").mkdir()
    assert claims(found(root / "app")) == ["kept/claims.py"]


def test_a_project_within_an_ignored_folder_is_searched(root: Path) -> None:
    write(root, {".gitignore": "scratch/\n", **package("acme", "scratch/"), "scratch/setup.py": ""})
    (root / ".git").mkdir()
    assert claims(found(root / "scratch/acme/sales/claims.py")) == ["acme/sales/claims.py"]


def test_links_to_folders_are_not_followed(root: Path, tmp_path: Path) -> None:
    """Neither those that go round nor those that lead out."""
    write(root, {**package("acme"), "pyproject.toml": "[tool.tessera]\n"})
    write(tmp_path, {"outside/claims.py": CLAIMS, "outside/wiring.py": REGISTRY})
    (root / "linked").symlink_to(tmp_path / "outside", target_is_directory=True)
    (root / "acme/sales/again").symlink_to(root, target_is_directory=True)
    (root / "gone.py").symlink_to(root / "nowhere.py")
    assert claims(found(root)) == ["acme/sales/claims.py"]
    assert found(root).sites == (root / "acme/eval/registry.py",)


def test_a_linked_folder_is_the_real_one(root: Path, tmp_path: Path) -> None:
    write(root, {**package("acme"), "pyproject.toml": "[tool.tessera]\n"})
    link = tmp_path / "link"
    link.symlink_to(root, target_is_directory=True)
    assert found(link / "acme/sales/claims.py").root == root


def test_packages_without_init_are_named_by_their_imports(root: Path) -> None:
    """Namespace packages: ``org`` has no ``__init__.py``, and nothing in it either."""
    files = {name: text for name, text in package("org/acme").items() if not name.endswith("__init__.py")}
    files["org/acme/eval/registry.py"] = REGISTRY.replace("from .battery", "from org.acme.eval.battery")
    write(root, {**files, "pyproject.toml": "[tool.tessera]\n"})
    project = found(root)
    assert project.registry_module == "org.acme.eval.registry"
    assert project.module_name(project.claims[0]) == "org.acme.sales.claims"


def test_packages_without_init_under_src(root: Path) -> None:
    files = {
        name: text for name, text in package("org/acme", "src/").items() if not name.endswith("__init__.py")
    }
    write(root, {**files, "pyproject.toml": "[tool.tessera]\n"})
    project = found(root)
    assert project.registry_module == "org.acme.eval.registry"
    assert project.module_name(project.claims[0]) == "org.acme.sales.claims"


def test_a_package_without_init_is_named_as_the_configuration_writes_it(root: Path) -> None:
    """A flat namespace package: nothing in the registry's text tells from where it is imported."""
    write(
        root,
        {
            "pyproject.toml": "[tool.tessera]\nregistry = 'acme.wiring'\ncore = 'acme.check:holds'\n",
            "acme/wiring.py": "def batteries():\n    return ()\n",
            "acme/check.py": "def holds(claim, nodes, graph, shapes):\n    return False\n",
            "acme/claims.py": CLAIMS,
        },
    )
    project = found(root)
    assert (project.registry_module, project.core_module) == ("acme.wiring", "acme.check")
    assert project.module_name(project.claims[0]) == "acme.claims"


def test_a_package_without_init_is_named_by_an_import_of_its_modules_from_it(root: Path) -> None:
    """``from acme import …`` speaks of the folder, which holds no ``__init__.py``."""
    text = "from acme import battery\n\n\ndef batteries():\n    return (battery.Battery(claim_shapes=()),)\n"
    battery = "class Battery:\n    pass\n"
    write(root, {"acme/wiring.py": text, "acme/battery.py": battery, "acme/claims.py": CLAIMS})
    write(root, {"pyproject.toml": "[tool.tessera]\nregistry = 'acme/wiring.py'\n"})
    project = found(root)
    assert project.registry_module == "acme.wiring"
    assert project.module_name(project.claims[0]) == "acme.claims"


def test_the_walk_is_sorted(root: Path) -> None:
    write(root, {"pyproject.toml": "[tool.tessera]\n", **{f"{n}/claims.py": CLAIMS for n in "cab"}})
    assert claims(found(root)) == ["a/claims.py", "b/claims.py", "c/claims.py"]


@pytest.mark.skipif(
    os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all"
)
def test_a_folder_that_cannot_be_read_is_passed_over(root: Path) -> None:
    write(root, {**package("acme"), "pyproject.toml": "[tool.tessera]\n", "closed/claims.py": CLAIMS})
    (root / "closed").chmod(0)
    try:
        assert claims(found(root)) == ["acme/sales/claims.py"]
    finally:
        (root / "closed").chmod(0o700)
