"""A review as one value that every format shows."""

from __future__ import annotations

from dataclasses import dataclass

from tessera_lsp.comparing.model import Comparison
from tessera_lsp.review.reviewing.matching import Matched


@dataclass(frozen=True)
class Review:
    """What a change does. ``base`` and ``head`` are how people call them, commits included.

    ``folder`` is the project's folder from the top of the repository, with a slash at its end, empty where it
    is the top: code hosts want paths from there. ``notes`` are what could not be done as asked, or done in
    part. ``everything``: what the change does not cause is to be told as well.
    """

    base: str
    head: str
    folder: str
    findings: Matched
    comparison: Comparison
    notes: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    """Why it is not what was asked for: exit code 2."""
    everything: bool = False
    allow_drift: bool = False

    @property
    def blocking(self) -> bool:
        """Whether it ends with 1: new findings of severity warning or error, or drift that no changed sample
        acknowledges and that is not allowed."""
        grave = any(each.finding.severity in ("error", "warning") for each in self.findings.new)
        return grave or (bool(self.comparison.unacknowledged) and not self.allow_drift)
