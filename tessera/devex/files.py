"""Reading the data files: lines as an editor counts them, and errors that say where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

LINE_END = re.compile(r"\r\n|\n|\r")

# Terminal control: CSI sequences (colours), OSC sequences (links, titles), two-character escapes.
ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])")


class DataError(ValueError):
    """A data file that does not read as it should. ``line`` is 1-based, 0 for the whole file."""

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}" if line else f"{path}: {message}")
        self.path, self.line = path, line


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line without its end and without terminal control. ``number`` is 1-based."""

    number: int
    text: str

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()


def read_lines(root: Path, path: str) -> list[TextLine]:
    """The lines of the UTF-8 file ``root / path``; a byte order mark is no text.

    ``\\n``, ``\\r\\n`` and ``\\r`` end a line, as in an editor; a form feed or U+2028 does not. Raises
    ``DataError`` for a file that is missing or no UTF-8.
    """
    try:
        raw = (root / path).read_bytes()
    except OSError as error:
        raise DataError(
            path, 0, f"cannot be read ({error.strerror}): restore it or take out its row"
        ) from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len(LINE_END.findall(raw[: error.start].decode("latin-1"))) + 1
        raise DataError(path, line, f"is not UTF-8 ({error.reason}): save the file as UTF-8") from error
    parts = LINE_END.split(text)
    if parts[-1] == "":
        parts.pop()
    return [TextLine(number, ESCAPE.sub("", part)) for number, part in enumerate(parts, 1)]
