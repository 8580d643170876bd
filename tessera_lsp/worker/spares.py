"""A process that waits for the next judgement: forked, and made ready, before an edit comes.

What it is handed later is what a fork at that moment would be handed; the zygote does nothing in between.
Once there is an edit it is *ahead*: it puts the texts in place before it is known what to ask.
"""

import time
from typing import Any, Dict, List, Optional, Protocol

from .child import Child
from .generation import Generation

_AFTER = 0.01
"""Seconds after the answers for which one is forked: until then the processor is for showing them."""
_REST = (
    *("role", "generation", "id", "items", "cover", "measured", "claims", "handed", "anew", "kept"),
    *("remembered", "deadly", "dead_claims"),
)
"""What a judgement's job tells beside what one is told ahead."""


class Processes(Protocol):
    """What is needed of the supervisor."""

    @property
    def room(self) -> bool: ...
    def spawn(self, parent: Optional[Child], job: Dict[str, Any]) -> Optional[Child]: ...
    def end(self, child: Child) -> None: ...


class Spare:
    """The one that waits, if any."""

    def __init__(self, supervisor: Processes) -> None:
        self._supervisor = supervisor
        self._child: Optional[Child] = None
        self._due = 0.0
        """When one is to be forked, 0 for never."""
        self._left: List[Child] = []
        """Those whose texts nobody asked about, to be ended when it is: to find all that descends from one
        takes longer than to fork another."""

    def due_within(self, now: float) -> float:
        """Seconds until ``provide`` has something to do."""
        return max(0.0, self._due - now) if self._due else 3600.0

    def want(self) -> None:
        """Have one soon."""
        if not self._due:
            self._due = time.monotonic() + _AFTER

    def provide(self, generation: Optional[Generation]) -> None:
        """Have one of this generation where it is time for that, unless there is one. Only once the harness
        has run: a spare knows no more than the zygote that it was forked from."""
        if not self._due or time.monotonic() < self._due:
            return
        self._due = 0.0
        left, self._left = self._left, []
        for child in left:
            self._supervisor.end(child)
        zygote = _zygote(generation)
        if self._child is not None and self._child.parent is not zygote:
            self.give_up()
        if self._child is None and generation is not None and zygote is not None and self._supervisor.room:
            self._child = self._supervisor.spawn(zygote, generation.job("spare"))

    def ahead(self, generation: Optional[Generation], buffers: Dict[str, str]) -> None:
        """A judgement under these texts will most likely follow."""
        zygote = _zygote(generation)
        if generation is None or zygote is None:
            return
        child = self._child
        if child is not None and (child.parent is not zygote or _texts(child) not in (None, buffers)):
            child.unwanted, self._child = True, None
            self._left.append(child)
        job = {**generation.job("ahead"), "buffers": buffers}
        if self._child is None and self._supervisor.room:
            self._child = self._supervisor.spawn(zygote, job)
        elif self._child is not None and _texts(self._child) is None:
            self._child.begin(job)

    def take(self, zygote: Optional[Child], job: Dict[str, Any]) -> Optional[Child]:
        """The spare with this job, as if ``zygote`` had forked it now; None where that one has none, or it is
        ahead for other texts."""
        child = self._child
        if child is None or child.parent is not zygote:
            return None
        texts = _texts(child)
        if texts is not None and texts != job["buffers"]:
            return None
        self._child = None
        # One that is not there yet has not begun with what it was told.
        ready = texts is not None and child.pid
        child.begin(job, {name: job[name] for name in _REST} if ready else job)
        return child

    def give_up(self) -> None:
        """It is of a state that nobody judges under any more."""
        child, self._child = self._child, None
        if child is not None:
            self._supervisor.end(child)

    def ended(self, child: Child) -> None:
        """A process is gone."""
        if child is self._child:
            self._child = None
        self._left = [one for one in self._left if one is not child]


def _zygote(generation: Optional[Generation]) -> Optional[Child]:
    return generation.best() if generation is not None and generation.harvest_done else None


def _texts(child: Child) -> Optional[Dict[str, str]]:
    """The texts that it is ahead for, if any."""
    texts: Optional[Dict[str, str]] = child.job.get("buffers")
    return texts
