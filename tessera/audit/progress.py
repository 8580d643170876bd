"""How far an audit is: the figures so far, and what is needed to go on after an end that nobody planned."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tessera.audit.entries import LogError
from tessera.audit.tally import Tally, from_json

VERSION = 1
EVERY = 2.0
"""Seconds between two writings of the state."""


@dataclass(slots=True)
class Progress:
    """``ranges`` are done; ``lines`` of the log ``log`` are behind; ``written`` bytes of verdicts are on
    disk."""

    ranges: int = 0
    log: str = ""
    lines: int = 0
    written: int = 0
    tally: Tally = field(default_factory=Tally)

    def add(self, log: str, part: Tally) -> int:
        """Add the figures of the next range; how many lines of its log came before it."""
        if log != self.log:
            self.log, self.lines = log, 0
        before = self.lines
        part.shift(before)
        self.tally.add(part)
        self.lines += part.lines
        self.ranges += 1
        return before


class State:
    """A file that keeps progress between runs of the same audit.

    ``identity`` is all that must be the same for figures to be added up: logs, battery, code and records.
    """

    def __init__(self, path: Path, identity: dict[str, Any]) -> None:
        self._path, self._identity = path, identity
        self._saved = time.monotonic()

    def load(self) -> Progress:
        """Where to go on: the beginning, where there is no state. Raises ``LogError`` for one of another
        audit, or one that cannot be read."""
        again = f"; to begin anew, remove {self._path}"
        try:
            body = json.loads(self._path.read_text("utf-8"))
            known = body["identity"]
            changed = [key for key in self._identity if known.get(key) != self._identity[key]]
            if body["version"] != VERSION or changed:
                what = ", ".join(changed) or "version"
                raise LogError(f"{self._path} is the state of another audit ({what} differs){again}")
            return Progress(
                ranges=int(body["ranges"]),
                log=str(body["log"]),
                lines=int(body["lines"]),
                written=int(body["written"]),
                tally=from_json(body["tally"]),
            )
        except FileNotFoundError:
            return Progress()
        except OSError as error:
            raise LogError(f"{self._path}: {error.strerror or error}") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise LogError(f"{self._path}: no state of an audit: {error!r}{again}") from error

    def save(self, progress: Progress, *, now: bool = False) -> None:
        """Write the state, unless that was done a moment ago. The file is whole at any time.

        Raises ``LogError``."""
        if not now and time.monotonic() - self._saved < EVERY:
            return
        body = {
            "version": VERSION,
            "identity": self._identity,
            "ranges": progress.ranges,
            "log": progress.log,
            "lines": progress.lines,
            "written": progress.written,
            "tally": progress.tally.as_json(),
        }
        beside = self._path.with_name(f".{self._path.name}.new")
        try:
            with beside.open("w", encoding="utf-8") as file:
                json.dump(body, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self._path)
        except OSError as error:
            raise LogError(f"{self._path}: {error.strerror or error}") from error
        self._saved = time.monotonic()

    def remove(self) -> None:
        """The audit is done."""
        self._path.unlink(missing_ok=True)


def identity_of(
    logs: Sequence[str], battery: str, grammars: Sequence[str], records: str, size: int, roots: Iterable[Path]
) -> dict[str, Any]:
    """What an audit is made of. ``roots`` hold the code whose text counts: the project's and ours."""
    return {
        "logs": [[path, *_stamp(path)] for path in logs],
        "battery": battery,
        "grammars": list(grammars),
        "records": records,
        "code": _code(tuple(roots)),
        "range size": size,
    }


def _stamp(path: str) -> tuple[int, int]:
    found = os.stat(path)
    return found.st_size, found.st_mtime_ns


def _code(roots: tuple[Path, ...]) -> str:
    """A digest of the texts of all modules that are imported from below ``roots``."""
    found = hashlib.sha256()
    files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    for name in sorted(file for file in files if isinstance(file, str)):
        path = Path(name)
        if any(path.is_relative_to(root) for root in roots) and path.is_file():
            found.update(f"{path.name}\0".encode() + path.read_bytes())
    return found.hexdigest()
