"""``tessera-lsp trust``: answers given ahead, taken back, and shown."""

from __future__ import annotations

import pytest

from tessera_lsp.project import Trust


@pytest.fixture(autouse=True)
def state(monkeypatch, tmp_path):
    """No answers are kept yet; the doctor starts no worker."""
    monkeypatch.setattr("tessera_lsp.review.doctor._running", lambda project: True)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_a_path_in_the_project_trusts_its_root(run, depot):
    said = run(depot, "trust", "depot/stock/claims.py")
    assert (said.code, said.out) == (0, f"{depot}: may run ({Trust().path})\n")
    assert Trust().granted(depot) is True
    assert "it has been trusted" in run(depot, "doctor").out


def test_never_and_forget(run, depot):
    """The doctor names the way back."""
    assert run(depot, "trust", "--never", ".").out.startswith(f"{depot}: may not run (")
    assert f"`tessera-lsp trust {depot}` lets it run" in run(depot, "doctor").out
    assert run(depot, "trust", "--forget", ".").out.startswith(f"{depot}: an editor asks (")
    assert Trust().granted(depot) is None


def test_alone_it_shows_what_stands_and_grants_nothing(run, depot):
    assert run(depot, "trust").out == f"none kept in {Trust().path}\n"
    run(depot, "trust", ".")
    assert run(depot, "trust").out == f"{depot}: may run\n1 kept in {Trust().path}\n"
    assert run(depot, "trust", "--never").code == 2


def test_a_refusal_of_the_project_stands(run, depot):
    (depot / "pyproject.toml").write_text("[tool.tessera]\nrun = false\n")
    assert "all the same nothing runs: the project's pyproject.toml" in run(depot, "trust", ".").out


def test_what_is_no_project_is_not_trusted(run, tmp_path):
    """A slip of the path must not trust a folder; one that is gone can be forgotten."""
    said = run(tmp_path, "trust", "nowhere")
    assert said.code == 2
    assert "no project there" in said.err
    assert Trust().answers() == {}
    Trust().remember(tmp_path / "gone", True)
    assert run(tmp_path, "trust", "--forget", "gone").code == 0
    assert Trust().answers() == {}
