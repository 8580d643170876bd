"""Which Python runs the project, and whether it can."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tessera_lsp.project import Project

OLDEST = (3, 9)


@dataclass(frozen=True)
class Interpreter:
    """A Python that can run the worker. ``path`` is absolute, its links not followed: a virtual environment
    is known by the link. ``reason`` says in words why it was chosen, ``version`` is as in ``3.12.1``."""

    path: str
    reason: str
    version: str


class _NoInterpreterError(Exception):
    """The interpreter that decides cannot run the project; the message says why, and the way out."""


def find_interpreter(
    project: Project, setting: str = "", environ: Mapping[str, str] = os.environ
) -> Interpreter | str:
    """The project's interpreter, or why there is none and the way out (TES901).

    In order: ``python`` of ``[tool.tessera]`` (relative to the root), the editor's ``setting``,
    ``VIRTUAL_ENV``, ``.venv`` and ``venv`` at the root, the Python that runs this. The first that is named or
    there decides: one that cannot run is not passed over in silence. It is started once, to ask for its
    version, so this is for trusted projects only.
    """
    for path, reason in _candidates(project, setting, environ):
        try:
            return Interpreter(path, reason, _version(path, reason))
        except _NoInterpreterError as error:
            return str(error)
    return "no Python interpreter was found: set 'python' in [tool.tessera]"


def _candidates(project: Project, setting: str, environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    root = project.root
    if project.config.python:
        yield _named(root, project.config.python), "'python' in [tool.tessera]"
    if setting:
        yield _named(root, setting), "the editor's setting"
    active = environ.get("VIRTUAL_ENV", "")
    if active and os.path.isdir(active):
        yield _python_of(Path(active)), "the active environment (VIRTUAL_ENV)"
    for name in (".venv", "venv"):
        if (root / name / "pyvenv.cfg").is_file():
            yield _python_of(root / name), f"the project's {name}"
    if sys.executable:
        yield sys.executable, "the Python that runs tessera-lsp"


def _named(root: Path, text: str) -> str:
    path = Path(os.path.expanduser(text))
    path = path if path.is_absolute() else root / path
    return _python_of(path) if path.is_dir() else os.path.abspath(path)


def _python_of(environment: Path) -> str:
    if os.name == "nt":
        return os.path.abspath(environment / "Scripts" / "python.exe")
    return os.path.abspath(environment / "bin" / "python")


def _version(path: str, reason: str) -> str:
    about = f"{path} ({reason})"
    if not os.path.exists(path):
        raise _NoInterpreterError(
            f"there is no interpreter at {about}: correct the path, or make the environment"
        )
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        raise _NoInterpreterError(f"{about} is not a program that can be run: name a Python interpreter")
    if path == sys.executable:  # it runs this: nothing has to be asked
        return ".".join(map(str, sys.version_info[:3]))
    ask = "import sys; sys.stdout.write('python %d.%d.%d' % sys.version_info[:3])"
    try:
        answer = subprocess.run(
            [path, "-I", "-S", "-c", ask],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=20,
            check=False,
        ).stdout.decode("ascii", "replace")
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _NoInterpreterError(f"{about} could not be started: {error}") from None
    word, _, version = answer.partition(" ")
    parts = version.split(".")
    if word != "python" or not all(part.isdigit() for part in parts):
        # Python 2 and the oldest Python 3 know neither option; whatever else it is, it is no Python of ours.
        raise _NoInterpreterError(f"{about} did not answer as Python 3.9 or newer does: name another one")
    if tuple(map(int, parts[:2])) < OLDEST:
        raise _NoInterpreterError(f"{about} is Python {version}: the worker needs 3.9 or newer")
    return version
