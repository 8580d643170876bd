"""Logs in Parquet: columns ``answer`` and ``claims`` (a list of ``text`` and ``citations``).

Needs ``pyarrow``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tessera.audit.entries import BrokenEntryError, LogError, LoggedAnswer, logged

ROWS = 2_000
"""Rows that are decoded at a time."""


def groups(path: str) -> int:
    """How many row groups a file has. Raises ``LogError``."""
    file = _open(path)
    missing = {"answer", "claims"} - set(file.schema_arrow.names)
    if missing:
        raise LogError(
            f"{path} has no column {' and no '.join(sorted(missing))}: it has {file.schema_arrow.names}"
        )
    return int(file.metadata.num_row_groups)


def rows(path: str, group: int) -> Iterator[tuple[int, LoggedAnswer | BrokenEntryError]]:
    """The answers of a row group with their numbers within it, from 1."""
    number = 0
    for batch in _open(path).iter_batches(ROWS, row_groups=[group], columns=["answer", "claims"]):
        for body in batch.to_pylist():
            number += 1
            try:
                yield number, logged(body)
            except BrokenEntryError as error:
                yield number, error


def _open(path: str) -> Any:
    try:
        import pyarrow.parquet
        from pyarrow.lib import ArrowException
    except ImportError as error:
        raise LogError(
            f"{path} is Parquet: install the extra 'audit' (pyarrow), or write JSON lines"
        ) from error
    try:
        return pyarrow.parquet.ParquetFile(path)
    except (OSError, ArrowException) as error:
        raise LogError(f"{path}: no Parquet file that can be read: {error}") from error
