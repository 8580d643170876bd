"""What a process below the supervisor is told to do: import, load, harvest, wait, judge."""

import contextlib
import gc
import os
import sys
import time
from types import ModuleType
from typing import Any, Callable, Dict, List, NamedTuple, Sequence, Tuple

from .. import wire
from ..wire import Consultation, Fault, Harvested, Item, ItemJudged, Load
from . import guards, logged, processes
from .batteries import Measured
from .channel import Channel
from .clock import Clock
from .consulting import Bench
from .coverage import Coverage
from .faults import note_refusal
from .harvesting import Harvest
from .identity import identify
from .isolation import SHAPES
from .judging import Judging
from .kept import Kept
from .observed import Observing
from .signatures import BadVerifierError
from .workspace import Workspace, enter_project

_OURS: List[ModuleType] = []
"""Our own ``__main__``, kept alive when the project gets another."""


def enter(job: Dict[str, Any], clock: Clock, before: Sequence[str]) -> Workspace:
    """Turn this process into one of the project's; ``before`` names the modules that Python itself had
    imported before ours."""
    load: Load = wire.build(Load, job["load"])
    enter_project(load, before)
    _OURS.append(sys.modules["__main__"])
    sys.modules["__main__"] = ModuleType("__main__")
    workspace = Workspace(load, clock)
    workspace.imports.install()
    SHAPES.install()
    guards.refuse_ending(os.getppid())  # every process below the supervisor is its child
    if not load.network:
        guards.refuse_network(note_refusal)
    if load.observe:
        workspace.observing = Observing()
        workspace.observing.install()
    return workspace


def perform(job: Dict[str, Any], workspace: Workspace, channel: Channel) -> None:
    """Do one job, and tell the supervisor that it is done."""
    started = time.monotonic()
    workspace.imports.skipped.update(job.get("skip", {}))
    faults = {name: wire.build(Fault, fault) for name, fault in job.get("no_graph", {}).items()}
    workspace.no_graph.update(faults)
    workspace.final = frozenset(job.get("final", ()))
    if job.get("no_registry"):
        workspace.no_registry = wire.build(Fault, job["no_registry"])
    try:
        told = _JOBS[job["role"]](job, workspace, channel)
    except AgainError:
        channel.send({"again": job["role"]})
        return
    if job["role"] not in ("judge", "ahead", "spare"):  # what others are forked from
        gc.collect()
        gc.freeze()
    if workspace.observing is not None and job["role"] not in ("ahead", "spare"):
        channel.relay(workspace.observing.told(processes.threads()))
    told.update(done=job["role"], threads=processes.threads(), seconds=time.monotonic() - started)
    channel.send(told)


def _state(workspace: Workspace) -> Dict[str, Any]:
    return {
        "sources": [wire.plain(source) for source in workspace.sources()],
        "faults": [wire.plain(fault) for fault in workspace.faults],
    }


def _import(job: Dict[str, Any], workspace: Workspace, channel: Channel) -> Dict[str, Any]:
    workspace.ensure_imported()
    return _state(workspace)


def _load(job: Dict[str, Any], workspace: Workspace, channel: Channel) -> Dict[str, Any]:
    workspace.ensure_imported()
    workspace.ensure_graphs()
    if workspace.batteries:
        workspace.try_verifier()
    workspace.dependencies.warm()
    told = _state(workspace)
    told["batteries"] = [wire.plain(held.info()) for held in workspace.ensure_batteries()]
    return told


def _harvest(job: Dict[str, Any], workspace: Workspace, channel: Channel) -> Dict[str, Any]:
    workspace.ensure_imported()
    workspace.ensure_graphs()
    guards.limit_memory(workspace.load.memory)
    silent = set(job["silent"])

    def report(harvested: Harvested) -> None:
        if harvested.battery not in silent:
            channel.relay(harvested)

    harvest = Harvest(Bench(workspace), logged.read(job["logged"]))
    if job["run"]:
        harvest.run(job["skip_batteries"], report)
    else:
        harvest.logged_alone(job["skip_batteries"], report)
    workspace.dependencies.warm()
    return _state(workspace)


def _spare(job: Dict[str, Any], workspace: Workspace, channel: Channel) -> Dict[str, Any]:
    """Do now what a judgement would find done: nothing that an edit or another one could make different."""
    _limit(workspace)
    # How a message is made and read is found out with the first of its kind.
    wire.build(Item, wire.plain(Item("", "", "", "", ())))
    wire.encode(ItemJudged(0, "", (Consultation("", "", (), None, "", (), (), ()),), (), ()))
    workspace.dependencies.warm()
    workspace.dependencies.note_held()
    for held in workspace.ensure_batteries():
        with contextlib.suppress(BadVerifierError):
            identify(workspace, held, held.measured)
    workspace.forget_verifier()  # what an unsaved text imports is imported before anything is observed
    return {}


class AgainError(Exception):
    """The rest has to be judged in another process, where nothing was asked yet."""


