"""The worker's first process: runs no user code, keeps the clock, ends what must end.

It reads the server's messages, has processes forked for the work, passes their answers on, and kills each
with all its descendants when its time is up. When the server's end closes, everything below is killed.
"""

import os
import select
import signal
import sys
import time
import traceback
from typing import Any, Dict, List, NoReturn, Optional, Sequence, Set, Tuple

from .. import wire
from ..wire import activity
from . import clock, guards, processes, role
from .channel import RELAY
from .child import Child
from .schedule import Schedule
from .upstream import Upstream

_SPAWN_LIMIT = 10.0


class Supervisor:
    """``incoming`` and ``outgoing`` are descriptors of frames from and to the server, ``memory`` of what they
    share."""

    def __init__(self, incoming: int, outgoing: int, memory: int, before: Sequence[str]) -> None:
        self._server, self.before = Upstream(incoming, outgoing), before
        os.set_inheritable(memory, False)
        self._memory = activity.shared(memory)
        self._slots = list(range(activity.SLOTS))
        self._told: Tuple[Optional[wire.Message], bytes] = None, b""
        self._children: List[Child] = []
        self._statuses: Dict[int, int] = {}
        self._wake, wake = os.pipe()
        for descriptor in (self._wake, wake):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
        self._subreaper = processes.become_subreaper()
        self._overlooked = False
        """Whether something may have fallen to us that was not looked for yet."""
        self._schedule = Schedule(self)

    def abilities(self) -> List[str]:
        """What this platform lets the worker do, as in ``wire.Hello``."""
        found = ["fork"]
        found += ["subreaper"] if self._subreaper else []
        found += ["memory"] if processes.LINUX else []
        found += ["lines"] if guards.last_words_signal() else []
        return found

    # ------------------------------------------------------------ for the schedule

    def send(self, message: wire.Message) -> None:
        """Queue a message for the server; one that a process has told goes on as it came."""
        told, body = self._told
        if message is told:
            self._server.relay(body)
        else:
            self._server.send(message)

    @property
    def room(self) -> bool:
        """Whether there can be another process; where not, one is ending."""
        return len(self._slots) > 2

    def spawn(self, parent: Optional[Child], job: Dict[str, Any]) -> Optional[Child]:
        """A new process with a job: forked from a zygote, or from here. None where the zygote is gone."""
        slot = self._slots.pop()
        reader = clock.Reader(self._memory, slot)
        reader.clear()
        child = Child(job, slot, reader)
        child.parent = parent
        try:
            if parent is None:
                self._fork(child)
            else:
                parent.fork_for(child)
        except OSError:
            if parent is None:
                raise
            parent.forkable = False
            child.close()
            self._slots.append(slot)
            return None
        finally:
            child.handed_over()
        self._children.append(child)
        return child

    def end(self, child: Child) -> None:
        """End a process that is not wanted any more."""
        child.unwanted = True
        child.kill()

    def _fork(self, child: Child) -> None:
        supervisor = os.getpid()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid:
            return
        role.enter(
            child.far_channel.detach(), child.far_notes, self._memory, child.slot, self.before, supervisor
        )

    # ------------------------------------------------------------ the loop

    def run(self) -> NoReturn:
        """Serve until the server's end closes; then leave nothing behind."""
        status = 0
        try:
            version = "%d.%d.%d" % sys.version_info[:3]
            self.send(wire.Hello(wire.PROTOCOL, version, sys.executable, tuple(self.abilities())))
            while self._server.open:
                self._turn()
        except wire.WireError as error:
            print("the server sent what is no frame: %s" % error, file=sys.stderr)
            status = 1
        except Exception:  # a fault of ours: said in the log, and the server starts another worker
            traceback.print_exc()
            status = 1
        finally:
            self._kill_all()
            os._exit(status)

    def _turn(self) -> None:
        now = time.monotonic()
        again = now + self._schedule.due_within(now)
        for child in list(self._children):
            if child.pid:
                again = min(again, child.check(self._schedule.limits(child), now))
            else:
                again = min(again, child.born + _SPAWN_LIMIT)
                if now > child.born + _SPAWN_LIMIT:
                    self._give_up(child)
        held = self._server.gather()
        if held:
            again = min(again, held)
        poll = self._poll()
        events = poll.poll(max(0.0, again - time.monotonic()) * 1000)
        ready = {descriptor for descriptor, _ in events}
        if self._server.incoming in ready:
            for message in self._server.read():
                self._schedule.received(message)
            self._schedule.judge()  # the last that was asked for: what it superseded in one read is not begun
        if self._wake in ready:
            _drain(self._wake)
        for child in list(self._children):
            if child.notes in ready:
                child.read_words()
            if child.channel.fileno() in ready:
                child.write()
                self._read_child(child)
        self._reap()
        self._server.write()
        self._schedule.turn()

    def _give_up(self, child: Child) -> None:
        """A zygote that does not fork is no use; nor is what it should have become."""
        child.torn = "could not be forked"
        if child.parent is not None:
            child.parent.forkable = False
            child.parent.kill()
        self._ended(child)

    def _poll(self) -> "select.poll":
        poll = select.poll()
        self._server.register(poll)
        poll.register(self._wake, select.POLLIN)
        for child in self._children:
            if not child.closed and not child.torn:
                wanted = select.POLLIN | (select.POLLOUT if child.outgoing and child.pid else 0)
                poll.register(child.channel.fileno(), wanted)
            if child.overdue is not None:
                poll.register(child.notes, select.POLLIN)
        return poll

    def _read_child(self, child: Child) -> None:
        for tag, body in child.read():
            try:
                if tag == RELAY:
                    self._pass_on(child, body)
                    continue
                told = wire.loads(body)
            except wire.WireError:
                child.torn = "wrote into the descriptors of the worker"
                break
            if "pid" in told and not child.pid:
                child.pid = int(told["pid"])
                child.write()
                if child.unwanted:
                    child.kill()
            else:
                self._schedule.told(child, told)
                if self._overlooked and child.idle:
                    self._kill_orphans()
        if (child.torn or child.closed) and child.pid:
            child.kill()
            if not self._subreaper and child.closed:
                self._ended(child)

    def _pass_on(self, child: Child, body: bytes) -> None:
        judge = wire.judge_of_item(body)
        if judge is None:
            self._told = wire.decode(body), body
            self._schedule.answered(child, self._told[0])
            return
        # Not decoded twice: there is one for each sample at each key.
        left = self._schedule.answered_item(child, judge)
        if left is not None:
            self._server.relay_item(body, left)

    # ------------------------------------------------------------ ends

    def _reap(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if pid == 0:
                break
            self._statuses[pid] = status
        for child in list(self._children):
            if child.pid in self._statuses:
                child.status = self._statuses[child.pid]
                self._read_child(child)
                self._ended(child)
        # Statuses of processes that were orphaned to us, and of those between: nobody asks for them. One
        # that is being forked may have ended before it could say its number, so they wait for that.
        if all(child.pid for child in self._children):
            self._statuses.clear()

    def _ended(self, child: Child) -> None:
        if child not in self._children:
            return
        self._children.remove(child)
        if child.pid:
            processes.kill_group(child.pid)
        self._kill_orphans()
        try:
            self._schedule.ended(child)
        finally:
            child.close()
            self._slots.append(child.slot)

    def _kill_orphans(self) -> None:
        """End what has fallen to us and is not ours. While another process runs user code an orphan may be
        that one's; it is looked for again when that one ends."""
        if not self._subreaper:
            return
        self._overlooked = any(not child.idle or not child.pid for child in self._children)
        if self._overlooked:
            return
        ours: Set[int] = {child.pid for child in self._children}
        processes.kill_below(os.getpid(), ours)

    def _kill_all(self) -> None:
        """Nothing below this process is left when this returns, or two seconds have passed."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for child in self._children:
            child.kill()
        deadline = time.monotonic() + 1.5
        while time.monotonic() < deadline:
            processes.kill_below(os.getpid(), set())
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    continue
            except ChildProcessError:
                return
            time.sleep(0.005)


def _drain(descriptor: int) -> None:
    try:
        while os.read(descriptor, 4096):
            continue
    except BlockingIOError:
        return
