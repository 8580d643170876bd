"""When a command starts the project's worker: as soon as there is something to run, and not without need."""

from __future__ import annotations

import pytest

from tessera_lsp.index import Indexer
from tessera_lsp.verify import Running


@pytest.fixture
def begun(monkeypatch) -> list[str]:
    """What was begun, in its order."""
    order: list[str] = []

    def noting(kind, name, word):
        real = getattr(kind, name)

        def noted(self, *given):
            order.append(word)
            return real(self, *given)

        monkeypatch.setattr(kind, name, noted)

    noting(Indexer, "build", "files")
    noting(Running, "__enter__", "worker")
    noting(Running, "close", "closed")
    return order


def test_the_project_is_loaded_while_its_files_are_looked_at(run, depot, begun):
    assert run(depot, "check", "--no-cache").code == 0
    assert begun[:2] == ["worker", "files"]


def test_a_worker_that_was_begun_is_ended_whatever_happens(run, depot, begun, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(Indexer, "build", interrupted)
    assert run(depot, "check", "--no-cache").code == 130
    assert begun[0] == "worker"
    assert begun[-1] == "closed"


def test_nothing_is_started_where_an_earlier_outcome_may_be_taken(run, depot, begun, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    first = run(depot, "check")
    begun.clear()
    assert run(depot, "check") == first
    assert begun == ["files"]


def test_a_changed_file_has_the_worker_started_at_once(run, depot, begun, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    run(depot, "check")
    claims = depot / "depot/stock/claims.py"
    claims.write_text(claims.read_text() + "\n# changed\n")
    begun.clear()
    assert run(depot, "check").code == 0
    assert begun[:2] == ["worker", "files"]


def test_nothing_is_started_for_a_command_that_cannot_be_done(run, depot, begun):
    assert run(depot, "check", "--report", "yaml=out").code == 2
    assert run(depot, "check", "--select", "XYZ").code == 2
    assert run(depot, "check", "--baseline", "nowhere.json").code == 2
    assert begun == []
