"""A process below the supervisor: it does one job after another, and forks others of its kind when told.

Every such process is a child of the supervisor itself: a zygote forks twice, and the one between leaves at
once, so that the grandchild falls to the supervisor, which reaps it and learns how it ended.
"""

import contextlib
import mmap
import os
import signal
import sys
import time
from typing import NoReturn, Optional, Sequence, Set

from . import guards, jobs, processes
from .channel import Channel
from .clock import Clock
from .workspace import Workspace


class Context:
    """What a process has beside the project: its channel, its clock, its last words."""

    def __init__(self, channel: int, notes: int, memory: mmap.mmap, slot: int, before: Sequence[str]) -> None:
        self.channel = Channel(channel)
        self.clock = Clock(memory, slot)
        self.words = guards.LastWords(notes)
        self.before = before
        self.workspace: Optional[Workspace] = None

    def renew(self, channel: int, notes: int, slot: int) -> None:
        """This is a fork now: leave what is the parent's, and take what is its own."""
        self.channel.close()
        old = self.words.descriptor
        self.channel = Channel(channel)
        self.words = guards.LastWords(notes)
        os.close(old)
        self.clock.move(slot)


def begin(parent: int) -> None:
    """First thing in a process that was forked: its own group and signals, and an end when ``parent``, the
    supervisor, ends."""
    os.setpgid(0, 0)
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    processes.die_with_parent()
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def enter(
    channel: int, notes: int, memory: mmap.mmap, slot: int, before: Sequence[str], supervisor: int
) -> NoReturn:
    """Go on as a process of its own in what the supervisor has just forked; never returns."""
    begin(supervisor)
    for descriptor in _open_descriptors() - {0, 1, 2, channel, notes}:
        try:
            os.close(descriptor)
        except OSError:
            continue  # the one that listed them
    serve(Context(channel, notes, memory, slot, before), supervisor)


def _open_descriptors() -> Set[int]:
    for folder in ("/proc/self/fd", "/dev/fd"):
        if os.path.isdir(folder):
            return {int(name) for name in os.listdir(folder)}
    return set(range(3, 256))


def serve(context: Context, supervisor: int) -> NoReturn:
    """Do what the supervisor says until it says no more; never returns."""
    status = 1
    try:
        context.channel.send({"pid": os.getpid()})
        while True:
            message, descriptors = context.channel.receive()
            if "fork" in message:
                _fork(context, message["fork"], descriptors, supervisor)
                continue
            if context.workspace is None:
                context.workspace = jobs.enter(message, context.clock, context.before)
            jobs.perform(message, context.workspace, context.channel)
            if message["role"] == "judge":
                status = 0
                break
    except EOFError:
        status = 0  # the supervisor has closed our channel: there is nothing left to do
    except BaseException as error:  # a fault of ours: said in the log, and the supervisor sees the end
        sys.__excepthook__(type(error), error, error.__traceback__)
    with contextlib.suppress(BaseException):  # whatever the project has put there
        sys.stdout.flush()
    context.words.leave(status)


def _fork(context: Context, slot: int, descriptors: Sequence[int], supervisor: int) -> None:
    """Fork a process that goes on with ``descriptors``; returns in both, with the context of each."""
    between = os.fork()
    if between:
        for descriptor in descriptors:
            os.close(descriptor)
        os.waitpid(between, 0)
        return
    middle = os.getpid()
    if os.fork():
        context.words.leave(0)
    # Only once the one between is gone is the supervisor our parent.
    deadline = time.monotonic() + 5
    while os.getppid() == middle and time.monotonic() < deadline:
        time.sleep(0.0002)
    begin(supervisor if processes.LINUX else os.getppid())
    context.renew(descriptors[0], descriptors[1], slot)
    context.channel.send({"pid": os.getpid()})
