"""Which changes on disk load the project anew."""

import os
from pathlib import Path

import pytest

from tessera_lsp.server.reloads import Reloads


class Clock:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def reloads(tmp_path: Path, clock: Clock) -> Reloads:
    return Reloads(str(tmp_path), clock)


def write(path: Path, text: str, when: float) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (when, when))
    return str(path)


def needed(reloads: Reloads, path: str, kind="changed", sources=None, digest="new", broken=False) -> bool:
    return reloads.needed(path, kind, sources or {}, lambda _: digest, broken)


def test_an_imported_module_counts_when_its_text_differs(reloads: Reloads, tmp_path: Path):
    path = write(tmp_path / "claims.py", "a = 1", 1.0)
    assert not needed(reloads, path, sources={path: "new"})
    write(tmp_path / "claims.py", "a = 2", 2.0)
    assert needed(reloads, path, sources={path: "old"})


def test_one_state_of_a_file_counts_once(reloads: Reloads, tmp_path: Path):
    """``didSave`` and the watched file tell the same change."""
    path = write(tmp_path / "claims.py", "a = 1", 1.0)
    assert needed(reloads, path, "saved", sources={path: "old"})
    assert not needed(reloads, path, "changed", sources={path: "old"})


def test_a_module_that_nobody_imported_counts_only_as_new_or_where_one_was_missing(
    reloads: Reloads, tmp_path: Path
):
    path = write(tmp_path / "test_claims.py", "", 1.0)
    assert not needed(reloads, path)
    write(tmp_path / "test_claims.py", "x", 2.0)
    assert needed(reloads, path, broken=True)
    assert needed(reloads, write(tmp_path / "new.py", "", 1.0), "created")


def test_data_counts_and_other_files_do_not(reloads: Reloads, tmp_path: Path):
    assert needed(reloads, write(tmp_path / "data" / "orders.csv", "1", 1.0))
    assert not needed(reloads, write(tmp_path / "photo.png", "1", 1.0))


@pytest.mark.parametrize("folder", [".cache", "__pycache__", "lib/site-packages/x"])
def test_folders_that_are_no_part_of_the_project_do_not_count(reloads: Reloads, tmp_path: Path, folder: str):
    assert not needed(reloads, write(tmp_path / folder / "a.json", "1", 1.0))


def test_what_lies_outside_does_not_count(reloads: Reloads, tmp_path: Path):
    assert not needed(reloads, write(tmp_path.parent / "outside.csv", "1", 1.0))


def test_a_deleted_module_counts(reloads: Reloads, tmp_path: Path):
    gone = str(tmp_path / "claims.py")
    assert needed(reloads, gone, "deleted", sources={gone: "new"})


def test_what_the_run_writes_does_not_start_the_next_run(reloads: Reloads, tmp_path: Path, clock: Clock):
    """A harness that writes its report into the project would otherwise run for ever."""
    reloads.began()
    report = write(tmp_path / "report.json", "1", clock.now + 5)
    assert not needed(reloads, report)
    clock.now += 10
    reloads.ended()
    assert not needed(reloads, write(tmp_path / "report.json", "2", clock.now - 1))
    assert needed(reloads, write(tmp_path / "report.json", "3", clock.now + 1))


def test_what_the_editor_saves_counts_even_during_a_run(reloads: Reloads, tmp_path: Path, clock: Clock):
    reloads.began()
    assert needed(reloads, write(tmp_path / "orders.csv", "1", clock.now + 5), "saved")


def loaded(reloads: Reloads, sources: dict[str, str], digest="new", broken=False) -> list[str]:
    return reloads.loaded(sources, lambda _: digest, broken)


def test_a_module_that_changed_during_its_first_load_calls_for_another(reloads: Reloads, tmp_path: Path):
    """While the project starts nobody knows what it imports; the notice of the change comes only once."""
    path = write(tmp_path / "limits.py", "a = 2", 1.0)
    reloads.began()
    assert not needed(reloads, path)
    assert loaded(reloads, {path: "old"}) == [path]


def test_a_module_as_it_was_loaded_calls_for_nothing(reloads: Reloads, tmp_path: Path):
    path = write(tmp_path / "limits.py", "a = 2", 1.0)
    reloads.began()
    assert not needed(reloads, path)
    assert loaded(reloads, {path: "new"}) == []


def test_a_module_told_during_a_load_that_failed_may_be_the_missing_one(reloads: Reloads, tmp_path: Path):
    path = write(tmp_path / "limits.py", "a = 2", 1.0)
    reloads.began()
    assert not needed(reloads, path)
    assert loaded(reloads, {}, broken=True) == [path]


def test_a_module_that_every_load_writes_does_not_load_for_ever(reloads: Reloads, tmp_path: Path):
    for load in range(4):
        path = write(tmp_path / "version.py", f"a = {load}", 1.0 + load)
        reloads.began()
        assert loaded(reloads, {path: "old"}) == ([path] if load < 3 else [])


def test_a_state_that_never_reads_as_it_was_loaded_is_tried_once(reloads: Reloads, tmp_path: Path):
    path = write(tmp_path / "limits.py", "a = 2", 1.0)
    assert loaded(reloads, {path: "old"}) == [path]
    assert loaded(reloads, {path: "old"}) == []


def test_data_written_during_a_run_is_looked_at_once_afterwards(
    reloads: Reloads, tmp_path: Path, clock: Clock
):
    """The user's script may have written it, or the harness itself: then the second run writes it again."""
    reloads.began()
    report = write(tmp_path / "report.json", "1", clock.now + 1)
    assert not needed(reloads, report)
    clock.now += 10
    assert reloads.ended() == [report]
    assert reloads.ended() == []
    reloads.began()
    assert not needed(reloads, write(tmp_path / "report.json", "2", clock.now + 1))
    clock.now += 10
    assert reloads.ended() == []


def test_a_report_with_a_new_name_in_each_run_does_not_run_for_ever(
    reloads: Reloads, tmp_path: Path, clock: Clock
):
    """Its watcher may tell of it while the run goes on, or late."""
    reloads.began()
    assert not needed(reloads, write(tmp_path / "report-1.json", "", clock.now + 1), "created")
    clock.now += 10
    assert reloads.ended()
    reloads.began()
    assert not needed(reloads, write(tmp_path / "report-2.json", "", clock.now + 1), "created")
    clock.now += 10
    assert reloads.ended() == []
    assert not needed(reloads, write(tmp_path / "report-3.json", "", clock.now - 1), "created")
