"""What makes another run: with a difference that counts nothing is taken, and with no other one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.unit.review.labelled import CLAIMS, Depot, taken

PYENV = Path(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))) / "versions"


@pytest.fixture
def depot(tmp_path: Path) -> Depot:
    return Depot(tmp_path.resolve() / "depot-project")


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Depot:
    """A project that has been run; who changes it changes it back."""
    made = Depot(tmp_path_factory.mktemp("judged").resolve() / "depot-project")
    made.run()
    return made


@contextmanager
def text(depot: Depot, name: str, new: str) -> Iterator[None]:
    path = depot.root / name
    old = path.read_bytes() if path.exists() else None
    path.parent.mkdir(exist_ok=True)
    path.write_text(new, encoding="utf-8")
    try:
        yield
    finally:
        if old is None:
            path.unlink()
        else:
            path.write_bytes(old)


@contextmanager
def same_size_and_time(depot: Depot) -> Iterator[None]:
    path = depot.root / "depot/stock/labels/1.txt"
    status = path.stat()
    with text(depot, "depot/stock/labels/1.txt", "13"):
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        yield


@contextmanager
def variable(depot: Depot, name: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(name, "lb")
        yield


@contextmanager
def without(depot: Depot, name: str) -> Iterator[None]:
    aside = depot.root.parent / "aside"
    (depot.root / name).rename(aside)
    yield
    aside.rename(depot.root / name)


@contextmanager
def linked(depot: Depot) -> Iterator[None]:
    """Another folder stands where the labels stood."""
    labels, aside = depot.root / "depot/stock/labels", depot.root.parent / "aside"
    labels.rename(aside)
    other = depot.root.parent / "other"
    shutil.copytree(aside, other)
    (other / "2.txt").write_text("19", encoding="utf-8")
    labels.symlink_to(other)
    yield
    labels.unlink()
    aside.rename(labels)
    shutil.rmtree(other)


@contextmanager
def package(depot: Depot) -> Iterator[None]:
    """A package comes before the module of its name."""
    with text(depot, "depot/stock/words/__init__.py", 'THING = "Box"\n'):
        yield
    (depot.root / "depot/stock/words").rmdir()


CHANGES: dict[str, Callable[[Depot], object]] = {
    "a sample": lambda d: text(d, "depot/stock/claims.py", CLAIMS.replace("weighs 13", "weighs 15")),
    "a shape": lambda d: text(d, "depot/stock/claims.py", CLAIMS.replace("== 1 and", "== 2 and")),
    "a helper": lambda d: text(d, "depot/stock/words.py", 'THING = "Bolts"\n'),
    "data": lambda d: text(d, "depot/stock/labels/2.txt", "19"),
    "data of the same size and time": same_size_and_time,
    "a new file in a listed folder": lambda d: text(d, "depot/stock/labels/3.txt", "7"),
    "a file that was not there": lambda d: text(d, "depot/stock/state/closed.txt", ""),
    "a file that is gone": lambda d: without(d, "depot/stock/labels/2.txt"),
    "another folder behind a link": linked,
    "a module that shadows a library's": lambda d: text(d, "decimal.py", "raise ImportError\n"),
    "a package that shadows a module": package,
    "a variable that is read": lambda d: variable(d, "DEPOT_UNIT"),
    "a variable that nobody is known to read": lambda d: variable(d, "DEPOT_OTHER"),
    "the configuration": lambda d: text(
        d, "pyproject.toml", '[tool.tessera]\nregistry = "depot.registry"\ntimeout = 1\n'
    ),
    "that the harness may not run": lambda d: text(
        d, "pyproject.toml", '[tool.tessera]\nregistry = "depot.registry"\nharvest = false\n'
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_different_is_judged_anew(judged: Depot, change: str) -> None:
    assert judged.kept()
    with CHANGES[change](judged):  # type: ignore[attr-defined]
        assert not judged.kept()
    assert judged.kept()


@pytest.mark.parametrize("other", [{"version": "3.11.99"}, {"path": "/elsewhere/python"}])
def test_another_interpreter_judges_anew(judged: Depot, other: dict[str, str]) -> None:
    assert judged.kept()
    assert not judged.kept(**other)


@pytest.mark.parametrize("minor", [9, 10, 12, 13])
def test_other_pythons_keep_where_what_they_read_is_known(depot: Depot, minor: int) -> None:
    found = sorted(PYENV.glob(f"3.{minor}.*/bin/python"))
    if not found:
        pytest.skip(f"no Python 3.{minor} here")
    depot.write("pyproject.toml", f'[tool.tessera]\nregistry = "depot.registry"\npython = "{found[-1]}"\n')
    _, said = depot.run()
    assert depot.kept() == (minor >= 11)
    assert any("not with Python" in line for line in said) == (minor < 11)
    depot.write("depot/stock/state/closed.txt", "")
    assert not depot.kept()


def test_a_copy_of_the_project_is_another(judged: Depot, tmp_path: Path) -> None:
    copy = Depot(tmp_path.resolve() / "depot-project")
    assert judged.kept()
    assert not copy.kept()


def test_a_file_that_nobody_opens_is_nobodys(judged: Depot) -> None:
    with text(judged, "depot/stock/labels/../readme.md", "read me"):
        assert not judged.kept()  # its folder was listed, for modules are looked for there
    os.utime(judged.root / "depot/stock/words.py")
    assert judged.kept()


def test_where_a_command_was_typed_is_no_difference(judged: Depot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLDPWD", "/elsewhere")
    monkeypatch.setenv("COLUMNS", "31")
    assert judged.kept()


def test_an_installed_distribution_is_part_of_it(depot: Depot, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True, timeout=60)
    table = f'[tool.tessera]\nregistry = "depot.registry"\npython = "{environment}"\n'
    depot.write("pyproject.toml", table)
    (site,) = environment.glob("lib/*/site-packages")
    (site / "crates.py").write_text("KIND = 1\n", encoding="utf-8")
    depot.write("depot/stock/words.py", 'import crates\n\nTHING = "Crate" if crates.KIND else "Box"\n')
    depot.run()  # writes the bytecode of what is imported from the environment
    depot.run()
    assert depot.kept()
    (site / "crates.py").write_text("KIND = 0\n", encoding="utf-8")
    assert not depot.kept()
    (site / "crates.py").write_text("KIND = 1\n", encoding="utf-8")
    assert depot.kept()
    (site / "pallets-1.0.dist-info").mkdir()
    assert not depot.kept()


def test_branches_do_not_share_verdicts(depot: Depot) -> None:
    def git(*arguments: str) -> None:
        name = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "core.hooksPath=/dev/null"]
        subprocess.run(
            ["git", *name, *arguments], cwd=depot.root, check=True, capture_output=True, timeout=30
        )

    depot.write(".gitignore", "__pycache__/\n")
    git("init", "-b", "main")
    git("add", ".")
    git("commit", "-m", "one")
    main, _ = depot.run()
    git("switch", "-c", "other")
    depot.write("depot/stock/labels/1.txt", "13")
    git("commit", "-am", "two")
    other, said = depot.run()
    assert not taken(said)
    assert other.findings != main.findings
    git("switch", "main")
    again, said = depot.run()
    assert taken(said)
    assert again.findings == main.findings
