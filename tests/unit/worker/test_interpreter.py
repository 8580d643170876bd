"""Which interpreter runs the project, and what is said when it cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tessera_worker_foreign import LONGEST, Shop

from tessera_lsp import wire
from tessera_lsp.verify import Interpreter, find_interpreter

PYENV = Path(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))) / "versions"


def environment(shop: Shop, name: str, answer: str) -> Path:
    """An environment whose python says what it is told to say."""
    folder = shop.root / name
    (folder / "bin").mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text("")
    python = folder / "bin" / "python"
    python.write_text(f"#!/bin/sh\nprintf '{answer}'\n")
    python.chmod(0o755)
    return python


def test_the_order_in_which_an_interpreter_is_looked_for(shop: Shop) -> None:
    """Configuration, the editor's setting, the active environment, .venv, venv, the server's own."""
    own = environment(shop, "own", "python 3.10.1")
    active = environment(shop, "active", "python 3.10.2").parent.parent
    found: list[str] = []
    config = shop.config
    shop.config = config.__class__(python="own/bin/python")
    environ = {"VIRTUAL_ENV": str(active)}
    editors = environment(shop, "editors", "python 3.10.5")
    found.append(_path(find_interpreter(shop.project(), str(editors), environ)))
    shop.config = config
    found.append(_path(find_interpreter(shop.project(), str(editors), environ)))
    found.append(_path(find_interpreter(shop.project(), "", environ)))
    environment(shop, "venv", "python 3.10.4")
    found.append(_path(find_interpreter(shop.project(), "", {})))
    environment(shop, ".venv", "python 3.10.3")
    found.append(_path(find_interpreter(shop.project(), "", {})))
    assert found == [
        str(own),
        str(editors),
        str(active / "bin/python"),
        str(shop.root / "venv/bin/python"),
        str(shop.root / ".venv/bin/python"),
    ]


def test_without_any_the_servers_own_runs(shop: Shop) -> None:
    found = find_interpreter(shop.project(), "", {})
    assert isinstance(found, Interpreter)
    assert (found.path, found.version) == (sys.executable, ".".join(map(str, sys.version_info[:3])))


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("nowhere/python", "there is no interpreter at"),
        ("acme/core.py", "is not a program that can be run"),
        ("old/bin/python", "is Python 3.8.2: the worker needs 3.9 or newer"),
        ("odd/bin/python", "did not answer as Python 3.9 or newer does"),
    ],
)
def test_an_interpreter_that_cannot_run_says_why(shop: Shop, setting: str, said: str) -> None:
    environment(shop, "old", "python 3.8.2")
    environment(shop, "odd", "hello")
    found = find_interpreter(shop.project(), setting, {})
    assert isinstance(found, str)
    assert said in found


def test_a_python_that_is_too_old_says_so_as_a_worker_too() -> None:
    main = Path(wire.__file__).parents[1] / "worker" / "main.py"
    for version in ("2.7", "3.8"):
        found = sorted(PYENV.glob(f"{version}.*/bin/python"))
        if not found:
            pytest.skip(f"no Python {version} under {PYENV}")
        command = [found[-1], main, "0", "1"]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        assert ended.returncode == 3
        assert ended.stderr == f"tessera needs Python 3.9 or newer; this is {version}\n"


def test_an_interpreter_that_ends_at_once_is_told(shop: Shop) -> None:
    path = environment(shop, "brief", "no such luck")
    shop.interpreter = Interpreter(str(path), "a test's", "3.11.0")
    verdicts = shop.start().wait(LONGEST)
    assert verdicts.state == "failed"
    assert "no such luck" in verdicts.reason


def test_a_platform_without_fork_says_so(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.write("site/sitecustomize.py", "import os\ndel os.fork\n")
    monkeypatch.setenv("PYTHONPATH", str(shop.root / "site"))
    verdicts = shop.start().wait(LONGEST)
    assert verdicts.state == "failed"
    assert "not supported on this platform yet" in verdicts.reason


def _path(found: Interpreter | str) -> str:
    assert isinstance(found, Interpreter), found
    return found.path
