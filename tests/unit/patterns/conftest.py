"""A small project around one claims file, and what the rules about patterns find in it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tessera_lsp.findings import collect
from tessera_lsp.index import Indexer
from tessera_lsp.project import discover, read_document
from tessera_lsp.rules.model import Finding
from tessera_lsp.verdicts import Verdicts

FILES = {
    "pyproject.toml": "[tool.tessera]\n",
    "acme/__init__.py": "",
    "acme/eval/__init__.py": "",
    "acme/eval/metrics.py": "def is_supported(claim, nodes, graph=None, shapes=()):\n    return False\n",
    "acme/eval/registry.py": """
        from acme.eval.metrics import Battery
        from acme.sales import claims

        def batteries():
            return (Battery(name="sales", claim_shapes=(claims.total,)),)
        """,
    "acme/sales/__init__.py": "",
}
CLAIMS = "acme/sales/claims.py"


@pytest.fixture
def project(tmp_path: Path) -> Callable[..., Path]:
    """Writes the project: the claims file (``import re`` goes before it), and ``more`` files by path."""

    def make(claims: str, more: Mapping[str, str] | None = None) -> Path:
        text = "import re\n" + textwrap.dedent(claims)
        for name, content in {**FILES, CLAIMS: text, **(more or {})}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(content).lstrip("\n"), encoding="utf-8")
        return tmp_path

    return make


@pytest.fixture
def find(project: Callable[..., Path]) -> Callable[..., list[Finding]]:
    """The findings of one code in such a project, by the text alone."""

    def found(code: str, claims: str, more: Mapping[str, str] | None = None) -> list[Finding]:
        served = discover(project(claims, more))
        assert served is not None
        index = Indexer().build(served, read_document)
        groups = collect(served, index, Verdicts(), static=True, document=read_document)
        return [finding for group in groups.values() for finding in group if finding.code == code]

    return found


@pytest.fixture
def covered() -> Callable[[Finding], str]:
    """The text that a finding stands on."""
    return lambda finding: read_document(finding.path).slice(finding.span)
