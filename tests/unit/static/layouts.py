"""Packages with the names of the contract, written where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tessera_lsp.project import Project, discover

CORE = "def is_supported(claim, nodes, graph=None, shapes=()):\n    return False\n"
REGISTRY = (
    "from .battery import Battery\n\n\ndef batteries():\n    return (Battery(name='x', claim_shapes=()),)\n"
)
HARNESS = "def run_eval(batteries=None):\n    return None\n"
CLAIMS = "def shape(claim, nodes, graph):\n    return None\n"


def package(name: str, folder: str = "") -> dict[str, str]:
    """A package with the names of the contract."""
    base = f"{folder}{name}"
    return {
        f"{base}/__init__.py": "",
        f"{base}/eval/__init__.py": "",
        f"{base}/eval/battery.py": "class Battery:\n    pass\n",
        f"{base}/eval/metrics.py": CORE,
        f"{base}/eval/registry.py": REGISTRY,
        f"{base}/eval/harness.py": HARNESS,
        f"{base}/sales/__init__.py": "",
        f"{base}/sales/claims.py": CLAIMS,
    }


def write(root: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found(start: Path) -> Project:
    project = discover(start)
    assert project is not None
    return project


def claims(project: Project) -> list[str]:
    return [path.relative_to(project.root).as_posix() for path in project.claims]
