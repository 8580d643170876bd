"""What is done when: load, harvest, judge, and what follows when a process ends before it should."""

import time
from typing import Any, Dict, List, Optional, Protocol, Set, Tuple

from .. import wire
from ..wire import (
    BatteryInfo,
    Fault,
    HarvestDone,
    Harvested,
    ItemJudged,
    Judge,
    JudgeDone,
    Load,
    Loaded,
    MeasuredJudged,
    Source,
)
from .child import Child, End
from .consulting import ENDED

_DEATHS = 60
"""Processes that a load, or a judgement, may cost before it is given up."""


class Processes(Protocol):
    """What the schedule needs of the supervisor."""

    def send(self, message: wire.Message) -> None: ...
    def spawn(self, parent: Optional[Child], job: Dict[str, Any]) -> Child: ...
    def end(self, child: Child) -> None: ...


class Generation:
    """The saved project as it was at one load: its zygotes, and what is known of it."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.started = time.monotonic()
        self.zygotes: Dict[str, Child] = {}
        """By role: the process that has done it, or is at it."""
        self.skip: Dict[str, str] = {}
        self.no_graph: Dict[str, Fault] = {}
        self.no_registry: Optional[Fault] = None
        self.deaths: List[Fault] = []
        self.sources: List[Any] = []
        self.faults: List[Any] = []
        self.batteries: List[BatteryInfo] = []
        self.loaded = False
        self.harvested: Dict[str, Harvested] = {}
        self.harvest_done = False

    def best(self) -> Optional[Child]:
        """The zygote that holds most; None where only a process from scratch will do."""
        for role in ("harvest", "load", "import"):
            zygote = self.zygotes.get(role)
            if zygote is not None and zygote.idle and zygote.forkable:
                return zygote
        return None

    def job(self, role: str) -> Dict[str, Any]:
        """What every process of this generation is told."""
        return {
            "role": role,
            "load": wire.plain(self.load),
            "skip": dict(self.skip),
            "no_graph": {name: wire.plain(fault) for name, fault in self.no_graph.items()},
            "no_registry": wire.plain(self.no_registry) if self.no_registry is not None else None,
        }


class Run:
    """One ``Judge`` on its way."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.items = list(judge.items)
        self.measured: List[str] = []
        self.started = time.monotonic()
        self.child: Optional[Child] = None
        self.deadly: Dict[str, str] = {}
        self.dead_claims: List[Tuple[str, str, Fault]] = []
        self.skip: Dict[str, str] = {}
        self.no_graph: Dict[str, Fault] = {}
        self.no_registry: Optional[Fault] = None
        self.faults: List[Fault] = []
        self.counts = {"shape_calls": 0, "graphs": 0, "batteries": 0, "imports": 0, "processes": 0}
        self.begun = False


