"""``tessera-lsp trust``: say ahead, or take back, whether an editor may run a project's code."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from tessera_lsp.project import Project, Trust, discover
from tessera_lsp.review.output import complain
from tessera_lsp.wording import visible

Answer = Literal["run", "never", "forget"]
_WORDS = {True: "may run", False: "may not run", None: "an editor asks"}


def trust(start: str | None, answer: Answer) -> int:
    """Keep or forget the answer for the project of a path, then print what stands: 0, or 2 where that can't
    be done. Without a path, all answers are printed and none is changed. Servers that run notice it."""
    store = Trust()
    if start is None:
        if answer != "run":
            complain(f"trust --{answer} needs the PATH of a project")
            return 2
        return _show_all(store)
    place = Path(os.path.realpath(start))
    project = discover(place) if place.exists() else None
    if project is None and answer != "forget":
        complain(f"{start}: no project there or above; `tessera-lsp doctor` tells what is looked for")
        return 2
    root = project.root if project is not None else place
    try:
        if answer == "forget":
            store.forget(root)
        else:
            store.remember(root, answer == "run")
    except OSError as error:
        complain(f"{store.path} cannot be written: {error.strerror}")
        return 2
    _note(store)
    print(visible(f"{root}: {_WORDS[store.granted(root)]} ({store.path})"))
    if project is not None:
        _mention_refusal(project)
    return 0


def _show_all(store: Trust) -> int:
    answers = store.answers()
    _note(store)
    for root, answer in sorted(answers.items()):
        print(visible(f"{root}: {_WORDS[answer]}"))
    print(visible(f"{len(answers)} kept in {store.path}" if answers else f"none kept in {store.path}"))
    return 0


def _note(store: Trust) -> None:
    if store.note:
        complain(store.note)


def _mention_refusal(project: Project) -> None:
    if not project.config.run:
        print(visible(f"all the same nothing runs: {project.refusal}"))
