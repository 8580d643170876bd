"""What is put around user code in its process: no network, a memory limit, and last words.

These guard against accidents. They are no sandbox: code that means to get around them can.
"""

import faulthandler
import ipaddress
import os
import signal
import socket
import sys
from typing import Any, Callable, List, NoReturn, Tuple

try:
    import resource
except ImportError:  # not a POSIX system
    resource = None  # type: ignore[assignment]

_WORDS: List[int] = []
"""The descriptor of this process's last words."""
EXIT_MARK = b"tessera-exit "


class NetworkRefusedError(PermissionError):
    """User code reached out while the project's configuration says that it may not."""


def refuse_network(note: Callable[[str], None]) -> None:
    """From now on no address but this machine's own can be reached from this process; not to be undone.
    ``note`` is told of each attempt: user code may swallow the exception."""
    own = {"localhost", "", socket.gethostname()}

    def local(host: object) -> bool:
        if host is None:
            return True
        name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
        name = name.partition("%")[0].lower()
        return name in own or _own_address(name)

    def guard(event: str, arguments: Tuple[Any, ...]) -> None:
        if event[:7] != "socket.":
            return
        if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
            sock, address = arguments[0], arguments[1]
            if sock.family not in (socket.AF_INET, socket.AF_INET6) or address is None:
                return
            target = address[0]
        elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
            target = arguments[0]
        else:
            return
        if not local(target):
            message = "reached out to %s; set 'network = true' in [tool.tessera] to allow it" % (target,)
            note(message)
            raise NetworkRefusedError(message)

    sys.addaudithook(guard)


def _own_address(name: str) -> bool:
    """Whether this is an address, not a name, of this machine."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    # Older Pythons do not look into an IPv4 address that is written as one of IPv6.
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or address.is_unspecified


class EffectRefusedError(PermissionError):
    """A shape wrote, or connected to somebody: it answers by its arguments alone."""


class EndRefusedError(PermissionError):
    """User code sent a signal to the worker's own process, which would end all judging."""


def refuse_ending(worker: int) -> None:
    """From now on this process sends no signal to the process ``worker``, to its group, or to all
    processes; not to be undone. What it starts may."""

    def guard(event: str, arguments: Tuple[Any, ...]) -> None:
        if event not in ("os.kill", "os.killpg"):
            return
        target, number = arguments
        if event == "os.killpg":
            target = -target
        if number and target in (worker, -worker, -1):
            raise EndRefusedError("sent signal %d to the process that judges" % number)
        if number == getattr(signal, "SIGKILL", 0) and target in (os.getpid(), -os.getpgrp(), 0):
            for descriptor in _WORDS:  # nothing else can be said after that
                faulthandler.dump_traceback(file=descriptor, all_threads=False)

    sys.addaudithook(guard)


def limit_memory(mebibytes: int) -> bool:
    """Let this process take ``mebibytes`` more than it has; past that, user code sees ``MemoryError``.

    False where the system keeps no such limit.
    """
    if resource is None or not sys.platform.startswith("linux"):
        return False
    with open("/proc/self/statm", "rb") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    wanted = used + mebibytes * 1024 * 1024
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    return True


def last_words_signal() -> int:
    """The signal by which the supervisor asks a stuck process for its Python frames; 0 for none."""
    if not hasattr(faulthandler, "register"):
        return 0
    return int(getattr(signal, "SIGRTMIN", signal.SIGUSR2 - 5)) + 5


class LastWords:
    """Frames that outlive the process: written to ``descriptor`` at C level when it is stuck, crashes, or
    leaves by ``os._exit``. One a process; a fork sets its own descriptor."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._owner = os.getpid()
        os.set_inheritable(descriptor, False)
        _WORDS[:] = [descriptor]
        faulthandler.enable(file=descriptor, all_threads=True)
        if last_words_signal():
            faulthandler.register(last_words_signal(), file=descriptor, all_threads=True, chain=False)
        real = getattr(os._exit, "__wrapped__", os._exit)
        said: List[int] = []

        def leave(status: int) -> None:
            """Exit to the system with the given status, without cleaning up."""
            # A child that user code forked leaves this way as a matter of course.
            if os.getpid() == self._owner and not said:
                said.append(status)
                os.write(self.descriptor, EXIT_MARK + b"%d\n" % status)
                faulthandler.dump_traceback(file=self.descriptor, all_threads=False)
            real(status)

        leave.__wrapped__ = real  # type: ignore[attr-defined]
        leave.__name__ = leave.__qualname__ = "_exit"
        os._exit = leave  # type: ignore[assignment]
        self.leave: Callable[[int], NoReturn] = real
