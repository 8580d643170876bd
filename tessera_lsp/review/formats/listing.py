"""What every machine format lists: findings in one order, each with a path and a lasting name.

Code hosts show a path within the repository, so paths are relative to the folder that holds ``.git``; without
one, to what ``check --format json`` uses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tessera_lsp.review.fingerprints import fingerprints
from tessera_lsp.review.summary import Checked, base_of, shown
from tessera_lsp.rules.model import Finding
from tessera_lsp.text import Document


@dataclass(frozen=True)
class Listed:
    """One finding as a format writes it. ``path`` is relative, with ``/``."""

    finding: Finding
    path: str
    fingerprint: str
    document: Document

    @property
    def start(self) -> tuple[int, int]:
        """Line and column of the first code point, from 1."""
        at = self.finding.span.start
        return at.line + 1, at.character + 1

    @property
    def end(self) -> tuple[int, int]:
        """Line and column behind the last code point, from 1."""
        at = self.finding.span.end
        return at.line + 1, at.character + 1

    @property
    def heading(self) -> str:
        """``TES101 undeclared-shape``."""
        return f"{self.finding.code} {self.finding.name}"


def listing(checked: Sequence[Checked]) -> tuple[Listed, ...]:
    """All findings, sorted by path, place, code and message."""
    base = repository_of(base_of(checked))
    out = [
        Listed(finding, shown(finding.path, base), name, each.examined.texts(finding.path))
        for each in checked
        for finding, name in zip(each.findings, named(each, base), strict=True)
    ]
    return tuple(sorted(out, key=lambda one: (one.path, one.finding.order)))


def named(each: Checked, base: Path) -> tuple[str, ...]:
    """The fingerprints of one target's findings, in their order."""
    return fingerprints(each.findings, each.examined.texts, lambda path: shown(path, base))


def repository_of(folder: Path) -> Path:
    """The repository's folder; ``folder`` itself where it is in none."""
    return next((at for at in (folder, *folder.parents) if (at / ".git").exists()), folder)


def remarks(checked: Sequence[Checked]) -> tuple[str, ...]:
    """What could not be verified, and why: no format may pass it over in silence."""
    base = base_of(checked)
    out = []
    for each in checked:
        if each.not_run:
            out.append(f"{shown(each.target.project.root, base)}: nothing was verified: {each.not_run}")
        out += [
            f"{shown(u.path, base)}, line {u.line}: a sample of {u.shape} was not judged: {u.why}"
            for u in each.unjudged
        ]
        out += [f"{b.name}: not measured: {b.why_not}" for b in each.batteries if b.why_not]
        out += [f"skipped {shown(s.path, base)}: {s.why}" for s in each.skipped]
    return tuple(out)
