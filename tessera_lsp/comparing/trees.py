"""Commits laid out in folders of their own, and taken away again whatever happens."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path
from types import TracebackType

from tessera_lsp.comparing.git import GitError, Repository, repository_of

_PREFIX = "tessera-review-"


class Trees:
    """Worktrees in a temporary folder, detached, without hooks; gone on exit, after Ctrl-C too.

    The repository's own work tree is not touched. Git's list of worktrees loses just those that were added:
    it is pruned as a whole only where one of them could not be removed in order. What a process left that
    was killed is taken away by the next one.
    """

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self._folder: Path | None = None
        self._added: list[tuple[Repository, Path]] = []

    def __enter__(self) -> Trees:
        self._sweep()
        self._folder = Path(os.path.realpath(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-")))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Take all away. Safe to call twice, from any thread."""
        prune = []
        while self._added:
            repository, place = self._added.pop()
            if not _removed(repository, place):
                prune.append(repository)
        folder, self._folder = self._folder, None
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        for repository in prune:
            with contextlib.suppress(GitError):
                repository.run("worktree", "prune")

    def _sweep(self) -> None:
        """Take away what dead processes have left in this machine's folder for what is temporary."""
        for place in self.repository.worktrees():
            name = place.parent.name
            owner = name.removeprefix(_PREFIX).partition("-")[0]
            if name.startswith(_PREFIX) and owner.isdigit() and place.is_dir() and not _lives(int(owner)):
                _removed(self.repository, place)
                shutil.rmtree(place.parent, ignore_errors=True)

    def add(self, name: str, commit: str) -> tuple[Path, tuple[str, ...]]:
        """The folder ``name`` with the commit's files, and the paths of submodules that are not there.
        Raises ``GitError``."""
        assert self._folder is not None
        place = self._folder / name
        self._check_out(self.repository, place, commit)
        missing: list[str] = []
        self._submodules(self.repository, place, commit, "", missing)
        return place, tuple(sorted(missing))

    def _check_out(self, repository: Repository, place: Path, commit: str) -> None:
        self._added.append((repository, place))  # first: what is half done is to be removed as well
        repository.run("worktree", "add", "--force", "--detach", "--quiet", str(place), commit)

    def _submodules(
        self, repository: Repository, place: Path, commit: str, above: str, missing: list[str]
    ) -> None:
        """Submodules are laid out from the clones that the work tree has of them: nothing is fetched."""
        for path, wanted in sorted(repository.submodules(commit).items()):
            source = repository.top / path
            try:
                inner = repository_of(source) if (source / ".git").exists() else None
                if inner is None or inner.top == repository.top:
                    raise GitError("it is not initialised")
                self._check_out(inner, place / path, inner.commit(wanted))
                self._submodules(inner, place / path, wanted, f"{above}{path}/", missing)
            except GitError:
                missing.append(above + path)


def _removed(repository: Repository, place: Path) -> bool:
    try:
        repository.run("worktree", "remove", "--force", "--force", str(place))
    except GitError:
        return False
    return True


def _lives(process: int) -> bool:
    if os.name == "nt":
        return True  # to ask would be to end it
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
