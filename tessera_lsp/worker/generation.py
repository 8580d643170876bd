"""The saved project as it was at one load: its zygotes, what is known of it, and what its deaths taught."""

import dataclasses
import itertools
import time
from typing import Any, Dict, List, Optional, Tuple

from .. import wire
from ..wire import BatteryInfo, Fault, Harvested, Load, Loaded, Source
from . import remembering
from .child import Child, End
from .kept import together

DEATHS = 60
"""Processes that a load, or a judgement, may cost before it is given up."""

_NUMBERS = itertools.count(1)


class Generation:
    """One load. ``zygotes`` are by role: the process that has done it, or is at it."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self._told = wire.plain(dataclasses.replace(load, logged=()))
        self.number = next(_NUMBERS)
        self.started = time.monotonic()
        self.zygotes: Dict[str, Child] = {}
        self.skip: Dict[str, str] = {}
        self.no_graph: Dict[str, Fault] = {}
        self.no_registry: Optional[Fault] = None
        self.deaths: List[Fault] = []
        self.sources: Tuple[Source, ...] = ()
        self.faults: List[Fault] = []
        self.batteries: List[BatteryInfo] = []
        self.harvested: Dict[str, Harvested] = {}
        self.harvest_done = False
        self.kept: Dict[str, Dict[str, Any]] = {}
        """What judgements have learnt of the measured claims, by battery; see ``kept``."""
        self.remembered: remembering.Answers = {}
        """What they have learnt of items; see ``remembering``."""

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
            "generation": self.number,
            "load": self._told,  # the logged claims only go where they are used
            "skip": dict(self.skip),
            "no_graph": {name: wire.plain(fault) for name, fault in self.no_graph.items()},
            "no_registry": wire.plain(self.no_registry) if self.no_registry is not None else None,
        }

    def learn(self, message: Dict[str, Any]) -> None:
        """Take what a process that has done its job tells."""
        self.sources = tuple(wire.build(Source, source) for source in message["sources"])
        self.faults = [wire.build(Fault, fault) for fault in message["faults"]]
        if "batteries" in message:
            self.batteries = [wire.build(BatteryInfo, info) for info in message["batteries"]]

    def keep(self, battery: str, news: Dict[str, Any]) -> None:
        """Keep what a judging process has learnt."""
        self.kept[battery] = together(self.kept.get(battery), news)

    def remember(self, news: remembering.Answers) -> None:
        """Keep what a judging process has asked of shapes for its items."""
        self.remembered = remembering.together(self.remembered, news)

    def loaded(self) -> Loaded:
        """What the server is told of the load."""
        faults = (*self.deaths, *self.faults)
        seconds = time.monotonic() - self.started
        return Loaded(tuple(self.batteries), faults, self.sources, seconds, self.load.number)

    def load_died(self, role: str, end: End) -> bool:
        """A process that imported or built has ended. Whether it is worth another try, without what it
        ended by."""
        self.deaths.append(end.fault)
        doing, name = end.fault.doing, end.activity.name if end.activity is not None else ""
        if len(self.deaths) >= DEATHS:
            return False
        if doing == "import" and name and name not in self.skip:
            self.skip[name] = end.fault.message
        elif doing == "graph" and name and name not in self.no_graph:
            self.no_graph[name] = end.fault
        elif self.no_registry is None and role == "load":
            self.no_registry = end.fault
        else:
            return False
        return True

    def harvest_died(self, child: Child, end: End) -> List[Harvested]:
        """A process that harvested has ended: what is thereby known of the batteries that it was at."""
        at = next((one.name for one in child.clock.activities() if one.doing == "harvest"), "")
        waiting = [info.name for info in self.batteries if info.name not in self.harvested]
        seconds = time.monotonic() - child.born
        told = [Harvested(battery, (), end.fault, seconds) for battery in ([at] if at else waiting)]
        self.harvested.update((one.battery, one) for one in told)
        return told

    def failed_batteries(self) -> List[str]:
        """Batteries whose harness has failed: it is not run again."""
        return [name for name, one in self.harvested.items() if one.fault is not None]

    def why_no_harvest(self) -> str:
        """Why the harness is not run, else empty."""
        if not self.load.harvest:
            return "harvest = false in [tool.tessera]"
        if not self.load.eval:
            return "no harness was found: set 'eval' in [tool.tessera]"
        return "" if self.batteries else "there are no batteries"