class Schedule:
    """Decides; the supervisor does."""

    def __init__(self, supervisor: Processes) -> None:
        self._supervisor = supervisor
        self._current: Optional[Generation] = None
        self._upcoming: Optional[Generation] = None
        self._run: Optional[Run] = None

    def limits(self, child: Child) -> Dict[str, float]:
        """Deadlines by what a process does, in seconds."""
        load = child.job["load"]
        call = load["timeout"]
        graph = load["load_timeout"]
        return {
            "import": load["import_timeout"],
            "batteries": graph,
            "graph": graph,
            "harvest": load["harvest_timeout"],
            "shape": call,
            "verifier": call,
            "sample": call,
        }

    # ------------------------------------------------------------ the server's messages

    def received(self, message: wire.Message) -> None:
        """The server wants something."""
        if isinstance(message, Load):
            if self._upcoming is not None:
                self._discard(self._upcoming)
            self._upcoming = Generation(message)
            self._spawn(self._upcoming, "import")
        elif isinstance(message, Judge):
            self._supersede()
            self._run = Run(message)
            self._judge()
        else:
            raise wire.WireError("%s is not for the worker" % type(message).__name__)

    def _supersede(self) -> None:
        run, self._run = self._run, None
        if run is None:
            return
        if run.child is not None:
            self._supervisor.end(run.child)
        self._finish(run, superseded=True)

    def _finish(self, run: Run, superseded: bool = False) -> None:
        seconds = time.monotonic() - run.started
        self._supervisor.send(JudgeDone(run.judge.id, superseded, tuple(run.faults), run.counts, seconds))

    def _discard(self, generation: Generation) -> None:
        for zygote in generation.zygotes.values():
            self._supervisor.end(zygote)
        generation.zygotes.clear()

    # ------------------------------------------------------------ loading

    def _spawn(self, generation: Generation, role: str, **more: Any) -> None:
        job = generation.job(role)
        job.update(more)
        child = self._supervisor.spawn(generation.best(), job)
        generation.zygotes[role] = child

    def _generation_of(self, child: Child) -> Optional[Generation]:
        for generation in (self._current, self._upcoming):
            if generation is not None and child in generation.zygotes.values():
                return generation
        return None

    def told(self, child: Child, message: Dict[str, Any]) -> None:
        """A process says that it has done its job."""
        if "done" not in message:
            return
        child.idle = True
        child.forkable = message["threads"] == 1
        if self._run is not None and child is self._run.child:
            self._judged(self._run, message)
            return
        generation = self._generation_of(child)
        if generation is None:
            return
        generation.sources = message["sources"]
        if child.role == "import":
            generation.faults = message["faults"]
            self._spawn(generation, "load")
        elif child.role == "load":
            generation.faults = message["faults"]
            generation.batteries = [wire.build(BatteryInfo, info) for info in message["batteries"]]
            self._loaded(generation)
        else:
            self._harvest_done(generation)

    def _loaded(self, generation: Generation) -> None:
        old, self._current, self._upcoming = self._current, generation, None
        if old is not None:
            self._discard(old)
        generation.loaded = True
        faults = [*generation.deaths, *(wire.build(Fault, fault) for fault in generation.faults)]
        seconds = time.monotonic() - generation.started
        self._supervisor.send(
            Loaded(tuple(generation.batteries), tuple(faults), _sources(generation.sources), seconds)
        )
        self._harvest(generation)
        self._judge()

    # ------------------------------------------------------------ harvesting

    def _harvest(self, generation: Generation) -> None:
        load = generation.load
        why = ""
        if not load.harvest:
            why = "harvest = false in [tool.tessera]"
        elif not load.eval:
            why = "no harness was found: set 'eval' in [tool.tessera]"
        elif not generation.batteries:
            why = "there are no batteries"
        names = {info.name for info in generation.batteries}
        failed = [name for name, one in generation.harvested.items() if one.fault is not None]
        if not why and names - set(failed):
            silent = [name for name in generation.harvested if name not in failed]
            self._spawn(generation, "harvest", skip_batteries=failed, silent=silent)
        else:
            self._harvest_done(generation, why)

    def _harvest_done(self, generation: Generation, skipped: str = "") -> None:
        generation.harvest_done = True
        self._supervisor.send(HarvestDone(skipped, _sources(generation.sources)))

    # ------------------------------------------------------------ judging

    def _judge(self) -> None:
        """Begin the judgement that waits, or go on with the rest of it, once the project is loaded."""
        run, generation = self._run, self._current
        if run is None or generation is None or run.child is not None:
            return
        if not run.begun:
            run.begun = True
            run.measured = (
                sorted(generation.harvested) if run.judge.measured and generation.harvest_done else []
            )
        job = generation.job("judge")
        job["skip"].update(run.skip)
        job["no_graph"].update({name: wire.plain(fault) for name, fault in run.no_graph.items()})
        job["final"] = [*run.skip, *run.no_graph, *(["batteries"] if run.no_registry is not None else [])]
        if run.no_registry is not None:
            job["no_registry"] = wire.plain(run.no_registry)
        zygote = generation.best()
        held = zygote is not None and zygote.role == "harvest"
        claims = {} if held else {name: _texts(generation.harvested[name]) for name in run.measured}
        job.update(
            id=run.judge.id,
            buffers=run.judge.buffers,
            items=[wire.plain(item) for item in run.items],
            measured=run.measured,
            claims=claims,
            deadly=run.deadly,
            dead_claims=[(battery, text, wire.plain(fault)) for battery, text, fault in run.dead_claims],
        )
        run.counts["processes"] += 1
        run.child = self._supervisor.spawn(zygote, job)

    def answered(self, child: Child, message: wire.Message) -> None:
        """A process has an answer for the server."""
        run = self._run
        if isinstance(message, Harvested):
            generation = self._generation_of(child)
            if generation is not None:
                generation.harvested[message.battery] = message
                self._supervisor.send(message)
        elif run is not None and child is run.child:
            if isinstance(message, ItemJudged):
                run.items = run.items[1:]
            elif isinstance(message, MeasuredJudged):
                run.measured = [name for name in run.measured if name != message.battery]
            self._supervisor.send(message)

    def _judged(self, run: Run, message: Dict[str, Any]) -> None:
        for name, count in message["counts"].items():
            run.counts[name] += count
        run.faults += [wire.build(Fault, fault) for fault in message["faults"]]
        self._run = None
        self._finish(run)

    # ------------------------------------------------------------ ends

    def ended(self, child: Child) -> None:
        """A process is gone. If it had not done its job, what it did is a fault, and the rest goes on."""
        if child.unwanted:
            return
        run, generation = self._run, self._generation_of(child)
        if run is not None and child is run.child:
            run.child = None
            self._judge_died(run, self._end(child))
        elif generation is not None:
            if child.idle:
                del generation.zygotes[child.role]  # the next one builds what it held
            elif child.role == "harvest":
                del generation.zygotes[child.role]
                self._harvest_died(generation, child, self._end(child))
            else:
                del generation.zygotes[child.role]
                self._load_died(generation, child, self._end(child))

    def _end(self, child: Child) -> End:
        load = child.job["load"]
        roots = tuple(root.rstrip("/") + "/" for root in (load["root"], *load["paths"]))
        return child.end(lambda path: path.startswith(roots) and "/site-packages/" not in path)

    def _load_died(self, generation: Generation, child: Child, end: End) -> None:
        generation.deaths.append(end.fault)
        doing, name = end.fault.doing, end.activity.name if end.activity is not None else ""
        again = len(generation.deaths) < _DEATHS
        if doing == "import" and name and name not in generation.skip:
            generation.skip[name] = end.fault.message
        elif doing == "graph" and name and name not in generation.no_graph:
            generation.no_graph[name] = end.fault
        elif generation.no_registry is None and child.role == "load":
            generation.no_registry = end.fault
        else:
            again = False
        if again:
            self._spawn(generation, child.role)
        else:
            self._loaded(generation)

    def _harvest_died(self, generation: Generation, child: Child, end: End) -> None:
        phases = child.clock.activities()
        name = next((phase.name for phase in phases if phase.doing == "harvest"), "")
        waiting = [info.name for info in generation.batteries if info.name not in generation.harvested]
        for battery in [name] if name else waiting:
            fault = end.fault
            told = Harvested(battery, (), fault, time.monotonic() - child.born)
            if battery not in generation.harvested or generation.harvested[battery].fault is None:
                generation.harvested[battery] = told
                self._supervisor.send(told)
        if not name and not waiting:
            self._harvest_done(generation)
        else:
            self._harvest(generation)

    def _judge_died(self, run: Run, end: End) -> None:
        fault, activity = end.fault, end.activity
        name = activity.name if activity is not None else ""
        known: Set[Tuple[str, str]] = {(battery, text) for battery, text, _ in run.dead_claims}
        again = run.counts["processes"] < _DEATHS
        if fault.doing == "shape" and activity is not None and activity.shape not in run.deadly:
            shape = activity.shape
            run.deadly[shape] = ENDED % shape.partition(":")[2]
            run.dead_claims.append((name, activity.claim, fault))
        elif (
            fault.doing in ("verifier", "sample")
            and activity is not None
            and (name, activity.claim) not in known
        ):
            run.dead_claims.append((name, activity.claim, fault))
        elif fault.doing == "import" and name and name not in run.skip:
            run.skip[name] = fault.message
            run.faults.append(fault)
        elif fault.doing == "graph" and name and name not in run.no_graph:
            run.no_graph[name] = fault
        elif fault.doing == "batteries" and run.no_registry is None:
            run.no_registry = fault
            run.faults.append(fault)
        else:
            run.faults.append(fault)
            again = False
        if again:
            self._judge()
        else:
            self._run = None
            self._finish(run)


def _sources(plain: List[Any]) -> Tuple[Source, ...]:
    return tuple(wire.build(Source, source) for source in plain)


def _texts(harvested: Harvested) -> List[Tuple[str, List[str]]]:
    return [(claim.text, list(claim.citations)) for claim in harvested.claims]
