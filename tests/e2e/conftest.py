"""Editors and projects for the tests that talk to the real server, worker and all."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import pytest_asyncio

REPOSITORY = Path(__file__).resolve().parents[2]


def _harness(module: str = "client") -> ModuleType:
    """A module of ``tests/harness``: tests are no package."""
    name = f"tessera_harness_{module}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, REPOSITORY / "tests/harness" / f"{module}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


@pytest.fixture
def harness() -> ModuleType:
    """The module of the driven editor."""
    return _harness()


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """A copy of the shipped project: the verifier with its verticals, and nothing of the server."""
    root = tmp_path / "shipped"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(REPOSITORY / "tessera", root / "tessera", ignore=ignore)
    (root / "pyproject.toml").write_text('[tool.tessera]\nclaims = ["tessera/*/claims.py"]\n')
    return root.resolve()


@pytest.fixture
def depot(tmp_path: Path) -> Path:
    """A copy of a small foreign project without findings: one battery, one shape, three samples."""
    root = tmp_path / "depot project"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(REPOSITORY / "tests" / "workspaces" / "clean", root, ignore=ignore)
    for path in root.rglob("*.py"):  # without the marker harness's comments, which quote the samples
        path.write_text(re.sub(r"(?m)^[ ]*#@.*\n", "", path.read_text()))
    return root.resolve()


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """The environment of a user who has not been asked anything yet."""
    made: dict[str, str] = _harness().environment(tmp_path / "state")
    return made


@pytest.fixture
def neovim(
    shipped: Path, env: dict[str, str], harness: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    """A real Neovim in the shipped project's copy; see ``tests/harness/neovim.py``."""
    command = [part.replace("sys.argv[1:] = []; ", "") for part in harness.COMMAND]
    yield from _harness("neovim").started(shipped, env, command, tmp_path, monkeypatch)


@pytest.fixture
def terminal() -> ModuleType:
    """``tests/harness/terminal.py``."""
    return _harness("terminal")


@pytest.fixture
def neovim_binary() -> str:
    """Neovim's command."""
    found: str = _harness("neovim").binary()
    return found


@pytest_asyncio.fixture
async def start(env: dict[str, str]) -> AsyncIterator[Callable[..., Awaitable[Any]]]:
    """``await start(root, run=True, ...)``: an editor with a server, ended when the test is over."""
    editors: list[Any] = []

    async def starting(root: Path, run: Any = True, **more: Any) -> Any:
        options = more.pop("options", None if run is None else {"run": run})
        editor = await _harness().Editor.start(root, more.pop("env", env), options=options, **more)
        editors.append(editor)
        return editor

    yield starting
    for editor in editors:
        await editor.kill()
