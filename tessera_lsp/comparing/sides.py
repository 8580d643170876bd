"""Trees judged side by side, each by a worker of its own, and asked about what the other one has alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType

from tessera_lsp.comparing.places import Tree, remapped
from tessera_lsp.index import Indexer
from tessera_lsp.index.model import Index
from tessera_lsp.project import Project, read_document
from tessera_lsp.rules.trouble import NO_REGISTRY
from tessera_lsp.snapshot import items_of
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify import Interpreter, Running
from tessera_lsp.wire import Item, ItemJudged


@dataclass(frozen=True)
class Side:
    """One tree with its project, judged. ``documents`` gives a file's text on disk."""

    tree: Tree
    project: Project
    index: Index
    verdicts: Verdicts
    documents: Callable[[str], Document]

    def name(self, path: str) -> str:
        """A file's path relative to the project, with ``/``: what both sides call it."""
        return relative(Path(path), self.project.root)

    @property
    def strays(self) -> tuple[str, ...]:
        """Modules that were imported from another tree than this one."""
        sources = (path for path in self.verdicts.sources if not Path(path).is_relative_to(self.tree.top))
        inside = (Path(p).relative_to(self.tree.original) for p in sources if self._is_original(p))
        return tuple(sorted(path.as_posix() for path in inside))

    def _is_original(self, path: str) -> bool:
        return Path(path).is_relative_to(self.tree.original)

    @property
    def unjudgeable(self) -> str:
        """Why its verdicts can be compared with nobody's; empty where they can."""
        verdicts = self.verdicts
        if verdicts.state != "ready":
            return verdicts.reason or "the worker failed"
        if self.strays:
            return (
                f"{self.strays[0]} was imported from the working tree, not from {self.tree.name}: an "
                "editable install leads there; install the project otherwise, or review in an environment "
                "without it"
            )
        if not verdicts.batteries:
            fault = next(iter(verdicts.load_faults), None)
            return f"it has no battery: {fault.message}" if fault else "it has no battery"
        return ""


class Sides:
    """The workers of several trees; started on entry, ended on exit.

    ``interpreter`` runs all of them, and is a text that says why there is none otherwise.
    """

    def __init__(
        self,
        projects: Sequence[tuple[Tree, Project]],
        interpreter: Interpreter | str,
        log: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._projects, self._interpreter, self._log = projects, interpreter, log
        self._running: dict[Tree, Running] = {}
        self._left = ExitStack()

    def __enter__(self) -> Sides:
        # Left in the reverse order: the workers end first, so that no thread waits for one of them.
        self._threads = self._left.enter_context(ThreadPoolExecutor(len(self._projects)))
        with ExitStack() as started:
            for tree, project in self._projects:
                running = self._worker(tree, project)
                if running is not None:
                    self._running[tree] = started.enter_context(running)
            self._left.push(started.pop_all())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._left.__exit__(kind, error, traceback)

    def close(self) -> None:
        """End the workers; who waits for one is told that it has failed. From any thread."""
        for running in tuple(self._running.values()):
            running.close()

    def _worker(self, tree: Tree, project: Project) -> Running | None:
        if not project.config.run or project.registry is None or isinstance(self._interpreter, str):
            return None
        watched = () if tree.own else (str(tree.original),)
        mapped = remapped(project, tree, self._interpreter.path)
        return Running(mapped, self._interpreter, self._log, watched)

    def look(self) -> tuple[Side, ...]:
        """Each tree indexed, its samples and measured claims judged; in the given order."""
        return tuple(self._threads.map(self._look, self._projects))

    def _look(self, pair: tuple[Tree, Project]) -> Side:
        tree, project = pair
        documents = cache(read_document)
        index = Indexer().build(project, documents)
        running = self._running.get(tree)
        verdicts = self._refused(project) if running is None else running.judge(items_of(index))
        return Side(tree, project, index, verdicts, documents)

    def _refused(self, project: Project) -> Verdicts:
        if not project.config.run:
            return Verdicts(state="off", reason=project.refusal)
        if project.registry is None:
            return Verdicts(state="failed", reason=NO_REGISTRY)
        return Verdicts(state="failed", reason=str(self._interpreter))

    def ask(self, items: Mapping[Tree, tuple[Item, ...]]) -> dict[Tree, Mapping[str, ItemJudged]]:
        """What each tree says to further items, by their key."""

        def asked(pair: tuple[Tree, tuple[Item, ...]]) -> Mapping[str, ItemJudged]:
            tree, wanted = pair
            running = self._running.get(tree)
            if running is None or not wanted:
                return {}
            verdicts = running.judge(wanted, measured=False)
            return verdicts.items if verdicts.state == "ready" else {}

        pairs = list(items.items())
        return dict(zip((tree for tree, _ in pairs), self._threads.map(asked, pairs), strict=True))


def relative(path: Path, root: Path) -> str:
    """A path relative to ``root`` with ``/``; its last part where it lies elsewhere, so that nothing tells of
    a temporary folder."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
