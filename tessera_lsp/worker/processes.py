"""Processes as the operating system knows them: descendants, and how to end every one of them.

Linux has all of it. Where ``/proc`` or ``prctl`` are missing, a process group is what can be ended.
"""

import ctypes
import os
import signal
import sys
import time
from typing import Dict, List, Set

LINUX = sys.platform.startswith("linux")
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


def _prctl(option: int, value: int) -> bool:
    if not LINUX:
        return False
    try:
        return bool(ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def become_subreaper() -> bool:
    """Descendants that lose their parent become children of this process. False where that can't be."""
    return _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> bool:
    """This process is killed when its parent ends. False where that can't be."""
    return _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def threads() -> int:
    """Native threads of this process; 1 where that is not told."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 1


def _parents() -> Dict[int, int]:
    """Process to parent, of all that can be seen."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % name, "rb") as file:
                # The command stands in parentheses and may hold anything, parentheses included.
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue
        if fields[0] not in (b"Z", b"X"):
            found[int(name)] = int(fields[1])
    return found


def descendants(root: int) -> List[int]:
    """All living processes below ``root``, nearest first. Empty where the system does not tell."""
    if not os.path.isdir("/proc/self"):
        return []
    children: Dict[int, List[int]] = {}
    for process, parent in _parents().items():
        children.setdefault(parent, []).append(process)
    found, level = [], children.get(root, [])
    while level:
        found += level
        level = [child for process in level for child in children.get(process, [])]
    return found


def _send(process: int, number: int) -> None:
    try:
        os.kill(process, number)
    except (ProcessLookupError, PermissionError):
        return


def kill_tree(process: int) -> None:
    """End ``process``, its group and all its descendants, those in other groups and sessions included.

    Each is stopped before it is killed, so that none forks while the others are looked for. The caller
    reaps ``process``.
    """
    if not _known(process):
        return
    stopped: Set[int] = set()
    _send(process, signal.SIGSTOP)
    deadline = time.monotonic() + 1.0
    while time.monotonic() < deadline:
        fresh = [below for below in descendants(process) if below not in stopped]
        if not fresh:
            break
        for below in fresh:
            _send(below, signal.SIGSTOP)
            stopped.add(below)
    try:
        if os.getpgid(process) == process:
            os.killpg(process, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass  # already gone: what is below is killed one by one
    for below in (process, *stopped):
        _send(below, signal.SIGKILL)


def _known(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return False
    return True


def kill_below(root: int, spare: Set[int]) -> None:
    """End every child of ``root`` that is not in ``spare``, with what is below it."""
    if not os.path.isdir("/proc/self"):
        return
    for process, parent in _parents().items():
        if parent == root and process not in spare:
            kill_tree(process)
