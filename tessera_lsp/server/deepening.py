"""Further questions in the background: asked when all has stood for a while, for those who want them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from tessera_lsp.probed import Probe, Probed
from tessera_lsp.probing import files_to_cover, plan
from tessera_lsp.server.runner import Runner
from tessera_lsp.snapshot import Snapshot, items_of
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts

BUDGET = 3000
"""Questions that are asked of one state of the texts; those about open files come first."""
QUIET = 1.5
"""Seconds for which verdicts must have stood."""
_State = tuple[int, tuple[tuple[str, str], ...]]


class Deepening:
    """What was asked further of one session's project. ``wanted``: whether the user wants it.

    An edit puts it off; what was answered holds for the texts that it was asked under. Hash seeds take
    workers of their own, and are left to the command line.
    """

    def __init__(self, runner: Runner, loop: asyncio.AbstractEventLoop, now: Callable[[], Snapshot]) -> None:
        self.wanted = False
        self._runner, self._loop, self._now = runner, loop, now
        self._asked: _State | None = None
        self._known: tuple[_State, Probed] | None = None
        self._untold: _State | None = None
        """What nobody could tell about."""
        self._timer: asyncio.TimerHandle | None = None
        self._merged: tuple[Verdicts, Verdicts] | None = None

    def over(self, verdicts: Verdicts) -> Verdicts:
        """The verdicts with what was answered to further questions about the same texts. The same value for
        the same verdicts, until more is known."""
        if not self.wanted or self._known is None or self._known[0] != _state(verdicts):
            return verdicts
        if self._merged is None or self._merged[0] is not verdicts:
            self._merged = verdicts, replace(verdicts, probed=self._known[1])
        return self._merged[1]

    def pending(self, snapshot: Snapshot) -> bool:
        """Whether answers will come though nothing changes."""
        verdicts = snapshot.verdicts
        ready = self.wanted and snapshot.fresh and verdicts.complete
        return ready and verdicts.probed is None and self._untold != _state(verdicts)

    def shown(self, snapshot: Snapshot) -> None:
        """There is a new snapshot: ask about it, when it has stood for a while."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.pending(snapshot) and self._asked != _state(snapshot.verdicts):
            self._timer = self._loop.call_later(QUIET, self._ask)

    def stop(self) -> None:
        """Nothing more is asked, and what was known does not hold any more."""
        if self._timer is not None:
            self._timer.cancel()
        self._asked = self._known = self._untold = self._merged = self._timer = None

    def _ask(self) -> None:
        snapshot = self._now()
        if not self.pending(snapshot):
            return
        state = self._asked = _state(snapshot.verdicts)
        said = [finding for group in snapshot.findings.values() for finding in group]
        probes = within_budget(plan(snapshot.index, snapshot.verdicts, said), snapshot)
        documents = {p: d for p, d in snapshot.documents.items() if p.endswith(".py")}
        asked = self._runner.aside(documents, tuple(probe.item for probe in probes), measured=False)
        asked.add_done_callback(
            lambda future: self._cover(state, snapshot, documents, probes, future.result())
        )

    def _cover(
        self,
        state: _State,
        snapshot: Snapshot,
        documents: dict[str, Document],
        probes: tuple[Probe, ...],
        answers: Verdicts | None,
    ) -> None:
        if state != self._asked:
            return
        if answers is None:
            self._untold = state
            self._runner.tell_again()
            return
        files = files_to_cover(snapshot.index, snapshot.verdicts)
        asked = self._runner.aside(documents, items_of(snapshot.index), measured=True, cover=files)
        asked.add_done_callback(lambda future: self._answered(state, probes, answers, future.result()))

    def _answered(
        self, state: _State, probes: tuple[Probe, ...], answers: Verdicts, covering: Verdicts | None
    ) -> None:
        if state == self._asked:
            covered = covering.covered if covering is not None else ()
            self._known, self._merged = (state, Probed(probes, dict(answers.items), {}, covered)), None
            self._runner.tell_again()


def within_budget(probes: tuple[Probe, ...], snapshot: Snapshot) -> tuple[Probe, ...]:
    """As many questions as may be asked, those about shapes of open files first."""
    opened = {file.module for path, file in snapshot.index.files.items() if path in snapshot.documents}
    first = sorted(probes, key=lambda probe: probe.shape[0] not in opened)
    return tuple(first[:BUDGET])


def _state(verdicts: Verdicts) -> _State:
    return verdicts.load, tuple(sorted(verdicts.texts.items()))
