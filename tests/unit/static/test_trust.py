"""Who may say that a project's code runs, and how the answer is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tessera_lsp.project import Trust, decide
from tessera_lsp.storage import state_folder


@pytest.mark.parametrize(
    ("config", "option", "remembered", "action"),
    [
        (True, None, None, "ask"),
        (True, "ask", None, "ask"),
        (True, "ask", True, "run"),
        (True, "ask", False, "refuse"),
        (True, True, None, "run"),
        (True, True, False, "run"),
        (True, False, True, "refuse"),
        (False, True, True, "refuse"),
        (False, None, None, "refuse"),
    ],
)
def test_a_projects_file_refuses_and_never_grants(
    config: bool, option: bool | None, remembered: bool | None, action: str
) -> None:
    decision = decide(config, option, remembered)
    assert decision.action == action
    assert bool(decision.reason) == (action != "run")


def test_each_refusal_says_by_whom() -> None:
    assert "pyproject.toml" in decide(False, True, True).reason
    assert "setting" in decide(True, False, True).reason
    assert "you have said" in decide(True, None, False).reason


def test_an_answer_is_kept_by_the_real_root(tmp_path: Path) -> None:
    """For others of the same user too, and for links to it; not for folders in it."""
    root = tmp_path / "project"
    (root / "inner").mkdir(parents=True)
    (tmp_path / "link").symlink_to(root, target_is_directory=True)
    state = tmp_path / "state"
    assert Trust(state).granted(root) is None
    Trust(state).remember(tmp_path / "link", True)
    assert Trust(state).granted(root) is True
    assert Trust(state).granted(root / "inner") is None
    Trust(state).remember(root / "inner", False)
    assert (Trust(state).granted(root), Trust(state).granted(root / "inner")) == (True, False)
    assert [path.name for path in state.iterdir()] == ["trust.json"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"version": 1}',
        b'{"version": 2, "roots": {"ROOT": true}}',
        b'{"version": 1, "roots": {"ROOT": "yes"}}',
        b'{"version": 1, "roots": {"ROOT": 1}}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_broken_file_trusts_nothing_and_is_put_aside(tmp_path: Path, content: bytes) -> None:
    root = tmp_path / "project"
    content = content.replace(b"ROOT", str(root).encode())
    (tmp_path / "trust.json").write_bytes(content)
    trust = Trust(tmp_path)
    assert trust.granted(root) is None
    assert "nothing is trusted" in trust.note
    assert (tmp_path / "trust.broken.json").read_bytes() == content
    trust.remember(root, True)
    assert Trust(tmp_path).granted(root) is True


def test_a_file_that_is_fine_leaves_no_note(tmp_path: Path) -> None:
    trust = Trust(tmp_path)
    trust.remember(tmp_path, True)
    assert trust.granted(tmp_path) is True
    assert trust.note == ""


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        Trust(tmp_path / "file").remember(tmp_path, True)


def test_a_write_that_fails_leaves_the_old_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trust = Trust(tmp_path)
    trust.remember(tmp_path, True)

    def fail(*_: object, **__: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        trust.remember(tmp_path, False)
    assert Trust(tmp_path).granted(tmp_path) is True
    assert [path.name for path in tmp_path.iterdir()] == ["trust.json"]


def test_the_folder_is_the_users_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative ``XDG_STATE_HOME`` does not count, as its specification says."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "tessera-lsp"
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert state_folder() == tmp_path / ".local" / "state" / "tessera-lsp"
    monkeypatch.setattr("sys.platform", "darwin")
    assert state_folder() == tmp_path / "Library" / "Application Support" / "tessera-lsp"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "AppData"))
    assert state_folder() == tmp_path / "AppData" / "tessera-lsp"
