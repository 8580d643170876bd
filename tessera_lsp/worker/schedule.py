"""What is done when: load, harvest, judge, and what follows when a process ends before it should."""

from typing import Any, Dict, List, Optional, Protocol

from .. import wire
from ..wire import Ahead, Explain, HarvestDone, Harvested, Judge, Load
from .child import Child, End
from .generation import Generation
from .judgement import Judgement
from .spares import Spare

_AT_ONCE = 2
"""Questions beside the judgement that have a process each."""
_QUESTIONS = 8
"""Questions that may wait; the oldest is given up for a newer one."""


class Processes(Protocol):
    """What the schedule needs of the supervisor."""

    def send(self, message: wire.Message) -> None: ...
    @property
    def room(self) -> bool: ...
    def spawn(self, parent: Optional[Child], job: Dict[str, Any]) -> Optional[Child]: ...
    def end(self, child: Child) -> None: ...


class Schedule:
    """Decides; the supervisor does."""

    def __init__(self, supervisor: Processes) -> None:
        self._supervisor = supervisor
        self._current: Optional[Generation] = None
        self._upcoming: Optional[Generation] = None
        self._judgement: Optional[Judgement] = None
        self._spare = Spare(supervisor)
        self._leaving: List[Child] = []
        """What nobody wants any more, and is to be ended."""
        self._explaining: List[Judgement] = []
        """Single questions beside it; the first few of them are under way."""

    def limits(self, child: Child) -> Dict[str, float]:
        """Deadlines by what a process does, in seconds."""
        load = child.job["load"]
        call, graph = load["timeout"], load["load_timeout"]
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
        elif isinstance(message, Ahead):
            self._spare.ahead(self._current, message.buffers)
        elif isinstance(message, Judge):
            self._supersede()
            for question in [q for q in self._explaining if q.judge.buffers != message.buffers]:
                self._explaining.remove(question)
                self._leave(question)
            self._judgement = Judgement(message)
        elif isinstance(message, Explain):
            if len(self._explaining) == _QUESTIONS:
                self._leave(self._explaining.pop(0))
            items = (message.item,)
            self._explaining.append(Judgement(Judge(message.id, message.buffers, items, False)))
        else:
            raise wire.WireError("%s is not for the worker" % type(message).__name__)

    def _supersede(self) -> None:
        judgement, self._judgement = self._judgement, None
        if judgement is not None:
            self._leave(judgement)

    def _leave(self, judgement: Judgement) -> None:
        """Nobody wants to know any more."""
        if judgement.child is not None:
            judgement.child.unwanted = True
            self._leaving.append(judgement.child)
        self._supervisor.send(judgement.done(superseded=True))

    def _judgement_of(self, child: Child) -> Optional[Judgement]:
        for judgement in (self._judgement, *self._explaining):
            if judgement is not None and judgement.child is child:
                return judgement
        return None

    def _discard(self, generation: Generation) -> None:
        for zygote in generation.zygotes.values():
            self._supervisor.end(zygote)
        generation.zygotes.clear()

    # ------------------------------------------------------------ loading and harvesting

    def _spawn(self, generation: Generation, role: str, **more: Any) -> None:
        job = generation.job(role)
        job.update(more)
        child = None
        while child is None:
            child = self._supervisor.spawn(generation.best(), job)
        generation.zygotes[role] = child

    def _generation_of(self, child: Child) -> Optional[Generation]:
        for generation in (self._current, self._upcoming):
            if generation is not None and child in generation.zygotes.values():
                return generation
        return None

    def told(self, child: Child, message: Dict[str, Any]) -> None:
        """A process says that it has done its job, or what it has learnt meanwhile."""
        generation = self._current
        if generation is not None and generation.number == child.job["generation"]:
            if "kept" in message:
                generation.keep(message["kept"], message["news"])
            if "remembered" in message:
                generation.remember(message["remembered"])
        judgement = self._judgement_of(child)
        if "again" in message and judgement is not None:
            judgement.begin_again()
            self._supervisor.end(child)
            self.judge()
        if message.get("done") != child.role or child.unwanted:  # a spare may be at its first job still
            return
        child.idle = True
        child.forkable = message["threads"] == 1
        generation = self._generation_of(child)
        if judgement is not None:
            judgement.learn(message)
            self._end_judgement(judgement)
        elif generation is not None:
            generation.learn(message)
            if child.role == "import":
                self._spawn(generation, "load")
            elif child.role == "load":
                self._loaded(generation)
            else:
                self._harvest_done(generation, generation.why_no_harvest())

    def _loaded(self, generation: Generation) -> None:
        old, self._current, self._upcoming = self._current, generation, None
        if old is not None:
            self._spare.give_up()
            self._discard(old)
        self._supervisor.send(generation.loaded())
        for question in self._explaining:  # what was asked of the old state is asked of the new one
            if question.child is not None:
                self._supervisor.end(question.child)
                question.child = None
        self._harvest(generation)
        self.judge()

    def _harvest(self, generation: Generation) -> None:
        why = generation.why_no_harvest()
        failed = generation.failed_batteries()
        logged = generation.load.logged
        if (why and not logged) or len(failed) == len(generation.batteries):
            self._harvest_done(generation, why)
        else:
            # What was told already is measured again all the same: the process that held it is gone.
            silent = [name for name in generation.harvested if name not in failed]
            more = {"run": not why, "logged": [wire.plain(claim) for claim in logged]}
            self._spawn(generation, "harvest", skip_batteries=failed, silent=silent, **more)

    def _harvest_done(self, generation: Generation, skipped: str = "") -> None:
        generation.harvest_done = True
        self._supervisor.send(HarvestDone(skipped, generation.sources))
        self._provide()

    # ------------------------------------------------------------ judging

    def judge(self) -> None:
        """Begin what waits to be judged, or go on with the rest of it, once the project is loaded."""
        for judgement in (self._judgement, *self._explaining[:_AT_ONCE]):
            if judgement is not None and judgement.child is None:
                self._begin(judgement)
        leaving, self._leaving = self._leaving, []
        for child in leaving:  # only now: to find all that descends from one takes longer than to begin
            self._supervisor.end(child)

    def _begin(self, judgement: Judgement) -> None:
        generation = self._current
        if generation is None or not self._supervisor.room:
            return  # asked again when it is loaded, or a process has ended
        judgement.counts["processes"] += 1
        while judgement.child is None:
            zygote = generation.best()
            job = judgement.job(generation, zygote)
            spare = None if judgement.judge.aside else self._spare.take(zygote, job)
            judgement.child = spare or self._supervisor.spawn(zygote, job)

    def _end_judgement(self, judgement: Judgement) -> None:
        if judgement is self._judgement:
            self._judgement = None
        else:
            self._explaining.remove(judgement)
        self._supervisor.send(judgement.done(superseded=False))
        self.judge()
        self._provide()

    def _provide(self) -> None:
        """Have a process ready for the next edit, once the file of the last one has been answered."""
        if self._judgement is None or not self._judgement.items:
            self._spare.want()

    def due_within(self, now: float) -> float:
        """Seconds until ``turn`` has something to do."""
        return self._spare.due_within(now)

    def turn(self) -> None:
        """Do what waits for its time."""
        self._spare.provide(self._current)

    def answered(self, child: Child, message: wire.Message) -> None:
        """A process has an answer for the server."""
        judgement = self._judgement_of(child)
        if isinstance(message, wire.Observed):
            self._supervisor.send(message)
        elif isinstance(message, Harvested):
            generation = self._generation_of(child)
            if generation is not None:
                generation.harvested[message.battery] = message
                self._supervisor.send(message)
        elif judgement is not None:
            judgement.answered(message)
            self._supervisor.send(message)

    def answered_item(self, child: Child, judge: int) -> Optional[int]:
        """A process has answered an item, and the answer is for the server: how many more of the same file's
        are to come. None where nobody wants it any more."""
        judgement = self._judgement_of(child)
        if judgement is None or judgement.judge.id != judge:
            return None
        left = judgement.item_answered()
        if not judgement.items:
            self._provide()
        return left

    # ------------------------------------------------------------ ends

    def ended(self, child: Child) -> None:
        """A process is gone. If it had not done its job, what it did is a fault, and the rest goes on."""
        self._spare.ended(child)
        if child.unwanted:
            self.judge()
            return
        judgement, generation = self._judgement_of(child), self._generation_of(child)
        if judgement is not None:
            judgement.child = None
            if judgement.died(_end(child)):
                self.judge()
            else:
                self._end_judgement(judgement)
        elif generation is not None:
            del generation.zygotes[child.role]  # where it had done its job, the next one builds what it held
            if not child.idle:
                self._died(generation, child, _end(child))

    def _died(self, generation: Generation, child: Child, end: End) -> None:
        if child.role == "harvest":
            told = generation.harvest_died(child, end)
            for harvested in told:
                self._supervisor.send(harvested)
            if told:
                self._harvest(generation)
            else:
                self._harvest_done(generation, generation.why_no_harvest())
        elif generation.load_died(child.role, end):
            self._spawn(generation, child.role)
        else:
            self._loaded(generation)


def _end(child: Child) -> End:
    load = child.job["load"]
    roots = tuple(root.rstrip("/") + "/" for root in (load["root"], *load["paths"]))
    return child.end(lambda path: path.startswith(roots) and "/site-packages/" not in path)
