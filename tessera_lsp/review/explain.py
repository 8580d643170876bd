"""``tessera-lsp explain``: one sentence put to one battery's verifier, and the ladder of what was said."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable
from pathlib import Path

from tessera_lsp.ladder import ladder
from tessera_lsp.project import discover
from tessera_lsp.review.output import complain
from tessera_lsp.review.run import verify
from tessera_lsp.wire import Item
from tessera_lsp.wording import listed, visible

SUPPORTED, UNSUPPORTED, FAILED = 0, 1, 2


def explain(battery: str, cite: str, text: str, *, log: Callable[[str], None] = lambda line: None) -> int:
    """Print the ladder; 0 supported, 1 not, 2 it could not be judged. ``battery`` empty: the only one."""
    project = discover(Path(os.getcwd()))
    if project is None:
        complain("no project here: neither a pyproject.toml with [tool.tessera] nor a registry was found")
        return FAILED
    wrong = [problem for problem in project.problems if not problem.warning]
    for problem in wrong:  # an answer under other settings than those that are written would be none
        complain(f"{problem.path}:{problem.line + 1}: {visible(problem.message)} (TES902)")
    if wrong:
        return FAILED
    if not project.config.run:
        complain(f"{project.refusal}: nothing was run")
        return FAILED
    citations = tuple(part.strip() for part in next(csv.reader([cite], skipinitialspace=True), []) if part)
    if not citations:
        complain("a claim cites at least one record: --cite ID[,ID…]")
        return FAILED
    question = Item("explain", "", "", text, citations, battery, why=True)
    # The project's measured claims are no part of the question, but they show how its claims are built.
    verdicts = verify(project, (question,), measured=False, log=log)
    if verdicts.state != "ready":
        complain(verdicts.reason or "the worker failed")
        return FAILED
    names = [known.name for known in verdicts.batteries]
    if not battery and len(names) > 1:
        complain(f"which battery? --battery NAME, one of {listed([visible(n) for n in names])}")
        return FAILED
    if not names or battery not in ("", *names):
        wanted = f"no battery {visible(battery)}" if battery else "no battery to ask"
        complain(f"{wanted}; there is {listed([visible(n) for n in names]) or 'none'}")
        for fault in verdicts.load_faults:
            complain(visible(fault.message))
        return FAILED
    consultation = verdicts.consultation("explain")
    if consultation is None:
        item = verdicts.items.get("explain")
        faults = item.faults if item is not None else ()
        why = (item.why_not if item is not None else "") or (faults[0].message if faults else "")
        complain(visible(why or "it was not judged"))
        return FAILED
    print(ladder(consultation).plain(os.getcwd()))
    if consultation.verdict is None:
        return FAILED
    return SUPPORTED if consultation.verdict else UNSUPPORTED
