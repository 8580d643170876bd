"""The worker as a process: started, written to, read, ended. No meaning is given to its messages here."""

from __future__ import annotations

import contextlib
import os
import queue
import select
import signal
import subprocess
import tempfile
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from pathlib import Path

from tessera_lsp import wire
from tessera_lsp.wire import activity

_MAIN = str(Path(__file__).resolve().parent.parent / "worker" / "main.py")
_KEPT = 2000
"""Lines of the worker's output that are kept."""
_LONGEST = 2000
_PIPE = 1 << 20
"""Bytes of output that may wait to be read."""
_GRACE = 2.0
"""Seconds that a worker has to end all below it."""


class WorkerProcess:
    """One worker. ``received`` gets the messages of each read, ``[]`` when nothing has come for a moment;
    ``ended`` gets what is known of its end, once. Both are called from the reading thread.

    Raises ``OSError`` when the interpreter cannot be started.
    """

    def __init__(
        self,
        interpreter: str,
        root: str,
        received: Callable[[list[wire.Message]], None],
        ended: Callable[[str], None],
        log: Callable[[str], None],
        hash_seed: str = "",
    ) -> None:
        self._received, self._ended, self._log = received, ended, log
        self.lines: deque[str] = deque(maxlen=_KEPT)
        self._closing = False
        incoming, self._requests = os.pipe()
        self._answers, outgoing = os.pipe()
        output, written = os.pipe()
        _widen(output)
        memory = _memory()
        self._memory = activity.shared(memory)
        try:
            self._process = _started(interpreter, root, (incoming, outgoing, memory), written, hash_seed)
        except OSError:
            for descriptor in (self._requests, self._answers, output):
                os.close(descriptor)
            raise
        finally:
            for descriptor in (incoming, outgoing, written, memory):
                os.close(descriptor)
        _widen(self._requests)
        os.set_blocking(self._requests, False)
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._sending = threading.Lock()
        self._waiting = 0
        """Messages that the writing thread has still to write: as long as there are any, all go by it."""
        self._drain = threading.Thread(target=self._read_output, args=(output,), daemon=True)
        self._threads = [
            threading.Thread(target=self._write, daemon=True),
            threading.Thread(target=self._read, daemon=True),
        ]
        for thread in (self._drain, *self._threads):
            thread.start()

    @property
    def pid(self) -> int:
        """The supervisor's process id."""
        return self._process.pid

    def running(self) -> list[activity.Activity]:
        """What its processes do at this moment, the innermost of each; at its end, what they did then."""
        found = [activity.activities(self._memory, slot) for slot in range(activity.SLOTS)]
        return [one[-1] for one in found if one]

    def send(self, message: wire.Message) -> None:
        """Send a message, or queue what of it the pipe does not take; never blocks."""
        data = wire.encode(message)
        with self._sending:
            if not self._waiting:
                # By this thread: the writing one would wait for the interpreter, which the rules take next.
                with contextlib.suppress(OSError):  # the worker is gone: the writing thread sees that too
                    data = data[self._take(data) :]
            if data:
                self._waiting += 1
                self._outbox.put(data)

    def _take(self, data: bytes | memoryview) -> int:
        """How much of it the pipe takes now. Raises ``OSError`` where the worker is gone."""
        try:
            return os.write(self._requests, data)
        except BlockingIOError:
            return 0

    def close(self, limit: float = 2.0) -> None:
        """End the worker and all below it within ``limit`` seconds. Safe to call twice, from any thread."""
        self._closing = True
        self._outbox.put(None)
        deadline = time.monotonic() + limit
        try:
            self._process.wait(limit * 0.4)
        except subprocess.TimeoutExpired:
            self._end(limit * 0.4)
        for thread in (self._drain, *self._threads):
            if thread is not threading.current_thread():
                thread.join(max(0.05, deadline - time.monotonic()))

    def _end(self, grace: float) -> None:
        """Ask the supervisor to end: it alone finds what has left its group. Its group is killed after
        ``grace`` seconds."""
        self._process.terminate()
        try:
            self._process.wait(grace)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(0.2)

    # ------------------------------------------------------------ threads

    def _write(self) -> None:
        poll = select.poll()
        poll.register(self._requests, select.POLLOUT)
        try:
            while (data := self._outbox.get()) is not None:
                view = memoryview(data)
                while view:
                    poll.poll()
                    view = view[self._take(view) :]
                with self._sending:
                    self._waiting -= 1
        except OSError:
            pass  # the worker is gone; the reading thread says so
        finally:
            with self._sending:
                self._waiting += 1  # for good: nothing is written to what is closed
                os.close(self._requests)

    def _read(self) -> None:
        frames = wire.Frames()
        why = ""
        poll = select.poll()
        poll.register(self._answers, select.POLLIN)
        try:
            while True:
                if not poll.poll(50):
                    self._received([])
                    continue
                data = os.read(self._answers, 1 << 20)
                if not data:
                    break
                messages = frames.feed(data)
                if messages:
                    self._received(messages)
        except wire.WireError as error:
            why = f"it sent what is no frame: {error}"
            self._end(_GRACE)
        except Exception as error:  # a fault of ours, or of who is told: without an end all would wait on
            self._log(traceback.format_exc())
            why = f"its answers could not be taken in: {type(error).__name__}: {error}"
            self._end(_GRACE)
        finally:
            os.close(self._answers)
        status = self._process.wait()
        self._outbox.put(None)
        if not self._closing:
            self._drain.join(0.5)
            self._ended(why or f"it ended with status {status}")

    def _read_output(self, output: int) -> None:
        pending = b""
        with contextlib.closing(os.fdopen(output, "rb", buffering=0)) as stream:
            while data := stream.read(_PIPE):
                *whole, pending = (pending + data).split(b"\n")
                # A flood is cut to what is kept: the rest is read and forgotten, so that nobody waits.
                for line in whole[-_KEPT:]:
                    self._say(line)
                pending = pending[-_LONGEST:]
        if pending:
            self._say(pending)

    def _say(self, line: bytes) -> None:
        text = line[:_LONGEST].decode("utf-8", "backslashreplace").rstrip("\r")
        self.lines.append(text)
        self._log(text)


def _started(
    interpreter: str, root: str, handed: tuple[int, int, int], output: int, hash_seed: str
) -> subprocess.Popen[bytes]:
    """The worker's process; ``handed`` are the descriptors that its command line names, in order."""
    return subprocess.Popen(
        [interpreter, _MAIN, *map(str, handed)],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=handed,
        cwd=root,
        env={**os.environ, "PYTHONHASHSEED": hash_seed} if hash_seed else None,
        # A terminal's Ctrl-C is for the command alone; it closes the worker in its own order.
        start_new_session=True,
    )


def _widen(pipe: int) -> None:
    """Let a pipe hold more, where that can be: who prints much waits less for who reads it."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)


def _memory() -> int:
    """A descriptor of a file in memory, or of one without a name, with room for what the processes do."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("tessera")
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, activity.SLOTS * activity.SIZE)
    return descriptor
