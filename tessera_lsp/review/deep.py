"""``--deep``: what is asked of a project's verifier beyond samples and measured claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from tessera_lsp.index.model import Index
from tessera_lsp.probed import Probed
from tessera_lsp.probing import files_to_cover, plan
from tessera_lsp.project import Project
from tessera_lsp.rules.model import Finding
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Item

if TYPE_CHECKING:
    from tessera_lsp.verify import Running

SEEDS = ("1", "2", "3")
"""Values of ``PYTHONHASHSEED``: always the same, so that the findings are."""


def ask_further(
    running: Running,
    project: Project,
    index: Index,
    verdicts: Verdicts,
    findings: Iterable[Finding],
    items: tuple[Item, ...],
    log: Callable[[str], None],
) -> Verdicts:
    """``verdicts`` with what was answered to further questions. ``running`` has judged ``items`` and the
    measured claims; it goes on. ``state`` is ``failed`` where not all was answered."""
    probes = plan(index, verdicts, findings)
    log(f"{project.root}: {len(probes)} further questions")
    answers = running.judge(tuple(probe.item for probe in probes), measured=False)
    if answers.state != "ready":
        return _failed(verdicts, answers)
    covering = running.judge(items, cover=files_to_cover(index, verdicts))
    if covering.state != "ready":
        return _failed(verdicts, covering)
    again = tuple(probe.item for probe in probes if probe.kind == "again" and probe.turn == 0)
    seeds = {}
    for seed in SEEDS if again else ():
        with running.under(seed) as other:
            told = other.judge(again, measured=False)
        if told.state != "ready":
            return _failed(verdicts, told)
        seeds[seed] = dict(told.items)
    return replace(verdicts, probed=Probed(probes, dict(answers.items), seeds, covering.covered))


def _failed(verdicts: Verdicts, answers: Verdicts) -> Verdicts:
    reason = f"--deep: the further questions were not all answered: {answers.reason or answers.state}"
    return replace(verdicts, state="failed", reason=reason)
