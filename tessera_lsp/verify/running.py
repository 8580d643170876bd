"""A project's verifier for those who wait for its answers: the command line, a review, a test run."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import TracebackType

from tessera_lsp import wire
from tessera_lsp.project import Config, Project
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify.interpreter import Interpreter
from tessera_lsp.verify.verifier import Verifier

SLACK = 60.0
"""Seconds beyond the configured deadlines after which a run is given up."""


class Running:
    """A worker that is started on entry and ended on exit, whatever happened within.

    ``watched`` as in ``wire.Load``, ``hash_seed`` and ``observe`` as in ``Verifier``. ``judge`` may be
    called again and again.
    """

    def __init__(
        self,
        project: Project,
        interpreter: Interpreter,
        log: Callable[[str], None] = lambda line: None,
        watched: tuple[str, ...] = (),
        hash_seed: str = "",
        *,
        observe: bool = False,
    ) -> None:
        self._config = project.config
        self._under = partial(Running, project, interpreter, log, watched)
        self._verifier = Verifier(
            project, interpreter, lambda verdicts: None, log, watched, hash_seed, observe=observe
        )

    def under(self, hash_seed: str) -> Running:
        """The same project in another worker, under this ``PYTHONHASHSEED``; not yet started."""
        return self._under(hash_seed)

    def __enter__(self) -> Running:
        self._verifier.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the worker; who waits in ``judge`` returns. Safe to call twice, from any thread."""
        self._verifier.close()

    @property
    def observed(self) -> tuple[wire.Observed, ...]:
        """As in ``Verifier``."""
        return self._verifier.observed

    def judge(
        self,
        items: tuple[wire.Item, ...],
        *,
        measured: bool = True,
        cover: tuple[str, ...] = (),
    ) -> Verdicts:
        """What the verifier says to the items and, when ``measured``, to the claims of the harness; waits
        for all of it. ``state`` is ``failed`` where it could not be told. ``cover`` as in ``wire.Judge``."""
        # What was asked before the harness has run would have to be asked once more after it.
        loaded = settled(self._verifier, self._config, 0, measured)
        if loaded.state != "ready":
            return loaded
        self._verifier.judge({}, items, measured=measured, cover=cover)
        return settled(self._verifier, self._config, len(items), measured)


def settled(verifier: Verifier, config: Config, items: int, measured: bool) -> Verdicts:
    """The value when all has been told. ``failed`` where that takes longer than it may: what was judged
    until then is no result of the whole. How many claims are measured is known once the harness has run."""
    began, claims = time.monotonic(), 0
    while True:
        limit = _limit(config, items, claims)
        verdicts = verifier.wait(max(0.0, began + limit - time.monotonic()))
        if verifier.settled:
            return verifier.verdicts
        told = sum(len(harvest.claims) for harvest in verdicts.harvests.values()) if measured else 0
        if told <= claims:
            reason = f"the run did not end within {limit:g} s; --verbose shows its log"
            return replace(verdicts, state="failed", reason=reason)
        claims = told


def _limit(config: Config, items: int, claims: int) -> float:
    """Seconds that a run may take when every single step takes as long as it may; samples are judged anew
    when the harness has run."""
    loading = config.import_timeout + config.load_timeout + config.harvest_timeout
    return 10 * loading + (2 * items + claims) * config.timeout + SLACK
