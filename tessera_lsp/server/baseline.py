"""How the saved text stands, to compare with."""

from __future__ import annotations

from collections.abc import Mapping

from tessera_lsp.server.runner import Runner
from tessera_lsp.snapshot import Snapshot, differing, items_of
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import ItemJudged


class Baseline:
    """The samples as the saved text judges them, for each load of the project.

    While nothing is unsaved the shown verdicts are just that. Where something is unsaved from the beginning
    of a load, the samples are judged once without it, when the worker has nothing else to do.
    """

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._load = 0
        self._asked = 0
        self.items: Mapping[str, ItemJudged] | None = None
        """None until they are known."""

    def heard(self, verdicts: Verdicts, snapshot: Snapshot) -> None:
        """The verifier has told something; ``snapshot`` is the one before."""
        if verdicts.load != self._load:
            self.items = None
        if not verdicts.complete or verdicts.outdated:
            return
        if not differing(verdicts, snapshot.index):
            self._load, self.items = verdicts.load, verdicts.items
        elif self.items is None and self._asked != verdicts.load:
            self._ask(verdicts.load, snapshot)

    def _ask(self, load: int, snapshot: Snapshot) -> None:
        self._asked = load
        asked = self._runner.aside({}, items_of(snapshot.index), measured=False)
        asked.add_done_callback(lambda future: self._answered(load, future.result()))

    def _answered(self, load: int, verdicts: Verdicts | None) -> None:
        # Of an earlier worker's load, which may have borne the same number, nothing is asked any more.
        if verdicts is not None and verdicts.load == load == self._asked and self.items is None:
            self._load, self.items = load, verdicts.items
            self._runner.tell_again()

    def restarted(self) -> None:
        """Loads are counted anew."""
        self._load, self._asked, self.items = 0, 0, None
