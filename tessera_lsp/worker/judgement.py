"""One ``Judge`` on its way: what is left of it, and what its deaths taught."""

import itertools
import time
from typing import Any, Dict, List, Optional, Tuple

from .. import wire
from ..wire import Covered, Fault, Harvested, Judge, JudgeDone, MeasuredJudged
from .child import Child, End
from .consulting import ENDED
from .generation import DEATHS, Generation

COUNTED = 16
"""Items that are counted ahead."""


class Judgement:
    """What the supervisor knows of the judgement that it has processes do."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.items = list(judge.items)
        self.measured: Optional[List[str]] = None
        """Batteries whose measured claims are still to be judged; None before it has begun."""
        self.started = time.monotonic()
        self.child: Optional[Child] = None
        self.faults: List[Fault] = []
        self._covered: Tuple[Covered, ...] = ()
        self.counts = {"shape_calls": 0, "graphs": 0, "batteries": 0, "imports": 0, "processes": 0, "kept": 0}
        self._anew = bool(judge.cover)
        """Whether all is to be asked, whatever is kept."""
        self._deadly: Dict[str, str] = {}
        self._dead_claims: List[Tuple[str, str, Fault]] = []
        self._skip: Dict[str, str] = {}
        self._no_graph: Dict[str, Fault] = {}
        self._no_registry: Optional[Fault] = None
        self._died_idle = False
        """Whether a process of it has ended that did nothing of the project's then."""

    def job(self, generation: Generation, zygote: Optional[Child]) -> Dict[str, Any]:
        """The rest of it, for a process that ``zygote`` forks."""
        if self.measured is None:
            known = self.judge.measured and generation.harvest_done
            self.measured = sorted(generation.harvested) if known else []
        job = generation.job("judge")
        job["skip"].update(self._skip)
        job["no_graph"].update({name: wire.plain(fault) for name, fault in self._no_graph.items()})
        if self._no_registry is not None:
            job["no_registry"] = wire.plain(self._no_registry)
        held = zygote is not None and zygote.role == "harvest"
        claims = {} if held else {name: _texts(generation.harvested[name]) for name in self.measured}
        infos = [] if held else [(name, one.info) for name, one in generation.harvested.items()]
        job.update(
            handed={name: list(info.ids) for name, info in infos if info is not None},
            id=self.judge.id,
            buffers=self.judge.buffers,
            items=[wire.plain(item) for item in self.items],
            cover=list(self.judge.cover),
            measured=self.measured,
            claims=claims,
            anew=self._anew,
            kept={} if self._anew else generation.kept,
            remembered={} if self._anew or not self.items else generation.remembered,
            deadly=self._deadly,
            dead_claims=[(battery, text, wire.plain(fault)) for battery, text, fault in self._dead_claims],
            final=[*self._skip, *self._no_graph, *(["batteries"] if self._no_registry is not None else [])],
        )
        return job

    def answered(self, message: wire.Message) -> None:
        """That much of it is done."""
        if isinstance(message, MeasuredJudged):
            self.measured = [name for name in self.measured or () if name != message.battery]

    def item_answered(self) -> int:
        """The next item is. How many of its module come right after it, ``COUNTED`` at most."""
        done, self.items = self.items[:1], self.items[1:]
        near = itertools.islice(self.items, COUNTED)
        return sum(1 for _ in itertools.takewhile(lambda item: item.module == done[0].module, near))

    def begin_again(self) -> None:
        """What its process has told was not what it would have been alone."""
        self.items, self.child, self._anew = list(self.judge.items), None, True

    def learn(self, message: Dict[str, Any]) -> None:
        """A process has done the rest of it."""
        for name, count in message["counts"].items():
            self.counts[name] += count
        self.faults += [wire.build(Fault, fault) for fault in message["faults"]]
        if self.counts["processes"] <= 1:  # else part of it was executed in a process that is gone
            self._covered = tuple(wire.build(Covered, one) for one in message["covered"])

    def done(self, superseded: bool) -> JudgeDone:
        """What the server is told at its end."""
        seconds = time.monotonic() - self.started
        faults = tuple(self.faults)
        return JudgeDone(self.judge.id, superseded, faults, self.counts, seconds, self._covered)

    def died(self, end: End) -> bool:
        """Its process has ended. Whether the rest is worth another one, which does not do again what this
        one ended by."""
        fault, activity = end.fault, end.activity
        name = activity.name if activity is not None else ""
        if activity is None and not self._died_idle:
            # Killed from outside, perhaps while it waited: what is to be judged is not to blame.
            self._died_idle = True
            return True
        if self.counts["processes"] >= DEATHS or activity is None:
            self.faults.append(fault)
            return False
        if fault.doing == "shape" and activity.shape not in self._deadly:
            self._deadly[activity.shape] = ENDED % activity.shape.partition(":")[2]
            self._dead_claims.append((name, activity.claim, fault))
            return True
        if fault.doing in ("verifier", "sample") and not self._is_dead(name, activity.claim):
            self._dead_claims.append((name, activity.claim, fault))
            return True
        if fault.doing == "graph" and name not in self._no_graph:
            self._no_graph[name] = fault
            return True
        self.faults.append(fault)
        if fault.doing == "import" and name not in self._skip:
            self._skip[name] = fault.message
            return True
        if fault.doing == "batteries" and self._no_registry is None:
            self._no_registry = fault
            return True
        return False

    def _is_dead(self, battery: str, text: str) -> bool:
        return any(dead[:2] == (battery, text) for dead in self._dead_claims)


def _texts(harvested: Harvested) -> List[Tuple[str, List[str]]]:
    return [(claim.text, list(claim.citations)) for claim in harvested.claims]
