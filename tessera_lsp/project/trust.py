"""May a project's code run? What the user has said is kept in the user's state folder, by real root."""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tessera_lsp.storage import state_folder, write_whole


@dataclass(frozen=True)
class Decision:
    """What follows from what was said. ``reason`` is a sentence for the user; empty for ``run``."""

    action: Literal["run", "refuse", "ask"]
    reason: str


ASKING = "waiting for your answer (may this folder's code run?)"
"""Why nothing runs while nobody has said anything."""
NOT_TRUSTED = "not trusted: you have said that this folder may not run"
"""How the reason begins after the answer "never"."""
UNTRUSTED = "this workspace is not trusted"
"""Why nothing runs where the editor itself has asked."""


def decide(
    config_run: bool,
    option_run: bool | Literal["ask", "untrusted"] | None,
    remembered: bool | None,
    remedy: str = "",
) -> Decision:
    """Whether to run: a project's file can refuse and never grant; then the editor's option or setting
    ``run`` (None: not given, as ``"ask"``; ``"untrusted"``: the editor has a trust of its own, and has none
    in this folder); then what the user answered once for this root. ``remedy`` says how to take an answer
    back, see ``Trust.remedy``."""
    if not config_run:
        return Decision("refuse", "the project's pyproject.toml says run = false")
    if option_run is True:
        return Decision("run", "")
    if option_run == "untrusted":
        return Decision("refuse", UNTRUSTED)
    if option_run is False:
        return Decision("refuse", 'the editor\'s setting "run" is false')
    if remembered is True:
        return Decision("run", "")
    if remembered is False:
        return Decision("refuse", f"{NOT_TRUSTED}; {remedy}" if remedy else NOT_TRUSTED)
    return Decision("ask", ASKING)


class Trust:
    """The remembered answers. ``note`` tells what was wrong with their file, empty where nothing was."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or state_folder()) / "trust.json"
        self.note = ""

    @property
    def path(self) -> Path:
        """The file of the answers, there or not."""
        return self._path

    def remedy(self, root: Path) -> str:
        """How a user takes an answer about ``root`` back, as part of a sentence."""
        return f"`tessera-lsp trust {shlex.quote(str(root))}` lets it run (the answers are in {self._path})"

    def answers(self) -> dict[str, bool]:
        """All answers by real root."""
        return self._read()

    def granted(self, root: Path) -> bool | None:
        """What was answered for ``root``; None where nothing was. Never raises: a broken file is put aside
        under another name, and nothing is trusted."""
        return self._read().get(_key(root))

    def remember(self, root: Path, answer: bool) -> None:
        """Keep the answer for ``root``. Raises ``OSError`` where the folder can't be written."""
        self._write({**self._read(), _key(root): answer})

    def forget(self, root: Path) -> bool:
        """Forget the answer for ``root``; whether there was one. Raises ``OSError`` as ``remember``."""
        answers = self._read()
        if answers.pop(_key(root), None) is None:
            return False
        self._write(answers)
        return True

    def _write(self, answers: dict[str, bool]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"version": 1, "roots": answers}, indent=1, sort_keys=True)
        write_whole(self._path, text.encode("ascii"))

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
