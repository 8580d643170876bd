"""Logs divided into ranges that can be read apart from each other, in one order that never changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tessera.audit.entries import LogError

SIZE = 1 << 20
"""Bytes of a range of JSON lines, about."""
LINE = 64 << 20
"""Bytes that one line may have; a longer one is broken."""
_BOM = b"\xef\xbb\xbf"
_COMPRESSED = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstandard"}
PARQUET = b"PAR1"


@dataclass(frozen=True, slots=True)
class Range:
    """A part of a log: the lines that begin in the bytes from ``start`` to ``end``, 0-based, the end
    excluded; of a Parquet file the row group ``group``, which is -1 for JSON lines. ``name`` is what the log
    is called, ``path`` where it is."""

    name: str
    path: str
    start: int
    end: int
    group: int = -1


@dataclass(frozen=True, slots=True)
class Line:
    """A line's bytes without its end; None for one that is longer than ``LINE``. ``number`` counts within the
    range, from 1."""

    number: int
    data: bytes | None


def plan(logs: Iterable[tuple[str, str]], size: int = SIZE) -> Iterator[Range]:
    """The ranges of all logs (name and path), in order. Raises ``LogError`` for one that cannot be read."""
    seen: set[str] = set()
    for name, path in logs:
        if name in seen:
            raise LogError(f"{name} is named twice: its answers would count double")
        seen.add(name)
        try:
            with Path(path).open("rb") as file:
                head = file.read(6)
                end = file.seek(0, 2)
        except OSError as error:
            raise LogError(f"{name}: {error.strerror or error}") from error
        if head.startswith(PARQUET):
            from tessera.audit.parquet import groups

            yield from (Range(name, path, 0, 0, group) for group in range(groups(path)))
            continue
        for magic, kind in _COMPRESSED.items():
            if head.startswith(magic):
                raise LogError(f"{name} is compressed ({kind}): unpack it, or pipe it: … | tessera audit -")
        yield from (Range(name, path, at, min(at + size, end)) for at in range(0, end, size))


def lines(part: Range) -> Iterator[Line]:
    """The lines that begin in a range; the last may end behind it. A line ends with ``\\n``; a ``\\r`` before
    it is no part of it."""
    with Path(part.path).open("rb") as file:
        at = part.start
        if at:
            file.seek(at - 1)
            at += _skip_line(file) - 1  # what began before belongs to the range before
        number = 0
        while at < part.end:
            data = file.readline(LINE + 1)
            if not data:
                return
            length = len(data)
            if at == 0 and data.startswith(_BOM):
                data = data[len(_BOM) :]
                if not data:
                    return
            number += 1
            at += length
            if len(data) > LINE and not data.endswith(b"\n"):
                at += _skip_line(file)
                yield Line(number, None)
            else:
                yield Line(number, data.rstrip(b"\r\n"))


def _skip_line(file: object) -> int:
    """Read to the end of the line; how many bytes that were."""
    skipped = 0
    while data := file.readline(1 << 20):  # type: ignore[attr-defined]
        skipped += len(data)
        if data.endswith(b"\n"):
            break
    return skipped
