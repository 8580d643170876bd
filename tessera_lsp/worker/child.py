"""The supervisor's side of one process: its channel, its clock, how it ended."""

import os
import signal
import socket
import time
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from .. import wire
from ..wire import Fault, Frame
from ..wire.activity import Activity
from . import guards, processes
from .channel import Unpacker, pack_own
from .clock import Reader
from .faults import frames_of_dump

_GRACE = 0.4
"""Seconds that a stuck process has for its last words."""
_QUIET = 0.03
"""Seconds without more words after which they are taken to be complete."""


class End(NamedTuple):
    """How a process ended. ``activity`` is what it was doing, where that is known."""

    fault: Fault
    activity: Optional[Activity]


class Child:
    """One process. ``job`` is what it was told last; ``idle`` says that it has done it."""

    def __init__(self, job: Dict[str, Any], slot: int, clock: Reader) -> None:
        self.role: str = job["role"]
        self.job, self.slot, self.clock = job, slot, clock
        self.parent: Optional["Child"] = None
        """The zygote that forked it, None for the supervisor."""
        self.pid = 0
        self.idle = False
        self.forkable = False
        self.born = time.monotonic()
        self.channel, self.far_channel = socket.socketpair()
        self.channel.setblocking(False)
        self.notes, self.far_notes = os.pipe()
        os.set_blocking(self.notes, False)
        self.outgoing = bytearray(pack_own(job))
        self.unpacker = Unpacker()
        self.words = bytearray()
        self.status: Optional[int] = None
        self.closed = False
        self.unwanted = False
        """Ended by us for no fault of its own."""
        self.torn = ""
        self.overdue: Optional[Activity] = None
        self.limit = 0.0
        self._asked = 0.0
        self._heard = 0.0

    def handed_over(self) -> None:
        """The far ends are another process's now."""
        self.far_channel.close()
        os.close(self.far_notes)

    def begin(self, job: Dict[str, Any], told: Optional[Dict[str, Any]] = None) -> None:
        """Have it do another job than the one that it has done or is at; one that is not there yet does this
        one alone. ``told``: what it is told of it, where it knows the rest."""
        self.role, self.job, self.idle = job["role"], job, False
        if self.pid:
            self.outgoing += pack_own(told or job)
            self.write()
        else:
            self.outgoing = bytearray(pack_own(told or job))

    def fork_for(self, other: "Child") -> None:
        """Tell this zygote to fork, and the fork to be ``other``. Raises ``OSError`` when it is gone."""
        frame = pack_own({"fork": other.slot})
        descriptors = [other.far_channel.fileno(), other.far_notes]
        socket.send_fds(self.channel, [frame], descriptors)

    # ------------------------------------------------------------ reading and writing

    def write(self) -> None:
        """Send what is queued, as far as it goes."""
        try:
            while self.outgoing:
                del self.outgoing[: self.channel.send(bytes(self.outgoing[: 1 << 18]))]
        except BlockingIOError:
            return
        except OSError:
            self.outgoing.clear()  # it is ending; that is seen when it is reaped

    def read(self) -> List[Tuple[bytes, bytes]]:
        """The frames that have come. What is no frame makes the child ``torn``."""
        frames: List[Tuple[bytes, bytes]] = []
        while not self.closed and not self.torn:
            try:
                data = self.channel.recv(1 << 18)
            except BlockingIOError:
                break
            except OSError:
                data = b""
            if not data:
                self.closed = True
                break
            try:
                frames += self.unpacker.feed(data)
            except wire.WireError:
                self.torn = "wrote into the descriptors of the worker"
        return frames

    def read_words(self) -> None:
        """Take what has come of its last words, bounded."""
        while True:
            try:
                data = os.read(self.notes, 1 << 16)
            except OSError:
                return
            if not data:
                return
            self._heard = time.monotonic()
            self.words += data
            del self.words[: -(1 << 17)]

    # ------------------------------------------------------------ deadlines

    def check(self, limits: Dict[str, float], now: float) -> float:
        """Look at the clock; returns the time at which to look again. Past a deadline the process is asked
        for its frames, and killed once they are there."""
        if self._asked:
            done = now - self._asked > _GRACE or (self._heard > self._asked and now - self._heard > _QUIET)
            if done:
                self.kill()
            return now + _QUIET
        if self.idle:
            return now + 3600
        # The clock does not ring: what begins in the meantime is seen at the next look.
        soonest = now + min(0.1, *(limit / 4 for limit in limits.values()))
        for activity in reversed(self.clock.activities()):
            limit = limits.get(activity.doing, 0.0)
            if not limit:
                continue
            ends = activity.start + limit
            if now >= ends:
                self.overdue, self.limit = activity, limit
                self._ask()
                return now + _QUIET
            soonest = min(soonest, ends)
        return soonest + 0.001

    def _ask(self) -> None:
        self.read_words()
        self.words.clear()
        self._asked = time.monotonic()
        number = guards.last_words_signal()
        try:
            if number and self.pid:
                os.kill(self.pid, number)
        except ProcessLookupError:
            self._asked -= _GRACE

    def kill(self) -> None:
        """End it with all that descends from it."""
        if self.pid and self.status is None:
            processes.kill_trees([self.pid])

    def close(self) -> None:
        """Give back what the supervisor holds for it."""
        self.channel.close()
        os.close(self.notes)

    # ------------------------------------------------------------ how it ended

    def end(self, is_project: Callable[[str], bool]) -> End:
        """What is known of the end of a process that did not mean to end."""
        self.read_words()
        activities = self.clock.activities()
        activity = self.overdue or (activities[-1] if activities else None)
        doing = activity.doing if activity is not None else _DOING[self.role]
        dump = self.words.decode("utf-8", "replace")
        mark = dump.rfind(guards.EXIT_MARK.decode())
        frames: Tuple[Frame, ...] = ()
        if self.words:
            frames = frames_of_dump(dump[max(mark, 0) :], is_project)
        kind, how = self._how(dump, mark)
        subject = _subject(activity) if activity is not None else "the project's code"
        fault = Fault(
            kind,
            doing,
            "%s %s" % (subject, how),
            frames,
            activity.shape if activity is not None else "",
            activity.name if activity is not None and doing not in ("import", "batteries") else "",
            activity.claim if activity is not None else "",
        )
        return End(fault, activity)

    def _how(self, dump: str, mark: int) -> Tuple[str, str]:
        if self.overdue is not None:
            return "timeout", "did not end within %g s" % self.limit
        if self.torn:
            return "died", self.torn
        if mark >= 0:
            status = dump[mark + len(guards.EXIT_MARK) :].partition("\n")[0]
            return "exit", "ended the process: os._exit(%s)" % status
        if self.status is not None and os.WIFSIGNALED(self.status):
            number = os.WTERMSIG(self.status)
            if number == signal.SIGKILL:
                return "memory", "was killed by the system, most likely for its memory"
            return "died", "ended the process: %s" % signal.Signals(number).name
        if self.status is not None and os.WIFEXITED(self.status):
            return "died", "ended the process with status %d" % os.WEXITSTATUS(self.status)
        return "died", "ended the process"


_DOING = {
    "import": "import",
    "spare": "verifier",
    "ahead": "import",
    "load": "batteries",
    "harvest": "harvest",
    "judge": "verifier",
}


def _subject(activity: Activity) -> str:
    """What a process was doing, as the subject of a sentence."""
    if activity.doing == "shape":
        return activity.shape.partition(":")[2]
    return {
        "import": "importing %s" % activity.name,
        "batteries": "%s()" % activity.name,
        "graph": "building the graph of %s" % activity.name,
        "harvest": "the harness" + (" for %s" % activity.name if activity.name else ""),
        "verifier": "the verifier",
        "sample": "building a claim",
    }.get(activity.doing, activity.doing)
