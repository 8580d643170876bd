"""Each call of a shape begins as if it were the only one: what one has changed in the process is put back
for the next, and told. What it writes or whom it connects to is refused, as far as Python tells of it.

What a shape changes in its own modules stays: a memo is no fault. These guard against accidents, as all of
``guards`` do.
"""

import builtins
import decimal
import functools
import operator
import os
import random
import signal
import sys
import threading
from typing import Any, Callable, Dict, List, Set, Tuple

from .faults import note_effect
from .guards import EffectRefusedError
from .observing import Observation

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {
    "os.remove": "removed %s",
    "os.rename": "renamed %s",
    "os.mkdir": "made the folder %s",
    "os.rmdir": "removed the folder %s",
    "os.truncate": "cut %s",
    "os.link": "linked %s",
    "os.symlink": "linked %s",
}
_STARTS = {
    "subprocess.Popen": "started a process (%s)",
    "os.system": "started a process (%s)",
    "os.posix_spawn": "started a process (%s)",
    "os.fork": "forked its process",
}
_NETWORK = {
    "socket.connect": "connected to %s",
    "socket.bind": "listened on %s",
    "socket.sendto": "sent to %s",
}

_SETTINGS = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")
_READ_SETTINGS = operator.attrgetter(*_SETTINGS)
_THREADS: Dict[int, Any] = getattr(threading, "_active", {})
_BUILTINS: Dict[str, Any] = vars(builtins)


class Isolation:
    """The one of a process. Each effect is noted among the faults."""

    def __init__(self) -> None:
        self._inside: Set[int] = set()
        """Threads that are within the call of a shape."""
        self._undo: List[Callable[[], object]] = []
        self._builtins: Dict[str, Any] = {}
        self._path: List[str] = []
        self._decimal = decimal.getcontext()
        self._expected = self._decimal
        self._threads = self._depth = 0
        self._known = False
        """Whether what is kept to compare with is of now."""
        self._handled = False
        """Whether there are signal handlers: an alarm without one ends the process."""

    def install(self) -> None:
        """See effects from now on; not to be undone."""
        sys.addaudithook(self._audit)
        Observation(signal.signal, self._signal)  # type: ignore[arg-type]
        Observation(random.Random.seed, self._seed)  # type: ignore[arg-type]

    def call(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a shape as if it were the only one."""
        self.begin()
        try:
            return function(*args, **kwargs)
        finally:
            self.end()

    def anew(self) -> None:
        """Other code than shapes and the verifier has run since the last call: what it has changed is its
        business."""
        self._known = False

    def begin(self) -> None:
        """A shape is about to be called by this thread."""
        if not self._known:
            self._known = True
            if self._builtins != _BUILTINS:
                self._builtins = dict(_BUILTINS)
            self._path, self._depth = list(sys.path), sys.getrecursionlimit()
            self._decimal = decimal.getcontext()
            self._expected = self._decimal.copy()
        self._threads = len(_THREADS)
        self._inside.add(threading.get_ident())

    def end(self) -> None:
        """It has ended, however that was."""
        # First of all, and without the help of any: our own code needs them too.
        changed = None
        if self._builtins != _BUILTINS:
            changed = _BUILTINS.copy()
            _BUILTINS.clear()
            _BUILTINS.update(self._builtins)
        self._inside.discard(threading.get_ident())
        if changed is not None:
            self._tell_builtins(changed)
        if self._undo:
            undo, self._undo = self._undo, []
            for one in reversed(undo):
                one()
        if sys.path != self._path:
            self._note("changed sys.path")
            sys.path[:] = self._path
        if sys.getrecursionlimit() != self._depth:
            self._note("changed the limit of recursion")
            sys.setrecursionlimit(self._depth)
        context = decimal.getcontext()
        if context is not self._decimal or not _alike(context, self._expected):
            self._note("changed the context of decimal")
            self._restore_decimal()
        if len(_THREADS) > self._threads:
            self._note("left a thread running")
        if self._handled and signal.getitimer(signal.ITIMER_REAL)[0]:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._note("set an alarm")

    def _tell_builtins(self, now: Dict[str, Any]) -> None:
        before = self._builtins
        names = [name for name in {**now, **before} if now.get(name, self) is not before.get(name, self)]
        if names:
            self._note("changed the builtin %s" % ", ".join(sorted(names)[:5]))

    def _restore_decimal(self) -> None:
        for name in _SETTINGS:
            setattr(self._decimal, name, getattr(self._expected, name))
        self._decimal.traps = dict(self._expected.traps)
        decimal.setcontext(self._decimal)

    # ------------------------------------------------------------ effects as they happen

    def _audit(self, event: str, arguments: Tuple[Any, ...]) -> None:
        if not self._inside or threading.get_ident() not in self._inside:
            return
        if event == "open":
            path, mode, flags = arguments
            if writes(path, mode, flags):
                self._refuse("wrote the file %s" % _shown(path))
        elif event in _CHANGES:
            self._refuse(_CHANGES[event] % _shown(arguments[0]))
        elif event in _NETWORK:
            self._refuse(_NETWORK[event] % _shown(arguments[1]))
        elif event in _STARTS:
            words = _STARTS[event]
            self._note(words % _shown(arguments[0]) if arguments else words)
        elif event == "os.chdir":
            self._note("changed the working directory")
            self._undo.append(functools.partial(os.chdir, os.getcwd()))
        elif event in ("os.putenv", "os.unsetenv"):
            self._note("changed the environment (%s)" % _shown(arguments[0]))
            self._undo.append(_environment())

    def _note(self, message: str) -> None:
        """At the line that runs, where a shape runs; else it is known by its consequence alone."""
        note_effect(message, threading.get_ident() in self._inside)

    def _refuse(self, message: str) -> None:
        self._note(message + ", which was refused")
        raise EffectRefusedError(message + ", which was refused")

    def _signal(self, real: Any, arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Any:
        before = real(*arguments, **keywords)
        self._handled = True
        if threading.get_ident() in self._inside:
            number = arguments[0] if arguments else keywords.get("signalnum")
            self._note("set a signal handler")
            self._undo.append(lambda: real(number, before if before is not None else signal.SIG_DFL))
        return before

    def _seed(self, real: Any, arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Any:
        shared = getattr(random, "_inst", None)
        if threading.get_ident() in self._inside and arguments and arguments[0] is shared:
            self._note("seeded the generator that all modules share")
            self._undo.append(functools.partial(random.setstate, random.getstate()))
        return real(*arguments, **keywords)


def _alike(one: decimal.Context, other: decimal.Context) -> bool:
    return bool(_READ_SETTINGS(one) == _READ_SETTINGS(other) and one.traps == other.traps)


def writes(path: object, mode: object, flags: object) -> bool:
    """Whether ``open`` with these is for writing; the null device and Python's own caches are no files."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        return False  # a descriptor, which is open already
    name = os.fsdecode(path)
    if name == os.devnull or "__pycache__" in name:
        return False
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return isinstance(flags, int) and bool(flags & _WRITING)


def _environment() -> Callable[[], None]:
    before = dict(os.environ)

    def restore() -> None:
        os.environ.clear()
        os.environ.update(before)

    return restore


def _shown(value: object) -> str:
    text = os.fsdecode(value) if isinstance(value, (bytes, os.PathLike)) else str(value)
    return text if len(text) <= 100 else text[:99] + "…"


SHAPES = Isolation()
"""Of this process and those forked from it."""
