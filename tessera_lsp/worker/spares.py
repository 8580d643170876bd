"""A process that waits for the next judgement: forked, and made ready, before an edit comes.

What it is handed later is what a fork at that moment would be handed; the zygote does nothing in between.
"""

from typing import Any, Dict, Optional, Protocol

from .child import Child
from .generation import Generation


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

    def provide(self, generation: Optional[Generation]) -> None:
        """Have one of this generation, unless there is one. Only once the harness has run: a spare knows no
        more than the zygote that it was forked from."""
        zygote = generation.best() if generation is not None and generation.harvest_done else None
        if self._child is not None and self._child.parent is not zygote:
            self.give_up()
        if self._child is None and generation is not None and zygote is not None and self._supervisor.room:
            self._child = self._supervisor.spawn(zygote, generation.job("spare"))

    def take(self, zygote: Optional[Child], job: Dict[str, Any]) -> Optional[Child]:
        """The spare with this job, as if ``zygote`` had forked it now; None where that one has none."""
        child = self._child
        if child is None or child.parent is not zygote:
            return None
        self._child = None
        child.begin(job)
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
