"""What can be seen from outside of a file, a folder or a path, told alike by the process that uses it and by
the one that asks later whether it is still so."""

import hashlib
import os
import stat
from dataclasses import dataclass
from typing import Callable, Dict, FrozenSet, Tuple

_stat, _lstat, _readlink, _access, _scandir = os.stat, os.lstat, os.readlink, os.access, os.scandir
"""As they are before anything is put in their place."""
ABSENT = "absent"
_TYPED = "PWD OLDPWD SHLVL _ COLUMNS LINES WINDOWID PYTEST_CURRENT_TEST PYTEST_VERSION"
VOLATILE = frozenset(_TYPED.split())
"""Variables that say where a command was typed, not what it is to do. No outcome of code that names one of
them is kept; the underscore is too short a name to tell."""


@dataclass(frozen=True)
class Observed:
    """What the processes of a load or of a judgement have seen of the machine, those included that they were
    forked from. All paths are absolute, of ``os.fsdecode``.

    ``files`` were opened for reading, with their ``signature`` at that moment; ``folders`` were listed, with
    their ``listing``; ``looks`` are questions about paths, with the answer that ``look`` gives. ``doubt``:
    why the outcome may hang on more than these, or empty.
    """

    files: Dict[str, Tuple[int, ...]]
    folders: Dict[str, str]
    looks: Dict[str, str]
    doubt: str = ""


def _devices() -> FrozenSet[int]:
    found = set()
    for path in ("/proc", "/sys"):
        try:
            found.add(_stat(path).st_dev)
        except OSError:
            continue
    return frozenset(found - {_stat(os.sep).st_dev})


_MADE_UP = _devices()
"""Devices whose files are made as they are read: their times tell nothing."""


def made_up(path: str) -> bool:
    """Whether what stands there is made by the system as it is read, as far as the path tells."""
    return path.startswith(("/proc/", "/sys/"))


def signature(path: str) -> Tuple[int, ...]:
    """What differs when the file has been written to: size, times of content and of status in nanoseconds,
    inode, device. Empty where there is no such file. Raises ``OSError`` for what is no regular file."""
    try:
        found = _stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    if not stat.S_ISREG(found.st_mode) or found.st_dev in _MADE_UP or made_up(path):
        raise OSError("not a regular file: %s" % path)
    return (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_dev)


def listing(path: str) -> str:
    """A digest of what is in a folder: names, kinds, and which folders are packages. Bytecode caches are left
    out: they come and go."""
    try:
        with _scandir(path) as entries:
            found = sorted((entry.name, _kind_of(entry)) for entry in entries if entry.name != "__pycache__")
    except OSError:
        return ABSENT
    text = "\n".join("%s\0%s" % one for one in found)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _kind_of(entry: "os.DirEntry[str]") -> str:
    link = "l" if entry.is_symlink() else ""
    if entry.is_dir():
        return link + ("p" if _is_package(entry.path) else "d")
    return link + ("f" if entry.is_file() else "o")


def _is_package(path: str) -> bool:
    try:
        with _scandir(path) as entries:
            return any(entry.name.startswith("__init__.") for entry in entries)
    except OSError:
        return False


def told(found: os.stat_result) -> str:
    """What counts of an answer of ``os.stat``: the kind and permissions, and the size of a file."""
    size = found.st_size if stat.S_ISREG(found.st_mode) else 0
    return "%o %d" % (found.st_mode, size)


def look(question: str) -> str:
    """The answer to a question about a path: ``how:path``, where ``how`` is ``stat``, ``lstat``,
    ``readlink``, or ``access`` with its mode."""
    how, _, path = question.partition(":")
    try:
        if how.startswith("access"):
            return str(_access(path, int(how[6:])))
        return _LOOKS[how](path)
    except OSError as error:
        return "error %s" % error.errno


_LOOKS: Dict[str, Callable[[str], str]] = {
    "stat": lambda path: told(_stat(path)),
    "lstat": lambda path: told(_lstat(path)),
    "readlink": lambda path: _readlink(path),
}
