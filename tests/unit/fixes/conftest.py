"""A project on disk whose findings are mended: one battery of one vertical."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tessera_lsp.fixes import Fix, applied, fixes_for, rewrites_at
from tessera_lsp.project import discover
from tessera_lsp.review.run import Examined, examine
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.text import Document, Span

CLAIMS = "depot/stock/claims.py"
REGISTRY = "depot/registry.py"
FILES = {
    "pyproject.toml": "[tool.tessera]\n",
    "depot/__init__.py": "",
    "depot/stock/__init__.py": "",
    "depot/battery.py": (
        "class Battery:\n    def __init__(self, name, claim_shapes=()):\n"
        "        self.name, self.claim_shapes = name, claim_shapes\n"
    ),
    "depot/metrics.py": "def is_supported(claim, nodes, graph=None, shapes=()):\n    return False\n",
    REGISTRY: '''\
"""The batteries."""

from depot.battery import Battery
from depot.stock import claims


def stock():
    return Battery(name="stock", claim_shapes=(claims.weight,))


def batteries():
    return (stock(),)
''',
    CLAIMS: '''\
"""Claims about crates."""

import re


def weight(claim, nodes, graph):
    """The weight."""
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg", claim.text)
    if match is None:
        return None
    return nodes[match[1]].weight == int(match[2])
''',
}
COLOUR = '''

def colour(claim, nodes, graph):
    """The colour."""
    match = re.fullmatch(r"Crate (\\d+) is (\\w+)", claim.text)
    if match is None:
        return None
    return nodes[match[1]].colour == match[2]
'''


@dataclass
class Workshop:
    """A project on disk. ``look`` finds without running; ``mend`` makes a fix and looks again."""

    root: Path

    def write(self, files: Mapping[str, str]) -> Workshop:
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        return self

    def read(self, name: str) -> str:
        return (self.root / name).read_bytes().decode()

    def look(self) -> Examined:
        project = discover(self.root)
        assert project is not None
        return examine(project, static=True)

    def facts(self, examined: Examined) -> Facts:
        return Facts(
            examined.project, examined.index, examined.verdicts, static=True, document=examined.texts
        )

    def findings(self, code: str) -> list[Finding]:
        return [f for group in self.look().findings.values() for f in group if f.code == code]

    def fixes(self, code: str) -> tuple[Fix, ...]:
        """The fixes of the first finding with this code."""
        examined = self.look()
        found = [f for group in examined.findings.values() for f in group if f.code == code]
        assert found, f"no {code} among {[*examined.findings.values()]}"
        return fixes_for(self.facts(examined), found[0])

    def rewrites(self, name: str, on: str) -> tuple[Fix, ...]:
        """The rewrites where a cursor stands at the beginning of ``on``."""
        examined = self.look()
        document = examined.texts(str(self.root / name))
        at = document.position(document.text.index(on))
        return rewrites_at(self.facts(examined), str(self.root / name), Span(at, at))

    def make(self, fix: Fix) -> None:
        """Write the fix to disk; every Python file that it changes still parses."""
        examined = self.look()
        for path in fix.paths:
            before: Document = examined.texts(path)
            text = applied(before, [edit for edit in fix.edits if edit.path == path])
            Path(path).write_bytes(text.encode())
            if path.endswith(".py"):
                ast.parse(text)

    def mend(self, code: str, title: str = "") -> Fix:
        """Make the first fix, whose title begins so, of the first finding of this code; the finding is gone
        then."""
        before = self.findings(code)
        fix = next(fix for fix in self.fixes(code) if fix.title.startswith(title))
        self.make(fix)
        after = {(f.path, f.message) for f in self.findings(code)}
        assert (before[0].path, before[0].message) not in after
        return fix


@pytest.fixture
def workshop(tmp_path: Path) -> Callable[..., Workshop]:
    """``workshop({path: text})``: the small project with these files in place of its own."""

    def make(files: Mapping[str, str] | None = None) -> Workshop:
        return Workshop(tmp_path.resolve()).write({**FILES, **(files or {})})

    return make


@pytest.fixture
def base() -> dict[str, str]:
    """The files of the small project, without findings."""
    return dict(FILES)


@pytest.fixture
def colour() -> str:
    """A second shape, to be appended to the claims file."""
    return COLOUR
