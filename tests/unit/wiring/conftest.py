"""Small projects written for one test each, and what is found in them without running anything."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tessera_lsp.findings import collect
from tessera_lsp.index import Indexer
from tessera_lsp.index.model import Index
from tessera_lsp.project import discover, read_document
from tessera_lsp.rules.model import Finding
from tessera_lsp.verdicts import Verdicts

FILES = {
    "pyproject.toml": "[tool.tessera]\n",
    "acme/__init__.py": "",
    "acme/eval/__init__.py": "",
    "acme/eval/metrics.py": "def is_supported(claim, nodes, graph=None, shapes=()):\n    return False\n",
    "acme/eval/battery.py": """
        from dataclasses import dataclass

        @dataclass(frozen=True)
        class Battery:
            name: str
            build_graph: object = None
            claim_shapes: tuple = ()
        """,
    "acme/sales/__init__.py": "",
    "acme/sales/claims.py": """
        def net_total(claim, nodes, graph):
            return None

        def open_count(claim, nodes, graph):
            return None
        """,
    "acme/eval/registry.py": """
        from acme.eval.battery import Battery
        from acme.sales.claims import net_total, open_count

        def batteries():
            return (Battery(name="sales", claim_shapes=(net_total, open_count)),)
        """,
}


@dataclass(frozen=True)
class Looked:
    """What a project's text tells; ``verdicts`` may say what its run told."""

    root: Path
    index: Index
    indexer: Indexer

    def findings(self, codes: str = "TES2", verdicts: Verdicts | None = None) -> list[Finding]:
        """The findings whose code begins so."""
        project = discover(self.root)
        assert project is not None
        static = verdicts is None
        found = collect(project, self.index, verdicts or Verdicts(), static=static, document=read_document)
        return [f for group in found.values() for f in group if f.code.startswith(codes)]

    def told(self, codes: str = "TES2", verdicts: Verdicts | None = None) -> list[tuple[str, str]]:
        """Code and marked text of each finding."""
        found = self.findings(codes, verdicts)
        return [(f.code, read_document(f.path).slice(f.span)) for f in found]


@pytest.fixture
def look(tmp_path: Path) -> Callable[..., Looked]:
    """A project made of ``FILES`` and those given: relative path to text."""

    def make(files: Mapping[str, str]) -> Looked:
        root = tmp_path.resolve() / "project"
        for name, text in {**FILES, **files}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
        project = discover(root)
        assert project is not None
        indexer = Indexer()
        return Looked(root, indexer.build(project, read_document), indexer)

    return make


@pytest.fixture
def wire(look: Callable[..., Looked]) -> Callable[[str], Looked]:
    """The project with one battery whose shapes are given by an expression, behind further lines."""

    def make(expression: str, *lines: str, **files: str) -> Looked:
        """``files`` by their names' last parts: ``claims`` is the sales vertical's, ``more`` a module."""
        registry = "\n".join(
            [
                "from functools import partial",
                "from acme.eval.battery import Battery",
                "from acme.sales import claims",
                "from acme.sales.claims import *",
                *lines,
                "",
                "def batteries():",
                f"    return (Battery(name='sales', claim_shapes={expression}),)",
            ]
        )
        places = {"claims": "acme/sales/claims.py", "more": "acme/more.py"}
        return look({"acme/eval/registry.py": registry, **{places[k]: text for k, text in files.items()}})

    return make
