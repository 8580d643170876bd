"""What the project's processes see of the machine beside the texts that they were handed, for an outcome that
shall be taken once more where all of it is the same.

Seen are what Python's audit events tell (files opened, folders listed, processes, the network), ``os.stat``
and its like, which have no event, and the code that is executed. What cannot be seen by any of these is a
doubt; an outcome in doubt is not kept.
"""

import importlib.machinery
import importlib.util
import os
import sys
import time
from _thread import get_ident
from typing import Any, Callable, Dict, Optional, Set, Tuple

from ..wire import seen
from .isolation import writes
from .purity import doubt_of, is_standard

KNOWN = ((3, 11), (3, 12), (3, 13))
"""Versions of Python whose library is known to ask ``os`` for what it wants to know of a path."""
_SETTLED = 0.05
"""Seconds after a change in which another one may leave the same times."""
_EFFECTS = {
    "os.system": "started a process",
    "subprocess.Popen": "started a process",
    "os.posix_spawn": "started a process",
    "os.exec": "started a process",
    "os.spawn": "started a process",
    "pty.spawn": "started a process",
    "os.fork": "forked its process",
    "os.forkpty": "forked its process",
    "socket.connect": "opened a connection",
    "socket.bind": "opened a connection",
    "socket.sendto": "opened a connection",
    "socket.sendmsg": "opened a connection",
    "socket.getaddrinfo": "asked for an address",
    "socket.gethostbyname": "asked for an address",
    "socket.gethostbyaddr": "asked for an address",
    "socket.gethostname": "asked for the machine's name",
    "sqlite3.connect": "opened a database",
    "ctypes.dlopen": "called into a native library",
    "mmap.__new__": "mapped memory",
    "os.chdir": "changed the working directory",
    "os.remove": "changed files",
    "os.rename": "changed files",
    "os.mkdir": "changed files",
    "os.rmdir": "changed files",
    "os.link": "changed files",
    "os.symlink": "changed files",
    "os.truncate": "changed files",
    "os.chmod": "changed files",
    "os.utime": "changed files",
    "os.getxattr": "read attributes of files",
    "os.listxattr": "read attributes of files",
}
_NATIVE = tuple(importlib.machinery.EXTENSION_SUFFIXES)


