"""Gives the harness's tests its modules: tests are no package."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).resolve().parent
WORKSPACES = HERE.parent / "workspaces"


def _module(name: str) -> ModuleType:
    known = f"tessera_harness_{name}"
    if known not in sys.modules:
        spec = importlib.util.spec_from_file_location(known, HERE / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[known] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[known])
    return sys.modules[known]


@pytest.fixture
def markers() -> ModuleType:
    """``markers.py``."""
    return _module("markers")


@pytest.fixture
def client() -> ModuleType:
    """``client.py``."""
    return _module("client")


@pytest.fixture
def workspace(tmp_path: Path, markers: ModuleType) -> Callable[[str], Path]:
    """Copies a workspace, what it lies over included, and gives the copy's real path."""

    def copy(name: str) -> Path:
        target = tmp_path.resolve() / "workspaces" / name
        for layer in markers.layers(WORKSPACES / name):
            shutil.copytree(layer, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        return target

    return copy
