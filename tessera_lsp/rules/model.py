"""What a rule is and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeVar, cast

from tessera_lsp.index.model import ClaimsFile, Index, ShapeDefinition
from tessera_lsp.project import Project
from tessera_lsp.text import Document, Span
from tessera_lsp.verdicts import Verdicts

Severity = Literal["error", "warning", "info"]
Scope = Literal["file", "wiring", "project"]
T = TypeVar("T")
OUTSIDE = ""
"""In the place of a path: the shapes that are written in no claims file."""
Files = tuple[tuple[str, str], ...]
"""Relative path and whole text of each file of an example."""


@dataclass(frozen=True)
class Witness:
    """A sentence that shows the fault: it can be pasted into a sample."""

    text: str
    citations: tuple[str, ...]
    battery: str


@dataclass(frozen=True)
class Related:
    """Another place that belongs to the finding."""

    path: str
    span: Span
    message: str


class Place(NamedTuple):
    """A stretch of a file. ``path`` is absolute and real."""

    path: str
    span: Span


@dataclass(frozen=True)
class Finding:
    """One fault at one place. ``path`` is absolute and real; ``span`` in code points from 0.

    ``stale``: judged under an older text; an editor says so, a command line never has one. ``aid`` is what a
    fix needs beside the place: the code that hides nothing, the nearest known record id or key.
    """

    code: str
    name: str
    severity: Severity
    path: str
    span: Span
    message: str
    witness: Witness | None = None
    related: tuple[Related, ...] = ()
    stale: bool = False
    aid: str = ""

    @property
    def order(self) -> tuple[str, Span, str, str]:
        """What findings are sorted by."""
        return self.path, self.span, self.code, self.message

    @property
    def url(self) -> str:
        """Where the rule's page is, relative to the repository of this tool."""
        return page_path(self.code)


def page_path(code: str) -> str:
    """Where a rule's page is, relative to the repository of this tool."""
    return f"docs/rules/{code}.md"


def no_document(path: str) -> Document | None:
    """Knows no text."""
    return None


class Once:
    """Values that are computed once and then kept: they are the same for as long as the holder lives."""

    def __init__(self) -> None:
        self._kept: dict[object, object] = {}

    def get(self, compute: Callable[[Facts], T], facts: Facts) -> T:
        """What ``compute`` gave for the first facts that asked for it."""
        if compute not in self._kept:
            self._kept[compute] = compute(facts)
        return cast("T", self._kept[compute])


@dataclass(frozen=True)
class Facts:
    """All that a rule may look at.

    ``only`` is what a rule about files looks at: one claims file, or the shapes that are written in none
    (``OUTSIDE``); None for all. ``alone``: of that file, one shape. ``wired`` keeps what the batteries and
    the names of the claims files decide alone, ``ran`` what these and the verdicts decide, ``moment`` what
    depends on texts as well. ``stale``: the verdicts were judged under other texts than ``index`` was made
    of. ``static``: nothing may run, so what a run would have told will not come. ``document`` gives the
    current text of a path that is no claims file, or None: for the columns of a line in the registry or the
    harness.
    """

    project: Project
    index: Index
    verdicts: Verdicts
    stale: bool = False
    static: bool = False
    document: Callable[[str], Document | None] = no_document
    only: str | None = None
    alone: ShapeDefinition | None = None
    moment: Once = field(default_factory=Once, compare=False, repr=False)
    wired: Once = field(default_factory=Once, compare=False, repr=False)
    ran: Once = field(default_factory=Once, compare=False, repr=False)

    @property
    def files(self) -> tuple[ClaimsFile, ...]:
        """The claims files to look at."""
        if self.only is None:
            return tuple(self.index.files.values())
        file = self.index.files.get(self.only)
        if file is not None and self.alone is not None:
            file = replace(file, shapes=(self.alone,))
        return () if file is None else (file,)

    @property
    def shapes(self) -> Iterator[ShapeDefinition]:
        """The shapes to look at: those of the files, then those that are written in no claims file."""
        if self.alone is not None:
            yield self.alone
            return
        for file in self.files:
            yield from file.shapes
        if self.only in (None, OUTSIDE):
            yield from self.index.elsewhere

    def within(self, only: str | None, alone: ShapeDefinition | None = None) -> Facts:
        """The same for a rule that looks at one file, or at one shape of it."""
        return Facts(
            self.project, self.index, self.verdicts, self.stale, self.static, self.document,
            only, alone, self.moment, self.wired, self.ran,
        )  # fmt: skip

    def text(self, path: str) -> Document | None:
        """The current text of a file, if it is known."""
        file = self.index.files.get(path)
        return file.document if file is not None else self.document(path)


