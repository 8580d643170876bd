"""What a rule is and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from tessera_lsp.index.model import Index
from tessera_lsp.project import Project
from tessera_lsp.text import Span
from tessera_lsp.verdicts import Verdicts

Severity = Literal["error", "warning", "info"]


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


@dataclass(frozen=True)
class Finding:
    """One fault at one place. ``path`` is absolute and real; ``span`` in code points from 0.

    ``stale``: judged under an older text; an editor says so, a command line never has one.
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

    @property
    def order(self) -> tuple[str, Span, str, str]:
        """What findings are sorted by."""
        return self.path, self.span, self.code, self.message


@dataclass(frozen=True)
class Facts:
    """All that a rule may look at."""

    project: Project
    index: Index
    verdicts: Verdicts


@dataclass(frozen=True)
class Rule:
    """A rule as the code, the documentation and the editor need it.

    ``summary`` is one sentence for lists. ``page`` is Markdown: what is wrong, why it matters, an example
    that is found and its mend. ``needs_run``: speaks only from verdicts, never under ``--static``.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    page: str
    needs_run: bool
    check: Callable[[Facts, Rule], Iterable[Finding]]
