"""A file of bodies, each found by what is told of it ahead: the last few of them, none ever half written."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tessera_lsp.storage import write_whole

ENTRIES = 8
"""Entries that a file holds, the newest first."""
LARGEST = 16 << 20
"""Bytes that the body of one may have, compressed."""
ROOM = 64 << 20
"""Bytes that all files of the folder may have; the one that was used longest ago goes first."""
_MAGIC = b"tessera-kept-1\n"
_HEAD = struct.Struct(">I")


@dataclass(frozen=True)
class Entry:
    """``about`` is a JSON object; the body is compressed."""

    about: dict[str, Any]
    body: bytes


class BrokenError(ValueError):
    """The file is not what was written."""


class KeptFile:
    """One file. No method raises: what cannot be read or written is said to ``log``, and
    what is broken is removed."""

    def __init__(self, path: Path, log: Callable[[str], None]) -> None:
        self.path, self._log = path, log

    def entries(self) -> list[Entry]:
        """What it holds, the newest first."""
        try:
            found = _parsed(self.path.read_bytes())
            os.utime(self.path)
            return found
        except FileNotFoundError:
            return []
        except BrokenError as error:
            self._log(f"{self.path} is broken ({error}): it is removed, and made anew")
            self.remove()
        except OSError as error:
            self._log(f"{self.path} could not be read: {error}")
        return []

    def add(self, entry: Entry) -> None:
        """Put an entry before the others, in place of one that tells the same."""
        if len(entry.body) > LARGEST:
            self._log(f"{self.path}: an outcome of {len(entry.body):,} bytes is too large to be kept")
            return
        others = [one for one in self.entries() if one.about != entry.about]
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.path, _made([entry, *others[: ENTRIES - 1]]))
            _make_room(self.path)
        except OSError as error:
            self._log(f"{self.path} could not be written: {error}")

    def remove(self) -> None:
        """Have none."""
        with contextlib.suppress(OSError):
            self.path.unlink()


def compressed(data: bytes) -> bytes:
    """A body."""
    return zlib.compress(data, 1)


def expanded(body: bytes) -> bytes:
    """What was compressed. Raises ``BrokenError``."""
    try:
        return zlib.decompress(body)
    except zlib.error as error:
        raise BrokenError(str(error)) from error


def _made(entries: list[Entry]) -> bytes:
    told = [
        {"about": one.about, "size": len(one.body), "digest": hashlib.sha256(one.body).hexdigest()}
        for one in entries
    ]
    head = zlib.compress(json.dumps(told, separators=(",", ":")).encode("ascii"), 1)
    sum_ = hashlib.sha256(head).digest()
    return b"".join([_MAGIC, _HEAD.pack(len(head)), sum_, head, *(one.body for one in entries)])


def _parsed(data: bytes) -> list[Entry]:
    begin = len(_MAGIC) + _HEAD.size + 32
    if len(data) < begin or not data.startswith(_MAGIC):
        raise BrokenError("it does not begin as it should")
    (length,) = _HEAD.unpack_from(data, len(_MAGIC))
    head, at = data[begin : begin + length], begin + length
    if hashlib.sha256(head).digest() != data[begin - 32 : begin]:
        raise BrokenError("its head is another than was written")
    entries = []
    for one in json.loads(expanded(head)):
        body = data[at : at + one["size"]]
        at += one["size"]
        if hashlib.sha256(body).hexdigest() != one["digest"]:
            raise BrokenError("a part of it is another than was written")
        entries.append(Entry(one["about"], body))
    return entries


def _make_room(newest: Path) -> None:
    """Remove what was used longest ago, and what a killed process left half written."""
    found = []
    for path in newest.parent.glob("*.*"):
        with contextlib.suppress(OSError):
            status = path.stat()
            found.append((status.st_mtime, status.st_size, path))
    total = 0
    for _, size, path in sorted(found, reverse=True):
        total += size
        if total > ROOM and path != newest:
            with contextlib.suppress(OSError):
                path.unlink()
