"""Processes as the operating system knows them: descendants, and how to end every one of them.

Linux has all of it. Where ``/proc`` or ``prctl`` are missing, a process group is what can be ended.
"""

import ctypes
import os
import signal
import sys
import time
from typing import Dict, Iterable, List, Set

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


def _below(roots: Iterable[int], parents: Dict[int, int]) -> Set[int]:
    """All that descends from ``roots``, themselves not included."""
    children: Dict[int, List[int]] = {}
    for process, parent in parents.items():
        children.setdefault(parent, []).append(process)
    found: Set[int] = set()
    level = [child for root in roots for child in children.get(root, [])]
    while level:
        found.update(level)
        level = [child for process in level for child in children.get(process, []) if child not in found]
    return found


def _send(process: int, number: int) -> bool:
    try:
        os.kill(process, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def kill_trees(roots: Iterable[int]) -> None:
    """End processes, the groups that they lead and all their descendants, those in other groups and
    sessions included.

    Each is stopped before any is killed, so that none forks while the others are looked for. The caller
    reaps ``roots``.
    """
    stopped = {process for process in roots if _send(process, signal.SIGSTOP)}
    if not stopped:
        return
    leaders = set()
    deadline = time.monotonic() + 1.0
    while os.path.isdir("/proc/self") and time.monotonic() < deadline:
        fresh = _below(stopped, _parents()) - stopped
        if not fresh:
            break
        for process in fresh:
            _send(process, signal.SIGSTOP)
        stopped |= fresh
    for process in stopped:
        try:
            if os.getpgid(process) == process:
                leaders.add(process)
        except ProcessLookupError:
            continue
    for leader in leaders:
        kill_group(leader)
    for process in stopped:
        _send(process, signal.SIGKILL)


def kill_group(leader: int) -> None:
    """End a process group, if there is one."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def kill_below(root: int, spare: Set[int], limit: float = 1.0) -> None:
    """End every child of ``root`` that is not in ``spare``, with what is below it, until there is none or
    ``limit`` seconds have passed. One that forks and leaves while it is looked for is found by what it left.
    """
    deadline = time.monotonic() + limit
    while os.path.isdir("/proc/self") and time.monotonic() < deadline:
        found = [process for process, parent in _parents().items() if parent == root]
        found = [process for process in found if process not in spare]
        if not found:
            return
        kill_trees(found)
