"""Reading the CSV tables, each row checked and remembered with its file and line."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


class DataError(ValueError):
    """A data file that cannot be used; the message names file, line and the way out."""

    def __init__(self, path: str, line: int, problem: str) -> None:
        super().__init__(f"{path}:{line}: {problem}")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table. ``path`` is relative to the package; ``line`` is the 1-based line it begins on."""

    path: str
    line: int
    number: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def fail(self, problem: str) -> DataError:
        """The error to raise about this row."""
        return DataError(self.path, self.line, problem)


def read_table(folder: Path, name: str, columns: tuple[str, ...]) -> Iterator[Row]:
    """The rows of ``folder/name`` in order. ``number`` counts them from 1.

    Raises ``DataError`` for a missing file, other columns than these, a row of another length or an
    empty first cell.
    """
    path = f"{folder.name}/{name}"
    try:
        file = (folder / name).open(encoding="utf-8", newline="")
    except FileNotFoundError:
        raise DataError(path, 0, "no such file; `python -m tessera.business.generate` writes it") from None
    with file:
        reader = csv.reader(file, strict=True)
        header = tuple(next(reader, []))
        if header != columns:
            raise DataError(path, 1, f"the columns are {', '.join(header)}; expected {', '.join(columns)}")
        line = reader.line_num + 1
        for number, cells in enumerate(reader, start=1):
            if len(cells) != len(columns):
                raise DataError(
                    path, line, f"{len(cells)} cells; expected {len(columns)}, quote a cell with a comma"
                )
            row = Row(path, line, number, dict(zip(columns, cells, strict=True)))
            if not cells[0].strip():
                raise row.fail(f"the column {columns[0]} is empty; every row needs its id")
            yield row
            line = reader.line_num + 1
