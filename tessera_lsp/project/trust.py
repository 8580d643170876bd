"""May a project's code run? What the user has said is kept in the user's state folder, by real root."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class Decision:
    """What follows from what was said. ``reason`` is a sentence for the user; empty for ``run``."""

    action: Literal["run", "refuse", "ask"]
    reason: str


def decide(config_run: bool, option_run: bool | Literal["ask"] | None, remembered: bool | None) -> Decision:
    """Whether to run: a project's file can refuse and never grant; then the editor's option or setting
    ``run`` (None: not given, as ``"ask"``); then what the user answered once for this root."""
    if not config_run:
        return Decision("refuse", "the project's pyproject.toml says run = false")
    if option_run is True:
        return Decision("run", "")
    if option_run is False:
        return Decision("refuse", 'the editor\'s setting "run" is false')
    if remembered is True:
        return Decision("run", "")
    if remembered is False:
        return Decision("refuse", 'you have said that this folder may not run; set "run" to true to run it')
    return Decision("ask", "nobody has said yet whether this project's code may run")


def state_folder() -> Path:
    """The folder for what this program keeps between sessions: below ``XDG_STATE_HOME`` where that is set,
    else where the platform keeps such things."""
    given = os.environ.get("XDG_STATE_HOME", "")
    if given and os.path.isabs(given):
        base = Path(given)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path.home() / ".local" / "state"
    return base / "tessera-lsp"


class Trust:
    """The remembered answers. ``note`` tells what was wrong with their file, empty where nothing was."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or state_folder()) / "trust.json"
        self.note = ""

    def granted(self, root: Path) -> bool | None:
        """What was answered for ``root``; None where nothing was. Never raises: a broken file is put aside
        under another name, and nothing is trusted."""
        return self._read().get(_key(root))

    def remember(self, root: Path, answer: bool) -> None:
        """Keep the answer for ``root``. Raises ``OSError`` where the folder can't be written."""
        answers = {**self._read(), _key(root): answer}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix="trust-", suffix=".json")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                json.dump({"version": 1, "roots": answers}, file, indent=1, sort_keys=True)
            os.replace(name, self._path)
        except BaseException:
            os.unlink(name)
            raise

    def _read(self) -> dict[str, bool]:
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.note = f"{self._path} cannot be read ({error.strerror}): nothing is trusted"
            return {}
        try:
            content = json.loads(data)
            roots = content["roots"] if content["version"] == 1 else None
            if not isinstance(roots, dict) or not all(isinstance(value, bool) for value in roots.values()):
                raise ValueError("not the answers of this program")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            self._put_aside(error)
            return {}
        return roots

    def _put_aside(self, error: Exception) -> None:
        aside = self._path.with_suffix(".broken.json")
        try:
            os.replace(self._path, aside)
            where = f"kept as {aside.name}"
        except OSError as failed:
            where = f"and it cannot be moved: {failed.strerror}"
        self.note = f"{self._path} is broken ({error}), {where}: nothing is trusted"


def _key(root: Path) -> str:
    return os.path.realpath(root)
