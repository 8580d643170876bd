"""Small projects written for one test each, and their index."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tessera_lsp.index import Indexer
from tessera_lsp.index.model import Index
from tessera_lsp.project import Project, discover, read_document
from tessera_lsp.text import Document

CORE = """
def is_supported(claim, nodes, graph=None, shapes=()):
    return any(shape(claim, nodes, graph) for shape in shapes)
"""
BATTERY = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Battery:
    name: str
    gold_dir: object = None
    build_graph: object = None
    build_kb: object = None
    answer: object = None
    synthetic: object = None
    claim_shapes: tuple = ()
"""
CLAIMS = """
def net_total(claim, nodes, graph):
    return None

def open_count(claim, nodes, graph):
    return None
"""


def written(root: Path, files: Mapping[str, str]) -> Path:
    """Write ``files`` (relative path to text) below ``root``; each package gets its ``__init__.py``."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(textwrap.dedent(text).lstrip("\n").encode())
    return root


@dataclass
class Served:
    """A project with its indexer; ``open`` are the editor's texts by path relative to the root."""

    project: Project
    indexer: Indexer = field(default_factory=Indexer)
    open: dict[str, Document] = field(default_factory=dict)
    saved: dict[str, Document] = field(default_factory=dict)

    def text(self, path: str) -> Document:
        if path in self.open:
            return self.open[path]
        if path not in self.saved:
            self.saved[path] = read_document(path)
        return self.saved[path]

    def edit(self, name: str, text: str) -> None:
        path = str(self.project.root / name)
        version = (self.open[path].version or 0) + 1 if path in self.open else 1
        self.open[path] = Document(f"file:{path}", version, text)

    def index(self) -> Index:
        return self.indexer.build(self.project, self.text)


@pytest.fixture
def serve(tmp_path: Path) -> Callable[..., Served]:
    """Serve a project made of files; ``at`` is the file from which it is discovered."""

    def make(files: Mapping[str, str], at: str = ".") -> Served:
        root = written(tmp_path / "project", {"pyproject.toml": "[tool.tessera]\n", **files})
        project = discover(root / at)
        assert project is not None
        return Served(project)

    return make


@pytest.fixture
def wire(serve: Callable[..., Served]) -> Callable[..., Index]:
    """The index of a flat package ``acme`` with one vertical and the given registry."""

    def make(registry: str, claims: str = CLAIMS, **more: str) -> Index:
        """``more`` are further modules by dotted name, with ``_0_`` for the dot."""
        files = {
            "acme/__init__.py": "",
            "acme/eval/__init__.py": "",
            "acme/eval/metrics.py": CORE,
            "acme/eval/battery.py": BATTERY,
            "acme/eval/registry.py": registry,
            "acme/sales/__init__.py": "",
            "acme/sales/claims.py": claims,
        }
        files.update({name.replace("_0_", "/") + ".py": text for name, text in more.items()})
        return serve(files).index()

    return make


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder of which the ones above hold no project."""
    folder = tmp_path / "root"
    folder.mkdir()
    return folder