@dataclass(frozen=True)
class Rule:
    """A rule as the code, the documentation and the editor need it.

    ``summary`` is one sentence for lists, without a full stop. ``about`` is Markdown: what is wrong, why it
    matters and how it is mended. ``found`` are files that, put into the project of
    ``tests/workspaces/clean``, have the fault; ``mended`` are the same without it: a test runs both.
    ``needs_run``: speaks only from verdicts, never under ``--static``. ``more_after_run``: speaks from the
    text too, and of more once the project has run.

    ``scope`` says what ``check`` looks at, and so how long its findings hold. ``file``: ``Facts.files`` and
    ``Facts.shapes``, a file at a time, beside the wiring. ``wiring``: batteries, configuration and the names
    of files alone. ``project``: all; it runs on every edit, so it should look at little.
    ``check_file`` is a further check with the scope ``file``. ``by_shape``: what is checked with that scope
    looks at each shape by itself, beside the wiring; ``once`` where several may come to one place, of which
    the first tells; ``together`` where what is found depends on all shapes of the file, though not whether
    anything is. ``asks_run``: its findings depend on what has run, though it speaks without.
    ``inside``: what is checked with the scope ``file`` depends on that file and on the names of the batteries
    that declare its shapes (``rules.bodies``), on no other wiring. ``check_text`` is such a check in a rule
    whose others heed what has run; ``overruled`` says of what it found whether a run tells it by now.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    about: str
    needs_run: bool
    check: Callable[[Facts, Rule], Iterable[Finding]]
    found: Files = ()
    mended: Files = ()
    more_after_run: bool = False
    scope: Scope = "project"
    check_file: Callable[[Facts, Rule], Iterable[Finding]] | None = None
    asks_run: bool = False
    inside: bool = False
    check_text: Callable[[Facts, Rule], Iterable[Finding]] | None = None
    overruled: Callable[[Facts, Finding], bool] | None = None
    by_shape: Literal["no", "each", "once", "together"] = "no"
    deep: bool = False
    """Speaks only of what was asked beyond an ordinary run (``Verdicts.probed``)."""
    check_deep: Callable[[Facts, Rule], Iterable[Finding]] | None = None
    """What a rule that speaks without says beside from that."""

    @property
    def heeds_run(self) -> bool:
        """Whether its findings depend on verdicts."""
        return self.needs_run or self.more_after_run or self.asks_run

    def finding(
        self,
        place: Place,
        message: str,
        *,
        witness: Witness | None = None,
        related: tuple[Related, ...] = (),
        stale: bool = False,
        severity: Severity | None = None,
        aid: str = "",
    ) -> Finding:
        """A finding of this rule."""
        return Finding(
            code=self.code,
            name=self.name,
            severity=severity or self.severity,
            path=place.path,
            span=place.span,
            message=message,
            witness=witness,
            related=related,
            stale=stale,
            aid=aid,
        )


def with_severity(finding: Finding, severity: Severity) -> Finding:
    """The same finding, weighed by the project's configuration."""
    return finding if finding.severity == severity else replace(finding, severity=severity)
