"""(index, verdicts) -> findings: the one truth for editor and review."""

from __future__ import annotations

from collections.abc import Mapping

from tessera_lsp.rules.model import Finding

Findings = Mapping[str, tuple[Finding, ...]]
"""By path, each sorted by ``Finding.order``."""
