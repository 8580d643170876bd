"""Foreign projects in a temporary folder, and verifiers that are closed whatever happens."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def _foreign() -> ModuleType:
    name = "tessera_worker_foreign"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("foreign.py"))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


_foreign()
"""Made under a name of its own, so that the tests can import it whatever the import mode."""


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Any]:
    """A small project of another layout than ours; see ``foreign.py``."""
    project = _foreign().Shop(tmp_path.resolve())
    yield project
    project.close()
