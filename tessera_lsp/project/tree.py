"""Walk a project's Python files: without environments, hidden and git-ignored folders, nested projects."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from pathspec import GitIgnoreSpec

from tessera_lsp.project.config import has_table

FILE_LIMIT = 50_000
"""Python files that a walk looks at; a folder with more is no project's root."""

NEVER = frozenset({"site-packages", "node_modules", "__pycache__"})
"""Folders that are never searched, whatever is in them."""
_ENVIRONMENT = ("pyvenv.cfg", "conda-meta")


class _Ignored:
    """The ``.gitignore`` files that hold for a folder, outermost first."""

    def __init__(self, specs: tuple[tuple[str, GitIgnoreSpec], ...] = ()) -> None:
        self._specs = specs

    def within(self, folder: str, name: str = ".gitignore") -> _Ignored:
        """Those that hold in ``folder``, its own included."""
        try:
            lines = Path(folder, name).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return self
        return _Ignored((*self._specs, (folder, GitIgnoreSpec.from_lines(lines))))

    def covers(self, path: str, is_folder: bool) -> bool:
        """Whether git ignores ``path``; the innermost file that speaks of it decides."""
        for base, spec in reversed(self._specs):
            relative = os.path.relpath(path, base).replace(os.sep, "/") + ("/" if is_folder else "")
            said = spec.check_file(relative).include
            if said is not None:
                return said
        return False


def python_files(root: Path) -> list[Path]:
    """The project's Python files: absolute, real, sorted. Links to folders are not followed."""
    found = _real(root, lambda name: name.endswith(".py"), FILE_LIMIT)
    return sorted((Path(path) for path in found), key=lambda path: path.as_posix())


def files_with(root: Path, suffixes: Iterable[str], limit: int) -> list[str]:
    """Real paths of the project's files with one of these suffixes (``csv``, in any case), by the same walk;
    ``limit`` at most."""
    ends = tuple(f".{suffix}" for suffix in suffixes)
    return sorted(_real(root, lambda name: name.lower().endswith(ends), limit))


def _real(root: Path, wanted: Callable[[str], bool], limit: int) -> set[str]:
    """Real paths of what ``_walk`` finds. No folder on the way is a link: only a file may be one."""
    walked = _walk(os.path.realpath(root), _ignored_above(root), wanted, limit)
    return {os.path.realpath(entry.path) if entry.is_symlink() else entry.path for entry in walked}


def _ignored_above(root: Path) -> _Ignored:
    """What the repository's folders above ``root`` ignore; nothing where they ignore ``root`` itself."""
    above = _repository_folders(root)
    ignored = _Ignored()
    if above:
        ignored = ignored.within(str(above[0]), os.path.join(".git", "info", "exclude"))
    for folder in above[:-1]:
        ignored = ignored.within(str(folder))
    for folder in above[1:]:
        if ignored.covers(str(folder), True):
            return _Ignored()
    return ignored


def _repository_folders(root: Path) -> list[Path]:
    """From the top of the git repository down to ``root``, both included; empty outside of one."""
    chain = [root, *root.parents]
    for index, folder in enumerate(chain):
        if (folder / ".git").exists():
            return chain[: index + 1][::-1]
    return []


def _walk(
    root: str, ignored: _Ignored, wanted: Callable[[str], bool], limit: int
) -> Iterator[os.DirEntry[str]]:
    """Files whose names are ``wanted``, ``limit`` at most."""
    pending = [(root, ignored)]
    count = 0
    while pending:
        folder, above = pending.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        here = above.within(folder) if any(entry.name == ".gitignore" for entry in entries) else above
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if _is_folder(entry):
                if not _skipped(entry, here):
                    pending.append((entry.path, here))
            elif wanted(entry.name) and not here.covers(entry.path, False) and entry.is_file():
                count += 1
                if count > limit:
                    return
                yield entry


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _skipped(entry: os.DirEntry[str], ignored: _Ignored) -> bool:
    if entry.name in NEVER or ignored.covers(entry.path, True):
        return True
    if any(os.path.exists(os.path.join(entry.path, mark)) for mark in _ENVIRONMENT):
        return True
    return has_table(Path(entry.path, "pyproject.toml"))


def matches(glob: str, relative: str) -> bool:
    """Whether a path (with ``/``, relative to the root) matches a glob: ``**/`` any folders, ``*`` and ``?``
    within one name, ``[…]`` a class. A class that is none matches nothing."""
    try:
        return re.fullmatch(_pattern(glob), relative) is not None
    except re.error:
        return False


@lru_cache(maxsize=64)
def _pattern(glob: str) -> str:
    out, at = "", 0
    glob = glob.removeprefix("./")
    while at < len(glob):
        if glob.startswith("**/", at):
            out, at = out + "(?:[^/]+/)*", at + 3
        elif glob.startswith("**", at):
            out, at = out + ".*", at + 2
        elif glob[at] == "*":
            out, at = out + "[^/]*", at + 1
        elif glob[at] == "?":
            out, at = out + "[^/]", at + 1
        elif glob[at] == "[" and (end := glob.find("]", at + 2)) > 0:
            body = glob[at + 1 : end].replace("\\", r"\\")
            body = "^" + body[1:] if body.startswith("!") else body
            out, at = out + f"[{body}]", end + 1
        else:
            out, at = out + re.escape(glob[at]), at + 1
    return out
