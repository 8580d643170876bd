"""What a CI log says: its steps, and the first error of the step that failed.

A line is a UTC time stamp, one blank and the message. ``==> step NAME`` begins a step, and
``<== step NAME: ok after 9 s`` (or ``failed``) ends it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tessera.devex.files import TextLine

STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ ")
STEP_BEGIN = re.compile(r"==> step (?P<name>.+)")
STEP_END = re.compile(r"<== step (?P<name>.+): (?P<outcome>ok|failed) after \d+ s")

# How the tools in these logs begin the line that says what went wrong. Words such as "error" within a
# line prove nothing ("0 errors", "error budget"), so each entry is anchored.
ERROR_LINES = (
    re.compile(r"ERROR \S+: "),
    re.compile(r"FAIL \S"),
    re.compile(r"--- FAIL: \S"),
    re.compile(r"E   \S"),
    re.compile(r"(?:[^\s:]+:\d+(?::\d+)?: )?(?:fatal )?error: "),
    re.compile(r"npm ERR! "),
    re.compile(r"Killed: "),
    re.compile(r"[A-Za-z_.]*(?:Error|Exception): "),
    re.compile(r"x509: "),
    re.compile(r"Segmentation fault"),
    re.compile(r"(?:fatal|panic): "),
)
# Further lines of the same message: indented, or begun by the same tool.
DETAIL = re.compile(r"\s+\S|E   \S|npm ERR! ")


@dataclass(frozen=True, slots=True)
class Failure:
    """The step that failed: its lines between begin and end, the end line, and the first error in it.

    ``error`` is the error's line and those that continue it; empty where no line reads as an error.
    """

    step: str
    end: TextLine
    lines: tuple[TextLine, ...]
    error: tuple[TextLine, ...]


def message(line: str) -> str:
    """The line without its time stamp; blanks in front of the message are kept."""
    return STAMP.sub("", line, count=1) if STAMP.match(line) else line


def failure(lines: Sequence[TextLine]) -> Failure | None:
    """The first step that ended as failed, or ``None``.

    Errors of steps that ended well (a retry mended them) are no failure.
    """
    begun = 0
    for index, line in enumerate(lines):
        text = message(line.text)
        if STEP_BEGIN.fullmatch(text):
            begun = index + 1
        end = STEP_END.fullmatch(text)
        if end and end["outcome"] == "failed":
            inside = tuple(lines[begun:index])
            return Failure(end["name"], line, inside, _first_error(inside))
    return None


def _first_error(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    for index, line in enumerate(lines):
        if any(pattern.match(message(line.text)) for pattern in ERROR_LINES):
            block = [line]
            for following in lines[index + 1 :]:
                if not DETAIL.match(message(following.text)):
                    break
                block.append(following)
            return tuple(block)
    return ()
