"""The worker's life: started, loaded, asked, asked again, restarted, ended.

Threads, no event loop: the server and the command line use the same. What comes of it is ``Verdicts``.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from tessera_lsp import wire
from tessera_lsp.project import Project
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify import folding
from tessera_lsp.verify.asides import Aside, Asides
from tessera_lsp.verify.current import Current
from tessera_lsp.verify.explaining import Explanations, Told
from tessera_lsp.verify.interpreter import Interpreter
from tessera_lsp.verify.loading import load_message
from tessera_lsp.verify.process import WorkerProcess

_RESTARTS = 3
"""How often a worker that ended by itself is started again within ``_WITHIN`` seconds."""
_WITHIN = 60.0


class Verifier:
    """Verdicts of one trusted project.

    ``notify`` gets every new value, ``log`` every line that the project or the worker prints; both from a
    thread of this class, in order. All methods may be called from any thread and none blocks, ``wait`` and
    ``close`` apart. ``watched`` as in ``wire.Load``; ``hash_seed`` is the worker's ``PYTHONHASHSEED`` where
    it shall not be the user's; ``observe`` as in ``wire.Load``. Raises ``ValueError`` when the project
    refuses to be run.
    """

    def __init__(
        self,
        project: Project,
        interpreter: Interpreter,
        notify: Callable[[Verdicts], None],
        log: Callable[[str], None],
        watched: tuple[str, ...] = (),
        hash_seed: str = "",
        *,
        observe: bool = False,
    ) -> None:
        if not project.config.run:
            raise ValueError(f"{project.root} must not be run: {project.refusal}")
        self._project, self._interpreter = project, interpreter
        self._notify, self._log, self._hash_seed = notify, log, hash_seed
        self._load = replace(load_message(project, watched), observe=observe)
        self._observed: list[wire.Observed] = []
        self._loads = 0
        """The number of the load that was asked for last."""
        self._changed = threading.Condition(threading.RLock())
        self._verdicts = Verdicts()
        self._process: WorkerProcess | None = None
        self._closed = False
        self._starts: list[float] = []
        self._numbers = 0
        """The number of the judgement that was sent last, beside or not."""
        self._current = Current()
        self._asides = Asides()
        self._explanations = Explanations()
        self._given_up = False
        """Whether the worker broke off so often under the present texts that it is not started again."""

    @property
    def verdicts(self) -> Verdicts:
        """The latest value."""
        return self._verdicts

    @property
    def pid(self) -> int:
        """The worker's process id, 0 when there is none."""
        process = self._process
        return process.pid if process is not None else 0

    @property
    def settled(self) -> bool:
        """Whether ``wait`` would return at once: nothing more is to come."""
        with self._changed:
            return self._settled()

    @property
    def observed(self) -> tuple[wire.Observed, ...]:
        """What its processes have seen of the machine, where ``observe`` asked for it; empty where a worker
        has broken off: then not all of it is known."""
        with self._changed:
            return tuple(self._observed) if len(self._starts) == 1 else ()

    # ------------------------------------------------------------ what callers want

    def start(self) -> None:
        """Start the worker and load the saved project."""
        with self._changed:
            if self._process is None and not self._closed:
                loads = self._verdicts.load  # counted on where the worker was given up
                self._set(Verdicts(state="starting", python=self._interpreter.version, load=loads))
                self._launch()

    def ahead(self, documents: Mapping[str, Document]) -> None:
        """``judge`` is about to be asked for under these documents: let the worker make ready for them."""
        with self._changed:
            if self._process is not None and self._verdicts.harvest_done:
                buffers = {path: document.text for path, document in documents.items()}
                self._process.send(wire.Ahead(buffers))

    def judge(
        self,
        documents: Mapping[str, Document],
        items: tuple[wire.Item, ...],
        measured: bool = True,
        *,
        cover: tuple[str, ...] = (),
    ) -> None:
        """Judge ``items`` under the open ``documents`` (by real path), then, if ``measured``, every measured
        claim. Supersedes what is being judged. ``cover`` as in ``wire.Judge``."""
        with self._changed:
            other_texts = self._current.ask(self._number(), documents, items, measured, cover)
            if other_texts:
                self._starts.clear()  # what broke off under the last text says nothing of this one
            if self._given_up and other_texts and not self._closed:
                self._given_up = False
                self._set(replace(self._verdicts, state="starting", reason=""))
                self._launch()
            else:
                self._send_judge()

    def aside(self, aside: Aside) -> None:
        """Judge under other texts beside what is shown, once nothing else is being judged and the harness has
        ended."""
        with self._changed:
            self._asides.add(aside)
            if self._closed or self._verdicts.state in ("failed", "off"):
                self._asides.give_up()
            self._send_aside()

    def explain(self, documents: Mapping[str, Document], item: wire.Item, told: Told) -> None:
        """Ask one item under these open documents, and let what is being judged go on. ``told`` hears of it
        once; a judgement under other texts ends the question."""
        with self._changed:
            request = self._explanations.ask(documents, item, told)
            if self._process is None:
                self._explanations.give_up()
            else:
                self._process.send(request)

    def _send_aside(self) -> None:
        if self._process is None or not self._current.done or not self._verdicts.harvest_done:
            return
        request = self._asides.begin(self._numbers + 1)
        if request is not None:
            self._number()
            self._process.send(request)

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _next_load(self) -> wire.Load:
        self._loads += 1
        return replace(self._load, number=self._loads)

    def reload(self) -> int:
        """The project was saved: load it anew. What is loaded serves on until then. Returns the number that
        ``Verdicts.load`` will have, or more."""
        with self._changed:
            if self._process is not None:
                self._process.send(self._next_load())
            elif not self._closed:
                self._starts.clear()
                self._given_up = False
                self.start()
            return self._loads

    def close(self) -> None:
        """End the worker and all below it, within two seconds."""
        with self._changed:
            self._closed = True
            self._asides.give_up()
            self._explanations.give_up()
            process, self._process = self._process, None
            self._changed.notify_all()
        if process is not None:
            process.close()

    def wait(self, timeout: float) -> Verdicts:
        """Wait until the project is loaded and harvested and the last judgement has ended, or the worker
        has failed, ``timeout`` seconds at most; returns the value then. ``Verdicts.state`` and ``judged``
        tell how far it has come."""
        with self._changed:
            self._changed.wait_for(self._settled, timeout)
            return self._verdicts

    def _settled(self) -> bool:
        if self._closed or self._verdicts.state in ("failed", "off"):
            return True
        return self._verdicts.state == "ready" and self._verdicts.harvest_done and self._current.done

    # ------------------------------------------------------------ the worker's life

    def _launch(self) -> None:
        self._starts.append(time.monotonic())
        holder: list[WorkerProcess] = []
        ready = threading.Event()

        def received(messages: list[wire.Message]) -> None:
            ready.wait(5)
            self._received(holder[0], messages)

        def ended(why: str) -> None:
            ready.wait(5)
            self._ended(holder[0], why)

        if not hasattr(os, "fork"):
            reason = "projects cannot be run on this platform yet (it has no fork): static findings only"
            self._set(replace(self._verdicts, state="failed", reason=reason))
            return
        try:
            process = WorkerProcess(
                self._interpreter.path,
                str(self._project.root),
                received,
                ended,
                self._log,
                self._hash_seed,
            )
        except OSError as error:
            reason = f"{self._interpreter.path} ({self._interpreter.reason}) could not be started: {error}"
            self._set(replace(self._verdicts, state="failed", reason=reason))
            return
        holder.append(process)
        ready.set()
        self._process = process
        process.send(self._next_load())
        self._send_judge()

    def _send_judge(self) -> None:
        if self._process is not None and (request := self._current.begin()) is not None:
            self._process.send(request)

    def _again(self) -> None:
        """Ask once more what was asked last, under a number of its own."""
        if self._current.wanted:
            self._current.renumber(self._number())
            self._send_judge()

    def _ended(self, process: WorkerProcess, why: str) -> None:
        with self._changed:
            if process is not self._process or self._closed:
                return
            self._process = None
            self._asides.broken_off()
            self._explanations.give_up()
            if self._verdicts.state == "failed":
                return
            recent = [start for start in self._starts if time.monotonic() - start < _WITHIN]
            said = next((line for line in reversed(process.lines) if line.strip()), "")
            reason = f"the worker of {self._interpreter.path} broke off{self._asked_last(process)}: {why}" + (
                f" ({said})" if said else ""
            )
            self._log(reason)
            if len(recent) > _RESTARTS:
                reason += (
                    f"; it was started {len(recent)} times within a minute. See the log, then restart it"
                )
                # Nothing is being judged any more: what was judged under other texts must not wait for it.
                self._given_up = True
                self._set(Verdicts("failed", reason, load=self._verdicts.load, python=self._verdicts.python))
                return
            self._set(replace(self._verdicts, state="starting", reason=reason))
            self._launch()

    def _asked_last(self, process: WorkerProcess) -> str:
        """What was being asked, for the reason of a worker's end; empty where that is not known."""
        asked = [one for one in process.running() if one.shape]
        if asked:
            told = [f"{one.shape} about {one.claim[:80]!r}" for one in sorted(asked, key=lambda a: a.start)]
            return f" while it asked {' and '.join(dict.fromkeys(told))}"
        return self._current.at_work() if self._verdicts.state == "ready" else ""

    # ------------------------------------------------------------ messages

    def _received(self, process: WorkerProcess, messages: list[wire.Message]) -> None:
        with self._changed:
            if process is not self._process:
                return
            before = value = self._verdicts
            for message in messages:
                value = self._fold(value, message)
            value = self._current.so_far(value)
            if value is not before:
                self._set(value)
            self._send_aside()

    def _fold(self, value: Verdicts, message: wire.Message) -> Verdicts:
        if isinstance(message, wire.Hello):
            if message.protocol != wire.PROTOCOL:
                spoken = f"the worker speaks protocol {message.protocol}, not {wire.PROTOCOL}"
                reason = f"{spoken}: install tessera-lsp anew"
                return replace(value, state="failed", reason=reason)
            return replace(value, python=message.python)
        if isinstance(message, wire.Loaded):
            value = folding.with_load(value, message)
            if value.load > 1:
                self._again()
            return value
        if isinstance(message, wire.Harvested):
            return folding.with_harvest(value, message)
        if isinstance(message, wire.HarvestDone):
            # Items too: the harness hands over records and an example of a claim.
            if value.harvests:
                self._again()
            return folding.with_harvest_done(value, message)
        if isinstance(message, wire.Observed):
            self._observed.append(message)
            return value
        if isinstance(message, wire.Problem):
            self._log(message.message)
            return replace(value, state="failed", reason=message.message) if message.fatal else value
        if isinstance(message, wire.ItemJudged | wire.MeasuredJudged | wire.JudgeDone):
            beside = self._explanations.take(message) or self._asides.take(value, message)
            return value if beside else self._current.take(value, message)
        return value

    def _set(self, value: Verdicts) -> None:
        self._verdicts = value
        self._changed.notify_all()
        self._notify(value)
        if value.state == "failed":
            self._asides.give_up()
