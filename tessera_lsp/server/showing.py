"""What a snapshot shows beyond what is on disk: files that are only open, findings, texts pointed into."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from tessera_lsp.findings import Findings, collect
from tessera_lsp.project import Project
from tessera_lsp.project.tree import matches
from tessera_lsp.rules.kept import Kept
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document


def with_unsaved_files(project: Project, paths: Iterable[str]) -> Project:
    """The project with those open ``paths`` that are modules and not on disk, and as claims files those that
    are so by their names."""
    unsaved = sorted(path for path in paths if path.endswith(".py") and not os.path.exists(path))
    if not unsaved:
        return project
    known = project.claims_names
    new = [
        Path(path)
        for path in unsaved
        if path not in known
        and any(matches(glob, _relative(project, path)) for glob in project.config.claims)
    ]
    claims = sorted((*project.claims, *new), key=lambda path: path.as_posix())
    return replace(project, claims=tuple(claims), unsaved=tuple(map(Path, unsaved)))


def _relative(project: Project, path: str) -> str:
    return Path(path).relative_to(project.root).as_posix() if Path(path).is_relative_to(project.root) else ""


def with_findings(snapshot: Snapshot, saved: Callable[[str], Document], kept: Kept | None = None) -> Snapshot:
    """The snapshot with findings out of its index and verdicts, marked stale where those are not fresh.

    ``saved`` gives the text on disk of a path. ``kept`` holds what was found in files that have not changed.
    """
    findings = collect(
        snapshot.project,
        snapshot.index,
        snapshot.verdicts,
        fresh=snapshot.fresh,
        document=lambda path: snapshot.documents.get(path) or saved(path),
        kept=kept,
    )
    texts = {path: saved(path) for path in _named(snapshot, findings) if path not in snapshot.documents}
    return replace(snapshot, findings=findings, saved=texts)


def _named(snapshot: Snapshot, findings: Findings) -> set[str]:
    """Paths of all places that a client may be told of."""
    found = [finding for group in findings.values() for finding in group]
    return {
        *findings,
        *(place.path for finding in found for place in finding.related),
        *snapshot.index.wired_in,
    }


def shows_otherwise(before: Snapshot, now: Snapshot) -> bool:
    """Whether hints and lenses of files that were not edited may say something else than before. (A client
    asks for those of an edited file by itself.)"""
    return (
        now.verdicts is not before.verdicts
        or now.fresh != before.fresh
        or now.reload_due != before.reload_due
        or now.project is not before.project
        or now.index.batteries is not before.index.batteries
        or now.baseline is not before.baseline
    )
