"""Logged answers whose claims count as evidence: the JSON lines that the key ``logs`` names.

A line is ``{"answer": id, "claims": [{"text": sentence, "citations": [record id, …]}, …]}``; further keys are
allowed. Only regular files are read, and no more of them than counts.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from tessera_lsp.project.model import LoggedClaim

CLAIMS = 20_000
"""Claims that are taken, those that say the same counted once."""
BYTES = 64 * 1024 * 1024
"""Bytes of all logs that are read."""
_LINE = 8 * 1024 * 1024
_NAMED = 5
"""Broken lines of a file that are named."""


@dataclass(frozen=True)
class LogProblem:
    """``kind``: ``missing`` (the file can't be read), ``broken`` (lines of it can't), ``cut`` (not all of it
    was taken)."""

    kind: str
    message: str


@dataclass(frozen=True)
class Logs:
    """What the logs of a project hold. ``files`` are the real paths that they were looked for at."""

    claims: tuple[LoggedClaim, ...] = ()
    problems: tuple[LogProblem, ...] = ()
    files: tuple[str, ...] = ()


def read_logs(root: Path, names: Sequence[str]) -> Logs:
    """The logs that ``names`` name, relative to ``root``. Never raises: what is wrong becomes a problem."""
    reading = _Reading()
    files = tuple(dict.fromkeys(os.path.realpath(root / name) for name in names))
    for name in names:
        if not reading.full:
            reading.file(name, os.path.realpath(root / name))
    if reading.full:
        reading.problems.append(
            LogProblem(
                "cut",
                f"the logs hold more than {CLAIMS:,} different claims or {BYTES >> 20} MiB: the first ones "
                "count, the rest is not looked at",
            )
        )
    claims = [LoggedClaim(text, cited, times) for (text, cited), times in reading.claims.items()]
    return Logs(tuple(claims), tuple(reading.problems), files)


class _Reading:
    def __init__(self) -> None:
        self.claims: dict[tuple[str, tuple[str, ...]], int] = {}
        self.problems: list[LogProblem] = []
        self.full = False
        self._bytes = 0

    def file(self, name: str, path: str) -> None:
        broken: list[tuple[int, str]] = []
        try:
            with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise OSError(0, "it is no file")
                for number, line in enumerate(self._lines(file), 1):
                    try:
                        self._take(line)
                    except ValueError as error:
                        broken.append((number, str(error)))
                    if self.full:
                        break
        except OSError as error:
            way_out = "paths are relative to the project's root; mend it, or take it out of logs"
            self.problems.append(LogProblem("missing", f"{name} cannot be read: {error.strerror}; {way_out}"))
        if broken:
            self.problems.append(LogProblem("broken", _said(name, broken)))

    def _lines(self, file: BinaryIO) -> Iterator[bytes | None]:
        """The lines; None for one that is too long."""
        while line := file.readline(_LINE):
            self._bytes += len(line)
            whole = len(line) < _LINE or line.endswith(b"\n")
            while len(line) == _LINE and not line.endswith(b"\n"):
                line = file.readline(_LINE)
                self._bytes += len(line)
            yield line if whole else None
            if self._bytes > BYTES:
                self.full = True

    def _take(self, line: bytes | None) -> None:
        if line is None:
            raise ValueError(f"it is longer than {_LINE >> 20} MiB")
        if not line.strip():
            return
        for claim in _claims(line):
            if claim not in self.claims and len(self.claims) >= CLAIMS:
                self.full = True
                return
            self.claims[claim] = self.claims.get(claim, 0) + 1


def _claims(line: bytes) -> list[tuple[str, tuple[str, ...]]]:
    """The claims of one line. Raises ``ValueError`` with what is wrong."""
    try:
        body = json.loads(line.decode("utf-8").rstrip())
    except UnicodeDecodeError as error:
        raise ValueError(f"no UTF-8: byte {error.start + 1}") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"no JSON: {error.msg}, column {error.colno}") from error
    except RecursionError as error:
        raise ValueError("no JSON that can be read: it is nested too deep") from error
    if not isinstance(body, dict) or not isinstance(body.get("claims"), list):
        raise ValueError('it is no object with a list "claims"')
    answer = body.get("answer")
    if isinstance(answer, bool) or not isinstance(answer, str | int):
        raise ValueError('"answer" is no id')
    return [_claim(number, claim) for number, claim in enumerate(body["claims"], 1)]


def _claim(number: int, claim: object) -> tuple[str, tuple[str, ...]]:
    text = claim.get("text") if isinstance(claim, dict) else None
    cited = claim.get("citations") if isinstance(claim, dict) else None
    if not isinstance(text, str):
        raise ValueError(f"claim {number} has no text")
    if not isinstance(cited, list) or not all(isinstance(one, str) for one in cited):
        raise ValueError(f'the "citations" of claim {number} are no list of record ids')
    return text, tuple(cited)


def _said(name: str, broken: Sequence[tuple[int, str]]) -> str:
    number, why = broken[0]
    more = [str(at) for at, _ in broken[1:]]
    rest = ""
    if more:
        rest = f", nor {'is line' if len(more) == 1 else 'are lines'} {', '.join(more[:_NAMED])}"
        rest += f" and {len(more) - _NAMED:,} more" if len(more) > _NAMED else ""
    return f"{name}:{number} is no logged answer: {why}{rest}; what can be read counts"
