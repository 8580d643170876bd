"""Verdicts kept between runs: the next run takes them where nothing is different, and only there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tessera_lsp.index import Indexer
from tessera_lsp.project import Project, discover_all
from tessera_lsp.review.run import Examined, Texts, examine
from tessera_lsp.snapshot import items_of
from tessera_lsp.storage import cache_folder
from tessera_lsp.verify import Interpreter, Keeping, find_interpreter

CLEAN = Path(__file__).resolve().parents[3] / "tests" / "workspaces" / "clean"
PYENV = Path(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))) / "versions"
DATA = '''"""The crates of the folder ``labels``."""

import os
from pathlib import Path

from depot.evidence import Crate, EvidenceRecord, Graph, Origin
from depot.stock import words

HERE = Path(__file__).resolve().parent
UNIT = os.environ.get("DEPOT_UNIT", "kg")


def graph():
    """The graph of all crates."""
    built = Graph()
    closed = (HERE / "state/closed.txt").exists()
    for path in sorted((HERE / "labels").glob("*.txt")):
        name, weight = path.stem, int(path.read_text())
        label = f"{words.THING} {name}, {weight + closed} {UNIT} net."
        built.add(Crate(EvidenceRecord(f"crate/{name}", Origin("labels", name), label), name, weight, ""))
    return built
'''
CLAIMS = '''"""What an answer may state about crates."""

import re

_WEIGHT = re.compile(r"Crate (\\d+) weighs (\\d+) kg\\.")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
        None: Crate 2, 18 kg net. <- crate/2
    """
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])
'''


class Depot:
    """A project that reads files, a folder and a variable."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(CLEAN, root, ignore=shutil.ignore_patterns("__pycache__"))
        self.write("depot/stock/data.py", DATA)
        self.write("depot/stock/claims.py", CLAIMS)
        self.write("depot/stock/words.py", 'THING = "Crate"\n')
        self.write("depot/stock/state/open.txt", "")
        self.write("depot/stock/labels/1.txt", "12")
        self.write("depot/stock/labels/2.txt", "18")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    @property
    def project(self) -> Project:
        (project,) = discover_all(self.root)
        return project

    def run(self, *, keep: bool = True) -> tuple[Examined, list[str]]:
        """What comes of a run, and what it said."""
        said: list[str] = []
        return examine(self.project, keep=keep, log=said.append), said

    def kept(self, **other: object) -> bool:
        """Whether a run now would take what an earlier one has come to."""
        interpreter = find_interpreter(self.project)
        assert isinstance(interpreter, Interpreter)
        items = items_of(Indexer().build(self.project, Texts()))
        changed = replace(interpreter, **other) if other else interpreter
        return Keeping(self.project, changed, lambda line: None).find(items, True) is not None


def taken(said: list[str]) -> bool:
    return any("its verdicts are taken" in line for line in said)


@pytest.fixture
def depot(tmp_path: Path) -> Depot:
    return Depot(tmp_path.resolve() / "depot-project")


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Depot:
    """A project that has been run; who changes it changes it back."""
    made = Depot(tmp_path_factory.mktemp("judged").resolve() / "depot-project")
    made.run()
    return made


def test_the_second_run_takes_what_the_first_has_come_to(depot: Depot) -> None:
    first, said = depot.run()
    assert not taken(said)
    assert first.verdicts.complete
    second, said = depot.run()
    assert taken(said)
    assert second.verdicts == first.verdicts
    assert second.findings == first.findings
    third, said = depot.run(keep=False)
    assert not taken(said)
    assert third.findings == first.findings


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit"])
def test_a_command_prints_the_same_bytes(depot: Depot, launch: Callable[..., object], form: str) -> None:
    depot.write("depot/stock/claims.py", CLAIMS.replace("True: Crate 1 weighs 12", "True: Crate 1 weighs 14"))
    runs = [launch(depot.root, "check", "--format", form, *more) for more in ((), (), ("--no-cache",))]
    first, second, without = [(run.returncode, run.stdout, run.stderr) for run in runs]  # type: ignore[attr-defined]
    assert depot.kept()
    assert first == second == without
    assert b"TES401" in first[1]


# ---------------------------------------------------------------- what makes another run


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


# ---------------------------------------------------------------- what is not kept

DOUBTS = {
    "the day": ("import datetime\nTODAY = datetime.date.today()\n", "names today"),
    "a name made at run time": ("exec('import ' + 'time')\n", "imports time"),
    "a process": ("import os\nos.system('true')\n", "started a process"),
    "a written file": ("open('written.txt', 'w').close()\n", "wrote the file"),
    "the state of this machine": ("open('/proc/uptime').read()\n", "/proc/uptime"),
    "a process of this machine": ("import os\nos.path.exists('/proc/1')\n", "/proc/1"),
    "a descriptor": ("import os\nos.stat(0)\n", "by a descriptor"),
}


@pytest.mark.parametrize("doubt", DOUBTS)
def test_what_cannot_be_keyed_is_not_kept(depot: Depot, doubt: str) -> None:
    code, why = DOUBTS[doubt]
    depot.write("depot/stock/words.py", code + '\nTHING = "Crate"\n')
    _, said = depot.run()
    assert any("not kept" in line and why in line for line in said), said
    assert not depot.kept()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("while True: pass", "may not come again"),
        ("raise MemoryError", "may not come again"),
        ("open('/dev/null/x', 'w')", "may not come again"),
    ],
)
def test_faults_of_time_and_machine_are_not_kept(depot: Depot, line: str, why: str) -> None:
    depot.write("depot/stock/claims.py", CLAIMS.replace("    match = _W", f"    {line}\n    match = _W"))
    depot.write("pyproject.toml", '[tool.tessera]\nregistry = "depot.registry"\ntimeout = 0.3\n')
    _, said = depot.run()
    assert any("not kept" in one and why in one for one in said), said
    assert not depot.kept()


def test_an_exception_comes_again(depot: Depot) -> None:
    depot.write("depot/stock/claims.py", CLAIMS.replace("    match = _W", "    1 / 0\n    match = _W"))
    first, _ = depot.run()
    second, said = depot.run()
    assert taken(said)
    assert second.findings == first.findings
    assert any(f.code == "TES107" for group in first.findings.values() for f in group)


def test_network_that_may_be_reached_is_not_kept(depot: Depot) -> None:
    depot.write("pyproject.toml", '[tool.tessera]\nregistry = "depot.registry"\nnetwork = true\n')
    depot.run()
    assert not depot.kept()


# ---------------------------------------------------------------- the file


@pytest.mark.parametrize("broken", [b"", b"tessera-kept-1\n", None])
def test_a_broken_file_is_removed_and_made_anew(depot: Depot, broken: bytes | None) -> None:
    folder = cache_folder() / "verdicts"
    before = set(folder.glob("*")) if folder.exists() else set()
    depot.run()
    (path,) = set(folder.glob("*")) - before
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]) if broken is None else broken)
    examined, said = depot.run()
    assert any(f"{path} is broken" in line for line in said), said
    assert not taken(said)
    assert examined.verdicts.complete
    assert depot.kept()


def test_a_cache_that_cannot_be_written_costs_nothing_else(
    depot: Depot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    examined, said = depot.run()
    assert examined.verdicts.complete
    assert any("could not be" in line for line in said), said


# ---------------------------------------------------------------- whatever is edited, in whatever order

LABELS = st.sampled_from(["12", "13", "18", "-1", "many"])
EDITS = st.one_of(
    st.tuples(st.just("depot/stock/labels/1.txt"), LABELS),
    st.tuples(st.sampled_from([f"depot/stock/labels/{n}.txt" for n in "123"]), st.one_of(st.none(), LABELS)),
    st.tuples(
        st.just("depot/stock/words.py"), st.sampled_from([f'THING = "{w}"\n' for w in ("Crate", "Box")])
    ),
    st.tuples(st.just("depot/stock/state/closed.txt"), st.sampled_from([None, ""])),
    st.tuples(
        st.just("depot/stock/claims.py"), st.sampled_from([CLAIMS, CLAIMS.replace("== 1 and", "== 2 and")])
    ),
    st.tuples(st.just("$DEPOT_UNIT"), st.sampled_from([None, "kg", "lb"])),
)


@settings(
    max_examples=2,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)
@given(st.lists(st.lists(EDITS, min_size=1, max_size=2), min_size=2, max_size=3))
def test_a_run_that_may_take_finds_what_one_that_may_not_finds(
    tmp_path_factory: pytest.TempPathFactory, steps: list[list[tuple[str, str | None]]]
) -> None:
    """Each state is come to twice, once by going back, so that something is taken."""
    made = Depot(tmp_path_factory.mktemp("edited").resolve() / "depot-project")
    with pytest.MonkeyPatch.context() as patch:
        for edits in [*steps, *reversed(steps[:-1])]:
            for name, new in edits:
                if name.startswith("$"):
                    patch.delenv(name[1:], raising=False)
                    if new is not None:
                        patch.setenv(name[1:], new)
                elif new is None:
                    (made.root / name).unlink(missing_ok=True)
                else:
                    made.write(name, new)
            with_cache, without_it = made.run()[0], made.run(keep=False)[0]
            assert with_cache.findings == without_it.findings
            assert with_cache.verdicts.items == without_it.verdicts.items
            assert with_cache.verdicts.owned == without_it.verdicts.owned
            assert made.run()[0].findings == without_it.findings
