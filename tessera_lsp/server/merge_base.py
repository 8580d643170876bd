"""How the commit at which the branch left the main one judges the project's sentences."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tessera_lsp.drift import Answer, Sentence, Stand, State, state_of
from tessera_lsp.project import Project
from tessera_lsp.wire import Item, ItemJudged

if TYPE_CHECKING:
    from tessera_lsp.comparing.sides import Side, Sides
    from tessera_lsp.comparing.trees import Trees

Log = Callable[[str], None]


class MergeBase:
    """The base of one project. It is laid out in a folder of its own and judged by a worker of its own, both
    gone afterwards; what it says is kept for as long as the base is the same commit."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept: tuple[tuple[str, str], State, frozenset[Sentence]] | None = None
        """Base and interpreter, what came of them, and what was asked: also what the base can't judge."""
        self._trees: Trees | None = None
        self._sides: Sides | None = None
        self._closed = False
        self._one = threading.Lock()
        """One at a time: who comes second finds what the first has kept."""

    async def state(self, project: Project, python: str, sentences: Iterable[Sentence]) -> State | str:
        """What the base says to its own sentences and to these, or why it can't be asked."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[State | str] = loop.create_future()
        wanted = tuple(sentences)

        def settle(result: State | str) -> None:
            if not future.done():
                future.set_result(result)

        def working() -> None:
            try:
                with self._one:
                    result = self._judged(project, python, wanted)
            except Exception as error:  # git, the disk, the interpreter: whatever it is, the user hears it
                result = f"the merge base could not be judged: {error}"
            if not self._closed:
                loop.call_soon_threadsafe(settle, result)

        # A thread of its own: one of the loop's would be waited for at the end of the process.
        threading.Thread(target=working, name="tessera-base", daemon=True).start()
        return await future

    def _judged(self, project: Project, python: str, sentences: tuple[Sentence, ...]) -> State | str:
        from tessera_lsp.comparing.git import repository_of
        from tessera_lsp.comparing.places import Tree, project_in
        from tessera_lsp.comparing.sides import Sides
        from tessera_lsp.comparing.trees import Trees
        from tessera_lsp.verify import find_interpreter

        repository = repository_of(project.root)
        trunk = repository.trunk()
        commit = repository.merge_base("HEAD", trunk) if trunk else ""
        if not commit:
            return "no commit was found at which this branch left another one (main, master, origin/HEAD)"
        key = commit, python
        if self._kept is not None and self._kept[0] == key:
            _, known, asked = self._kept
            if all(sentence in known.stands or sentence in asked for sentence in sentences):
                return known
        self._log(f"{project.root}: judging the merge base {repository.short(commit)}")
        with Trees(repository) as trees:
            self._trees = trees
            place, _ = trees.add("base", commit)
            tree = Tree(f"the merge base {repository.short(commit)}", place, repository.top)
            base, word = project_in(tree, Path(os.path.realpath(project.root)).relative_to(repository.top))
            if base is None:
                return word
            interpreter = find_interpreter(project, python)
            with Sides([(tree, base)], interpreter, self._log) as sides:
                self._sides = sides
                if self._closed:  # before there was something to close
                    return "the server has ended"
                (side,) = sides.look()
                if side.unjudgeable:
                    return f"{tree.name}: {side.unjudgeable}"
                state = _with_more(sides, side, sentences)
            self._trees = None
        self._kept = key, state, frozenset(sentences)
        return state

    def close(self) -> None:
        """End the worker and take away what is laid out, if something is. The process waits at its end for
        who waits for the worker."""
        self._closed = True
        if self._sides is not None:
            self._sides.close()
        trees, self._trees = self._trees, None
        if trees is not None:
            trees.close()


def _with_more(sides: Sides, side: Side, sentences: tuple[Sentence, ...]) -> State:
    """The side's own state, without its samples' keys (they are of other paths), and its answers to these
    sentences, as far as it has their batteries; one that it can't judge is not judged."""
    own = state_of(side.verdicts)
    stands = {sentence: replace(stand, samples=()) for sentence, stand in own.stands.items()}
    batteries = {battery.name for battery in side.verdicts.batteries}
    asked = {
        str(number): sentence
        for number, sentence in enumerate(sentences)
        if sentence not in stands and sentence.battery in batteries
    }
    items = tuple(Item(key, "", "", s.text, s.citations, s.battery) for key, s in asked.items())
    answers: Mapping[str, ItemJudged] = sides.ask({side.tree: items}).get(side.tree, {})
    for key, sentence in asked.items():
        told = answers[key].consultations if key in answers else ()
        if told:
            said = tuple((step.name, step.answer) for step in told[0].steps)
            stands[sentence] = Stand(Answer(told[0].owner, told[0].verdict), said)
    return State(stands, own.shapes)
