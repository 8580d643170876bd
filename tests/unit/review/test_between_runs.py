"""Verdicts kept between runs: the next run takes them where nothing is different, and only there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tessera_lsp.storage import cache_folder
from tests.unit.review.labelled import CLAIMS, Depot, taken


@pytest.fixture
def depot(tmp_path: Path) -> Depot:
    return Depot(tmp_path.resolve() / "depot-project")


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
