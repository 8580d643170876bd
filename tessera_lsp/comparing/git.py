"""What is asked of git. No hook and no monitor of the repository is run, and nothing in it is written beside
what the worktrees of ``trees`` need."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_QUIET = ("--no-optional-locks", "-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false")
_LOCAL = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_NAMESPACE")
"""What git sets for its hooks: it would lead away from the folder that is asked about."""
_LIMIT = 300.0
"""Seconds that one command may take."""
_MAIN = ("refs/remotes/origin/HEAD", "origin/main", "origin/master", "main", "master")
"""Where a branch usually starts from, the likeliest first."""


class GitError(Exception):
    """What was asked of git cannot be had; the text says why, and the way out."""


@dataclass(frozen=True)
class Repository:
    """A repository by the top folder of one of its work trees."""

    top: Path

    def commit(self, revision: str) -> str:
        """The full name of the commit that ``revision`` stands for. Raises ``GitError``."""
        found = self._try("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        if found:
            return found.strip()
        if self.shallow:
            raise GitError(
                f"{revision!r} is no commit of this clone, which is shallow: fetch more of it with "
                f"`git fetch --unshallow`, or `fetch-depth: 0` where a workflow checks out"
            )
        raise GitError(f"{revision!r} is no commit of this repository: `git fetch` it, or correct its name")

    def short(self, commit: str) -> str:
        """A commit's name as people write it."""
        return (self._try("rev-parse", "--short=10", commit) or commit[:10]).strip()

    @property
    def shallow(self) -> bool:
        """Whether this clone lacks a part of the history."""
        return self.run("rev-parse", "--is-shallow-repository").strip() == "true"

    def parents(self, commit: str) -> int:
        """How many commits it was made from: more than one for a merge."""
        return len(self.run("rev-list", "--parents", "--max-count=1", commit).split()) - 1

    def merge_base(self, one: str, other: str) -> str:
        """The commit at which two histories parted; empty where they have none in common, or where a
        shallow clone does not hold it."""
        return (self._try("merge-base", one, other) or "").strip()

    def trunk(self) -> str:
        """What the present branch most likely starts from; empty where nothing of the kind is there."""
        for name in _MAIN:
            if self._try("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"):
                return name
        return ""

    def changed(self, base: str, head: str | None) -> dict[str, str]:
        """Files that differ between two commits (``head`` None: the work tree, new files included), by their
        later path from the top; each with its earlier path, which is another one where it was moved."""
        later = (head,) if head else ()
        data = self.run(
            *("diff", "--name-status", "-z", "--find-renames", "--no-ext-diff", "--no-textconv"),
            *(base, *later, "--"),
        )
        found = dict(_changes(data))
        if head is None:
            new = self.run("ls-files", "--others", "--exclude-standard", "-z")
            found.update((path, path) for path in new.split("\0") if path)
        return found

    def uncommitted(self) -> int:
        """How many files of the work tree differ from its commit, new ones included."""
        data = self.run("status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=normal")
        return sum(1 for entry in data.split("\0") if entry)

    def worktrees(self) -> list[Path]:
        """The top folders of all its work trees."""
        listed = self.run("worktree", "list", "--porcelain").split("\n")
        return [Path(line.removeprefix("worktree ")) for line in listed if line.startswith("worktree ")]

    def submodules(self, commit: str) -> dict[str, str]:
        """The submodules of a commit: path from the top to the commit that is wanted there."""
        found = {}
        for entry in self.run("ls-tree", "-r", "-z", "--full-tree", commit).split("\0"):
            about, _, path = entry.partition("\t")
            if about.startswith("160000 "):
                found[path] = about.split(" ")[2]
        return found

    def run(self, *arguments: str) -> str:
        """What git prints. Raises ``GitError`` with what it complains of."""
        done = _git(self.top, *arguments)
        if done.returncode:
            raise GitError(_complaint(done, arguments[0]))
        return _text(done.stdout)

    def _try(self, *arguments: str) -> str | None:
        done = _git(self.top, *arguments)
        return None if done.returncode else _text(done.stdout)


def repository_of(path: Path) -> Repository:
    """The repository whose work tree holds a file or folder. Raises ``GitError``."""
    folder = path if path.is_dir() else path.parent
    done = _git(folder, "rev-parse", "--show-toplevel")
    if done.returncode:
        raise GitError(_complaint(done, "rev-parse"))
    top = _text(done.stdout).removesuffix("\n")
    if not top:
        raise GitError(f"{folder} is in no work tree of git: a review compares two states of one")
    return Repository(Path(os.path.realpath(top)))


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = ["git", *_QUIET, *arguments]
    try:
        return subprocess.run(
            command,
            cwd=folder,
            env=_environment(os.environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_LIMIT,
            check=False,
        )
    except FileNotFoundError:
        raise GitError("git was not found: a review needs it on the PATH") from None
    except subprocess.TimeoutExpired:
        raise GitError(f"git {arguments[0]} did not end within {_LIMIT:g} s") from None
    except OSError as error:
        raise GitError(f"git could not be started: {error}") from None


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in environ.items() if name not in _LOCAL}
    return {**kept, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _complaint(done: subprocess.CompletedProcess[bytes], command: str) -> str:
    said = " ".join(_text(done.stderr).split()) or f"it ended with status {done.returncode}"
    return f"git {command}: {said.removeprefix('fatal: ')}"


def _changes(data: str) -> Iterator[tuple[str, str]]:
    """Later path and earlier path of each entry of ``git diff --name-status -z``."""
    parts = iter(data.split("\0"))
    for status in parts:
        if status[:1] in ("R", "C"):
            earlier = next(parts)
            yield next(parts), earlier
        elif status:
            path = next(parts)
            yield path, path
