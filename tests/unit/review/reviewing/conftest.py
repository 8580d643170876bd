"""A repository with a history: each commit changes the grammar of a small project in one way."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.review.reviewing.history import COMMITS, FILES

WHO = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}


class Repository:
    """A git repository to write to."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.root,
            env={**os.environ, **WHO},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def change(self, name: str, *pairs: tuple[str, str]) -> None:
        """Replace in a file; each old text is there once at least."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        for old, new in pairs:
            assert old in text, f"{name} holds no {old!r}"
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")

    def commit(self, message: str) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD")

    @property
    def worktrees(self) -> int:
        """How many git knows, its own included."""
        return len(self.git("worktree", "list", "--porcelain").split("\n\n"))


@pytest.fixture(autouse=True)
def _who(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command under test reads no configuration of this machine."""
    for name, value in WHO.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def make(tmp_path: Path) -> Callable[[str], Repository]:
    """``make(name)``: an empty repository."""
    return lambda name: Repository(tmp_path.resolve() / name)


@pytest.fixture
def depot(make: Callable[[str], Repository]) -> Repository:
    """The project of ``history``, in one commit with the tag ``start``."""
    return started(make("depot-project"))


def started(repository: Repository) -> Repository:
    """The project of ``history`` in its first commit."""
    repository.write(FILES)
    repository.commit("Start")
    repository.git("tag", "start")
    return repository


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """The project with each of ``COMMITS`` as a commit, under its name as a tag. To be read alone."""
    repository = started(Repository(tmp_path_factory.mktemp("history").resolve() / "depot-project"))
    for name, changes in COMMITS.items():
        for path, pairs in changes.items():
            repository.change(path, *pairs)
        repository.commit(name)
        repository.git("tag", name)
    return repository