class _Begun(NamedTuple):
    """A judgement whose texts are in place, and how many imports, graphs and calls there were before."""

    judging: Judging
    imports: int
    graphs: int
    registry_calls: int


def _limit(workspace: Workspace) -> None:
    """Limit the memory of this process, once: nothing of the project has run in it before."""
    if os.getpid() not in _LIMITED:
        _LIMITED[:] = [os.getpid()]
        guards.limit_memory(workspace.load.memory)


_LIMITED: List[int] = []
"""This process, where its memory is limited."""
_BEGUN: List[_Begun] = []
"""The one that this process has begun ahead, if any."""


def _begin(job: Dict[str, Any], workspace: Workspace, channel: Channel) -> _Begun:
    """Put the texts in place."""
    _limit(workspace)
    judging = Judging(workspace, channel.relay)
    begun = _Begun(judging, workspace.imports.count, workspace.graphs, workspace.registry_calls)
    judging.prepare(job["buffers"])
    return begun


def _ahead(job: Dict[str, Any], workspace: Workspace, channel: Channel) -> Dict[str, Any]:
    """Do of a judgement what can be done before it is known what is asked. Its job comes next."""
    begun = _begin(job, workspace, channel)
    _BEGUN.append(begun)
    begun.judging.name_edited()
    return {}


def _judge(job: Dict[str, Any], workspace: Workspace, channel: Channel) -> Dict[str, Any]:
    begun = _BEGUN.pop() if _BEGUN else _begin(job, workspace, channel)
    judging = begun.judging
    judging.judge = job["id"]
    judging.bench.deadly.update(job["deadly"])
    for battery, text, fault in job["dead_claims"]:
        judging.bench.dead_claims[battery, text] = wire.build(Fault, fault)
    for held in workspace.ensure_batteries():
        held.elsewhere.update(job["handed"].get(held.name, ()))
    _learn(job, workspace)
    coverage = Coverage(job["cover"]) if job["cover"] else None
    if coverage is not None:
        coverage.start()
    _items(job, judging, channel)
    for battery in _in_order(job, workspace):
        claims = _measured(job, workspace, battery)
        kept = workspace.kept_of(battery, len(claims))
        before = kept.state()
        done = judging.measured(battery, claims)
        news = kept.news(before)
        if news is not None:
            channel.send({"kept": battery, "news": news})
        if not done:
            raise AgainError(battery)
    covered = coverage.stop() if coverage is not None else ()
    return {
        "covered": [wire.plain(one) for one in covered],
        "faults": [wire.plain(fault) for fault in workspace.faults],
        "counts": {
            "shape_calls": judging.bench.shape_calls,
            "graphs": workspace.graphs - begun.graphs,
            "batteries": workspace.registry_calls - begun.registry_calls,
            "imports": workspace.imports.count - begun.imports,
            "kept": judging.stood,
        },
    }


def _items(job: Dict[str, Any], judging: Judging, channel: Channel) -> None:
    remembering = judging.remembering
    remembering.known = job["remembered"]
    for item in job["items"]:
        judging.item(wire.build(Item, item))
    before = {name: kept.state() for name, kept in judging.workspace.kept.items()}
    steady = remembering.steady()
    for name, kept in judging.workspace.kept.items():
        news = kept.news(before.get(name) or Kept(kept.count).state())
        if news is not None:
            channel.send({"kept": name, "news": news})
    if remembering.news:
        channel.send({"remembered": remembering.news})
    if not steady:
        raise AgainError("items")


def _in_order(job: Dict[str, Any], workspace: Workspace) -> List[str]:
    """The batteries to be measured: those of the edited file, whose samples come first, before the others."""
    edited = next((item["module"] for item in job["items"]), "")
    own = {h.name for h in workspace.ensure_batteries() if any(module == edited for module, _ in h.keys)}
    return sorted(job["measured"], key=lambda battery: battery not in own)


def _learn(job: Dict[str, Any], workspace: Workspace) -> None:
    """Take what earlier processes have learnt of the measured claims; nothing, where all is to be run."""
    if job["anew"]:
        workspace.kept.clear()
        return
    for battery, told in job["kept"].items():
        workspace.kept_of(battery, told["count"]).learn(told)


def _measured(job: Dict[str, Any], workspace: Workspace, battery: str) -> List[Measured]:
    """The battery's measured claims: those held here, else what the supervisor knows of them."""
    held = workspace.battery(battery)
    if held is not None and held.measured:
        return held.measured
    known: List[Tuple[str, List[str]]] = job["claims"].get(battery, [])
    return [Measured(text, tuple(ids)) for text, ids in known]


_JOBS: Dict[str, Callable[[Dict[str, Any], Workspace, Channel], Dict[str, Any]]] = {
    "import": _import,
    "load": _load,
    "harvest": _harvest,
    "spare": _spare,
    "ahead": _ahead,
    "judge": _judge,
}