class Observing:
    """Of one process and those forked from it; each goes on with a copy."""

    def __init__(self) -> None:
        self.files: Dict[str, Tuple[int, ...]] = {}
        self.folders: Dict[str, str] = {}
        self.looks: Dict[str, str] = {}
        self.doubt = ""
        self._busy: Set[int] = set()
        """Threads that are within our own hook."""
        self._acts: Dict[str, Callable[[Tuple[Any, ...]], None]] = {
            "open": self._opened,
            "os.listdir": self._listed,
            "os.scandir": self._listed,
            "exec": self._executed,
            "import": self._imported,
        }

    def install(self) -> None:
        """Observe from now on; not to be undone. What the start of Python has read counts as seen."""
        if sys.version_info[:2] not in KNOWN or sys.platform != "linux":
            self.doubt = "not with Python %d.%d on %s" % (*sys.version_info[:2], sys.platform)
            return
        if sys.pycache_prefix is not None:
            self.doubt = "bytecode caches stand in a folder of their own"
            return
        for module in list(sys.modules.values()):
            path = getattr(module, "__file__", None)
            if isinstance(path, str) and not path.startswith("<"):
                self._file(path)
        users = getattr(sys.modules.get("site"), "USER_SITE", None)
        for folder in [*sys.path, *([users] if users else [])]:
            self.folders[folder] = seen.listing(folder)
            for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
                if name.endswith(".pth"):
                    self._file(os.path.join(folder, name))
        zone = os.path.join("/usr/share/zoneinfo", os.environ.get("TZ", "").lstrip(":/") or "UTC")
        for path in (os.path.join(sys.prefix, "pyvenv.cfg"), "/etc/localtime", zone):
            self._file(path)
        sys.addaudithook(self._audit)
        for name in ("stat", "lstat", "readlink", "access"):
            self._watch(name)

    def told(self, threads: int) -> seen.Observed:
        """All that was seen until now. ``threads`` are the native threads of this process."""
        if threads != 1:
            self._doubt("left a thread running")
        for module in list(sys.modules.values()):
            self._native(getattr(module, "__file__", None))
        return seen.Observed(self.files, self.folders, self.looks, self.doubt)

    def _doubt(self, why: str) -> None:
        self.doubt = self.doubt or why

    # ------------------------------------------------------------ audit events

    def _audit(self, event: str, arguments: Tuple[Any, ...]) -> None:
        act = self._acts.get(event)
        if (act is None and event not in _EFFECTS) or get_ident() in self._busy:
            return
        self._busy.add(get_ident())
        try:
            if act is not None:
                act(arguments)
            elif not _ours(event, arguments):
                self._doubt(_EFFECTS[event])
        except Exception as error:  # a hook that raises would change what the project's code meets
            self._doubt("%s could not be observed: %s" % (event, error))
        finally:
            self._busy.discard(get_ident())

    def _opened(self, arguments: Tuple[Any, ...]) -> None:
        path = _named(arguments[0])
        if path is None or path == os.devnull or (path.startswith("/proc/") and _by_us(3)):
            return
        if writes(*arguments[:3]):
            self._doubt("wrote the file %s" % path)
        elif path.endswith(".pyc") and "__pycache__" in path:
            # A cache that is there is trusted, as Python does: what counts is the text that it was made of.
            self._file(importlib.util.source_from_cache(path))
        elif "__pycache__" not in path:
            self._file(path)

    def _listed(self, arguments: Tuple[Any, ...]) -> None:
        path = _named(arguments[0] if arguments and arguments[0] is not None else os.getcwd())
        if path is None:
            self._doubt("listed a folder by its descriptor")
        elif seen.made_up(path):
            if not _by_us(3):
                self._doubt("read %s" % path)
        elif path not in self.folders:
            self.folders[path] = seen.listing(path)

    def _executed(self, arguments: Tuple[Any, ...]) -> None:
        code = arguments[0]
        if not self.doubt and not is_standard(code.co_filename):
            self._doubt(doubt_of(code))

    def _imported(self, arguments: Tuple[Any, ...]) -> None:
        self._native(arguments[1])

    def _native(self, path: Optional[str]) -> None:
        if not isinstance(path, str) or not path.endswith(_NATIVE):
            return
        if is_standard(path):
            self._file(path)
        else:
            self._doubt("native code may read what nobody sees: %s" % path)

    # ------------------------------------------------------------ paths

    def _file(self, path: str) -> None:
        if path in self.files:
            return
        try:
            found = seen.signature(path)
        except OSError as error:
            self._doubt(str(error))
            return
        self.files[path] = found
        if found and abs(time.time() - found[2] / 1e9) < _SETTLED:
            self._doubt("%s was written to meanwhile" % path)

    def _watch(self, name: str) -> None:
        real = getattr(os, name)

        def asked(path: Any, *arguments: Any, **keywords: Any) -> Any:
            how, other = _how(name, arguments, keywords)
            known = _named(path)
            if known is None or other:
                self._doubt("os.%s by a descriptor" % name)
                return real(path, *arguments, **keywords)
            try:
                found = real(path, *arguments, **keywords)
            except OSError as error:
                self._look(how, known, "error %s" % error.errno)
                raise
            self._look(how, known, seen.told(found) if isinstance(found, os.stat_result) else _text(found))
            return found

        asked.__name__ = asked.__qualname__ = name
        asked.__doc__ = real.__doc__
        setattr(os, name, asked)
        for supports in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
            if real in supports:
                supports.add(asked)
        if real in os.supports_effective_ids:
            os.supports_effective_ids.add(asked)

    def _look(self, how: str, path: str, answer: str) -> None:
        if "__pycache__" in path:
            return
        if seen.made_up(path):
            self._doubt("read %s" % path)
        if self.looks.setdefault("%s:%s" % (how, path), answer) != answer:
            self._doubt("%s changed meanwhile" % path)


def _how(name: str, arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Tuple[str, bool]:
    """The question as ``seen.look`` knows it, and whether there is more to it."""
    more = dict(keywords)
    if name == "stat" and more.pop("follow_symlinks", True) is False:
        name = "lstat"
    if name == "access":
        name = "access%d" % (arguments[0] if arguments else more.pop("mode"))
        arguments = arguments[1:]
    return name, bool(arguments) or any(value is not None for value in more.values())


def _named(path: Any) -> Optional[str]:
    """An absolute path, nothing of it resolved; None for a descriptor."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        return None
    return os.path.join(os.getcwd(), os.fsdecode(path))


def _text(found: Any) -> str:
    return os.fsdecode(found) if isinstance(found, bytes) else str(found)


def _by_us(above: int) -> bool:
    """Whether our own code asked, that many calls above."""
    return str(sys._getframe(above).f_globals.get("__name__", "")).startswith("_tessera_lsp.")


def _ours(event: str, arguments: Tuple[Any, ...]) -> bool:
    """Whether an effect is the worker's own, which forks and has the system end its processes with it, or
    that of Python, which writes its caches."""
    if event == "ctypes.dlopen":
        return _by_us(4)
    if event in ("os.rename", "os.mkdir", "os.remove") and "__pycache__" in os.fsdecode(arguments[0]):
        return True
    return event in ("os.fork", "socket.gethostname", "os.chdir") and _by_us(3)
