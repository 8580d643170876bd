"""A snapshot completed: its findings, and the saved texts that something in it points into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tessera_lsp.findings import Findings, collect
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document


def with_findings(snapshot: Snapshot, saved: Callable[[str], Document]) -> Snapshot:
    """The snapshot with findings out of its index and verdicts, marked stale where those are not fresh.

    ``saved`` gives the text on disk of a path.
    """
    findings = collect(
        snapshot.project,
        snapshot.index,
        snapshot.verdicts,
        fresh=snapshot.fresh,
        document=lambda path: snapshot.documents.get(path) or saved(path),
    )
    texts = {path: saved(path) for path in _named(snapshot, findings) if path not in snapshot.documents}
    return replace(snapshot, findings=findings, saved=texts)


def _named(snapshot: Snapshot, findings: Findings) -> set[str]:
    """Paths of all places that a client may be told of."""
    found = [finding for group in findings.values() for finding in group]
    return {
        *findings,
        *(place.path for finding in found for place in finding.related),
        *(battery.path for battery in snapshot.index.batteries),
        *(entry.path for battery in snapshot.index.batteries for entry in battery.declarations),
    }
