"""``tessera-lsp review``: two trees laid out, judged, compared and told of."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from tessera_lsp.comparing.comparison import compare
from tessera_lsp.comparing.git import GitError, Repository, repository_of
from tessera_lsp.comparing.model import Comparison
from tessera_lsp.comparing.places import Tree, project_in
from tessera_lsp.comparing.shapes import short
from tessera_lsp.comparing.sides import Side, Sides
from tessera_lsp.comparing.trees import Trees
from tessera_lsp.project import Project
from tessera_lsp.review.output import complain
from tessera_lsp.review.reviewing.formats import render
from tessera_lsp.review.reviewing.matching import folder_of, match
from tessera_lsp.review.reviewing.model import Review
from tessera_lsp.verify import Interpreter, find_interpreter
from tessera_lsp.wording import counted, visible

SAME, DIFFERS, FAILED = 0, 1, 2
WORK_TREE = "the working tree"


class ReviewError(Exception):
    """What was asked could not be done; the text says why, and the way out."""


@dataclass(frozen=True)
class Options:
    """The command line of ``review``."""

    base: str
    head: str | None = None
    path: str = "."
    format: str = "text"
    allow_drift: bool = False
    everything: bool = False
    verbose: bool = False


def review(options: Options) -> int:
    """Print what the change does, and return the exit code: 0 where it adds no finding of severity warning or
    error and no drift that nothing acknowledges, else 1; 2 what was asked could not be done."""
    log: Callable[[str], None] = complain if options.verbose else lambda line: None
    try:
        with _ended_in_order():
            told = look(options, log)
    except (GitError, ReviewError) as error:
        complain(str(error))
        return FAILED
    sys.stdout.write(render(told, options.format))
    for line in told.failed:
        complain(visible(line))
    if told.failed:
        return FAILED
    return DIFFERS if told.blocking else SAME


def look(options: Options, log: Callable[[str], None] = lambda line: None) -> Review:
    """Both trees judged and compared. Raises ``ReviewError`` and ``GitError``."""
    start = Path(os.path.realpath(options.path))
    if not start.exists():
        raise ReviewError(f"{options.path}: no such file or folder")
    repository = repository_of(start)
    asked = _Asked(repository, options.base, options.head, start.relative_to(repository.top))
    with Trees(repository) as trees:
        base, head, projects, notes = asked.laid_out(trees)
        with Sides(projects, asked.interpreter(projects[-1][1]), log) as sides:
            looked = sides.look()
            sided = {side.tree: side for side in looked}
            earlier, later = sided.get(base), sided[head]
            moved, touched = asked.changes(head)
            if earlier is None:
                comparison = Comparison(incomparable="base: there is no project to compare verdicts with")
            else:
                comparison = compare(sides, earlier, later, touched)
        names = {short(old.name): short(new.name) for old, new in comparison.renamed}
        return Review(
            base=asked.base_name,
            head=asked.head_name,
            folder=folder_of(later),
            findings=match(earlier, later, moved, names),
            comparison=comparison,
            notes=notes,
            failed=tuple(_trouble(earlier, later)),
            everything=options.everything,
            allow_drift=options.allow_drift,
        )


def _trouble(base: Side | None, head: Side) -> Iterator[str]:
    """What keeps a review from being one: exit code 2. A base that does not run is no such thing, or no
    change could ever mend it."""
    if head.verdicts.state not in ("off", "ready"):
        yield f"{head.tree.name}: {head.unjudgeable}"
    for side in (base, head):
        if side is not None and side.strays and side.verdicts.state == "ready":
            yield f"{side.tree.name}: {side.unjudgeable} (TES901)"
    if base is not None:
        yield from _unmeasured(base, head)
    if any(not problem.warning for problem in head.project.problems):
        yield f"{head.tree.name}: the configuration is wrong; see the findings of TES902"


def _unmeasured(base: Side, head: Side) -> Iterator[str]:
    """The batteries whose harness ended neither here nor there: what their claims do nobody has seen. Where
    it is broken in one tree alone, that is a finding that is new, or fixed."""
    for name, harvest in sorted(head.verdicts.harvests.items()):
        before = base.verdicts.harvests.get(name)
        if harvest.fault is not None and before is not None and before.fault is not None:
            yield f"the harness of {name} ended in neither tree: {harvest.fault.message}"


@dataclass
class _Asked:
    """The two states that are asked for."""

    repository: Repository
    base_given: str
    head_given: str | None
    relative: Path

    def __post_init__(self) -> None:
        repository = self.repository
        self.tip = repository.commit("HEAD" if self.head_given is None else self.head_given)
        wanted = repository.commit(self.base_given)
        self.base = repository.merge_base(wanted, self.tip)
        self.apart = not self.base
        self.base = self.base or wanted
        where = repository.short(self.base)
        self.base_name = f"{self.base_given} ({where})"
        if self.base != wanted:
            self.base_name = f"the merge base with {self.base_given} ({where})"
        self.head_name = WORK_TREE
        if self.head_given:
            self.head_name = f"{self.head_given} ({repository.short(self.tip)})"

    def laid_out(self, trees: Trees) -> tuple[Tree, Tree, list[tuple[Tree, Project]], tuple[str, ...]]:
        """Both trees, those that hold the project with it, the later one last, and words about them. Raises
        ``ReviewError`` where the later one holds none."""
        notes = list(self._notes())
        top = self.repository.top
        pairs: list[tuple[Tree, Project]] = []
        found: list[Tree] = []
        for name, commit in (("base", self.base), ("head", self.tip if self.head_given else None)):
            place, missing = trees.add(name, commit) if commit else (top, ())
            notes += [
                f"{name}: the submodule {path} is not there: `git submodule update --init` in your clone"
                for path in missing
            ]
            tree = Tree(name if commit else WORK_TREE, place, top)
            found.append(tree)
            project, word = project_in(tree, self.relative)
            if project is not None:
                pairs.append((tree, project))
                notes += [word] if word else []
            elif name == "head":
                raise ReviewError(f"{word}: nothing to review")
            else:
                notes.append(f"{word}: all findings are new")
        return found[0], found[1], pairs, tuple(notes)

    def _notes(self) -> Iterator[str]:
        repository = self.repository
        if self.apart:
            why = (
                "this clone is shallow, `git fetch --unshallow` finds it"
                if repository.shallow
                else ("the two have no history in common")
            )
            yield f"no merge base was found ({why}): compared with {self.base_given} itself"
        parents = repository.parents(self.tip)
        if parents > 1 and not self.head_given:
            yield f"the last commit is a merge of {parents}: all that came by it is told as well"
        uncommitted = repository.uncommitted()
        if uncommitted:
            files = counted(uncommitted, "uncommitted file")
            part = f"not part of {self.head_given}" if self.head_given else "part of what is compared"
            yield f"the working tree has {files}, {part}"

    def interpreter(self, head: Project) -> Interpreter | str:
        """The environment of the work tree runs all trees."""
        top = self.repository.top
        project, _ = project_in(Tree(WORK_TREE, top, top), self.relative)
        return find_interpreter(project or head)

    def changes(self, head: Tree) -> tuple[dict[str, str], frozenset[str]]:
        """Earlier to later paths from the top of the files that were moved, and the real paths, in the later
        tree, of all that differ."""
        changed = self.repository.changed(self.base, self.tip if self.head_given else None)
        moved = {earlier: later for later, earlier in changed.items() if earlier != later}
        return moved, frozenset(os.path.realpath(head.top / path) for path in changed)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Let a request to end (``SIGTERM``), and the end of the terminal (``SIGHUP``), leave nothing behind
    either."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        # What is ignored stays so: that is what ``nohup`` asks for. ValueError: not the main thread, where
        # nobody sends signals to.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            with suppress(ValueError):
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
