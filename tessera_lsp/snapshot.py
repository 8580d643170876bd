"""Documents, index, verdicts and findings at one moment, as one immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tessera_lsp.findings import Findings
from tessera_lsp.index.model import Index
from tessera_lsp.project import Project
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts


@dataclass(frozen=True)
class Snapshot:
    """One project as the editor shows it. ``documents`` are the open ones by real path."""

    project: Project
    documents: Mapping[str, Document] = field(default_factory=dict)
    index: Index = field(default_factory=Index)
    verdicts: Verdicts = field(default_factory=Verdicts)
    findings: Findings = field(default_factory=dict)

    @property
    def unsaved(self) -> dict[str, str]:
        """Digests of the open texts that differ from what the worker has imported, by path."""
        sources = self.verdicts.sources
        return {
            path: document.digest
            for path, document in self.documents.items()
            if (path in sources or path in self.index.files) and sources.get(path) != document.digest
        }

    @property
    def fresh(self) -> bool:
        """Whether the verdicts hold for the texts as they are shown."""
        return self.verdicts.fresh(self.unsaved)
