"""Loads of the saved project: when one is called for, and whether the verdicts wait for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tessera_lsp.server.reloads import Kind, Reloads
from tessera_lsp.server.runner import Runner
from tessera_lsp.server.timers import Timers
from tessera_lsp.verdicts import Verdicts

RELOAD_AFTER = 0.25
"""Seconds without a change on disk after which the saved project is loaded anew."""


class Loads:
    """Of one session. ``digest`` gives that of a file's text on disk."""

    def __init__(self, root: str, runner: Runner, timers: Timers, digest: Callable[[str], str]) -> None:
        self.awaited = 0
        """The load that was called for last."""
        self._called = False
        """Whether one is to be called for."""
        self._reloads = Reloads(root)
        self._runner, self._timers, self._digest = runner, timers, digest
        self._compared: Mapping[str, str] = {}
        """The loaded modules that were compared with those on disk."""

    @property
    def due(self) -> bool:
        """Whether the disk is ahead of the verdicts until a load comes."""
        return self._called or self._runner.verdicts.load < self.awaited

    def restarted(self) -> None:
        """Another worker loads the project from the beginning."""
        self.awaited, self._called = 0, False
        self._reloads.began()

    def begin(self) -> None:
        """Load the project anew now."""
        self._reloads.began()
        self._called = False
        self.awaited = self._runner.reload()

    def disk_changed(self, changes: Iterable[tuple[str, Kind]]) -> None:
        """Call for a load where a change on disk can alter what was loaded."""
        verdicts = self._runner.verdicts
        broken = bool(verdicts.load_faults) or verdicts.state == "failed"
        self._call(
            [
                path
                for path, kind in changes
                if self._reloads.needed(path, kind, verdicts.sources, self._digest, broken)
            ]
        )

    def compare(self, verdicts: Verdicts) -> None:
        """Call for another load where what was loaded is not what is on disk any more."""
        if verdicts.load < self.awaited:  # one is under way
            return
        if verdicts.sources is not self._compared:
            self._compared = verdicts.sources
            broken = bool(verdicts.load_faults)
            self._call(self._reloads.loaded(verdicts.sources, self._digest, broken))
        if verdicts.harvest_done:
            self._call(self._reloads.ended())

    def _call(self, paths: list[str]) -> None:
        if paths and self._runner.running:
            self._called = True
            self._timers.after("reload", RELOAD_AFTER, self.begin)
