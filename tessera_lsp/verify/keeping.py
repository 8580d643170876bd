"""Outcomes of whole runs, kept in the user's cache folder for the next run of which everything is the same.

What a run was asked (``_setting``, ``_request``) is known before it begins; what it hung on besides, its
processes tell when they are done (``wire.Observed``). An outcome is taken in place of a run where both are
what they were.
What code is kept at all is decided in the worker (``worker/purity.py``).
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tessera_lsp import __version__, wire
from tessera_lsp.project import Project
from tessera_lsp.storage import cache_folder
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify import outcomes
from tessera_lsp.verify.interpreter import Interpreter
from tessera_lsp.verify.kept_file import Entry, KeptFile, compressed, expanded
from tessera_lsp.verify.loading import load_message
from tessera_lsp.wire import seen

_OWN = Path(__file__).resolve().parents[1]
_SETTLED = 2 * 10**9
"""Nanoseconds after which a file that has not changed its times has not changed at all."""


class Keeping:
    """What is kept of one run: asked for before it, handed over after it. ``log`` is told of what is broken,
    and why something is not kept."""

    def __init__(self, project: Project, interpreter: Interpreter, log: Callable[[str], None]) -> None:
        self._log = log
        self._root = str(project.root)
        self._network = project.config.network
        self._setting = _setting(project, interpreter)
        self._file = KeptFile(self.place(project), log)
        self._entries = self._file.entries()

    @staticmethod
    def place(project: Project) -> Path:
        """The file of a project, there or not."""
        return cache_folder() / "verdicts" / f"{_digest(str(project.root))[:32]}.kept"

    def is_likely(self) -> bool:
        """Whether ``find`` may have something, as far as that is known before the samples are: nothing is
        read for it."""
        return any(self._may_stand(entry.about) for entry in self._entries)

    def _may_stand(self, about: dict[str, Any]) -> bool:
        try:
            own = [path for path in about["files"] if path.startswith(self._root)]
            same = all(list(_signature(path) or ()) == about["files"][path][0] for path in own)
            return bool(about["setting"] == self._setting) and same
        except (KeyError, TypeError, IndexError, AttributeError):
            return True  # ``find`` says what is wrong with it

    def find(self, items: tuple[wire.Item, ...], measured: bool) -> Verdicts | None:
        """The outcome of an earlier run that this one would have; None where it has to be made."""
        request = _request(self._setting, items, measured)
        for entry in self._entries:
            try:
                if entry.about["request"] == request and _stands(entry.about):
                    return outcomes.from_bytes(expanded(entry.body))
            except (ValueError, KeyError, TypeError) as error:
                self._log(f"{self._file.path} holds what cannot be read ({error!r}): it is removed")
                self._file.remove()
                return None
        return None

    def keep(
        self,
        items: tuple[wire.Item, ...],
        measured: bool,
        verdicts: Verdicts,
        observed: Iterable[wire.Observed],
    ) -> None:
        """Keep what a run has come to, unless that may be another thing next time."""
        told = tuple(observed)
        why = self._why_not(verdicts, told)
        about = {} if why else self._about(told, _request(self._setting, items, measured))
        why = why or about.pop("doubt", "")
        if why:
            self._log(f"{self._root}: the verdicts are not kept for the next run: {why}")
            return
        self._file.add(Entry(about, compressed(outcomes.to_bytes(verdicts))))

    def _why_not(self, verdicts: Verdicts, told: tuple[wire.Observed, ...]) -> str:
        if self._network:
            return "network = true in [tool.tessera]"
        if not told:
            return "the worker has not told what it has seen"
        doubts = [one.doubt for one in told if one.doubt]
        return doubts[0] if doubts else outcomes.why_not(verdicts)

    def _about(self, told: tuple[wire.Observed, ...], request: str) -> dict[str, Any]:
        """All that has to be the same, or ``doubt``: what was not even the same while it ran."""
        files: dict[str, list[Any]] = {}
        folders: dict[str, str] = {}
        looks: dict[str, str] = {}
        for one in told:
            for path, signature in one.files.items():
                if files.setdefault(path, [list(signature)])[0] != list(signature):
                    return {"doubt": f"{path} changed meanwhile"}
            for held, seen_then in ((folders, one.folders), (looks, one.looks)):
                for path, answer in seen_then.items():
                    if held.setdefault(path, answer) != answer:
                        return {"doubt": f"{path} changed meanwhile"}
        for path, entry in files.items():
            digest = _content(path) if entry[0] else ""
            if digest is None or list(_signature(path) or ()) != entry[0]:
                return {"doubt": f"{path} changed meanwhile, or cannot be read"}
            entry.append(digest)
        about: dict[str, Any] = {"request": request, "setting": self._setting, "when": time.time_ns()}
        about.update(files=files, folders=folders, looks=looks)
        changed = _difference(about)
        return {"doubt": f"{changed} changed meanwhile"} if changed else about


def _stands(about: dict[str, Any]) -> bool:
    return not _difference(about)


def _difference(about: dict[str, Any]) -> str:
    """A path that is not what it was, else empty."""
    for path, (signature, digest) in about["files"].items():
        now = _signature(path)
        if now is None or bool(now) != bool(signature):
            return str(path)
        settled = not signature or about["when"] - signature[2] > _SETTLED
        if (list(now) != signature or not settled) and signature and _content(path) != digest:
            return str(path)
    for path, listing in about["folders"].items():
        if seen.listing(path) != listing:
            return str(path)
    for question, answer in about["looks"].items():
        if seen.look(question) != answer:
            return str(question)
    return ""


def _signature(path: str) -> tuple[int, ...] | None:
    try:
        return seen.signature(path)
    except (OSError, ValueError):
        return None


def _content(path: str) -> str | None:
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return None


def _setting(project: Project, interpreter: Interpreter) -> str:
    """A digest of what is known before a run, but for what it is asked."""
    program = os.path.realpath(interpreter.path)
    load = replace(load_message(project), observe=True)
    known = {
        "version": __version__,
        "code": _own_code(),
        "load": wire.plain(load),
        "interpreter": [interpreter.path, interpreter.version, program, _signature(program)],
        "environment": sorted((k, v) for k, v in os.environ.items() if k not in seen.VOLATILE),
        "user": [os.getuid(), os.getgid()] if hasattr(os, "getuid") else [],
    }
    return _digest(json.dumps(known, separators=(",", ":")))


def _request(setting: str, items: tuple[wire.Item, ...], measured: bool) -> str:
    """A digest of all that is known before a run."""
    asked = {"setting": setting, "items": [wire.plain(item) for item in items], "measured": measured}
    return _digest(json.dumps(asked, separators=(",", ":")))


def _own_code() -> str:
    """A digest of the code that runs projects and takes in what it tells."""
    found = hashlib.sha256()
    paths = [_OWN / "verdicts.py"]
    for part in ("wire", "worker", "verify"):
        paths += sorted((_OWN / part).glob("*.py"))
    for path in paths:
        found.update(path.read_bytes())
        found.update(b"\0")
    return found.hexdigest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
