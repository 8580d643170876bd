"""The bracket around a cursor in Python text that need not parse."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\r\n]*)
    |(?P<string>\"\"\"(?:\\.|[^\\])*?(?:\"\"\"|\Z)|'''(?:\\.|[^\\])*?(?:'''|\Z)
        |\"(?:\\.|[^\\\"\r\n])*(?:\"|(?=[\r\n])|\Z)|'(?:\\.|[^\\'\r\n])*(?:'|(?=[\r\n])|\Z))
    |(?P<open>[(\[{])|(?P<close>[)\]}])""",
    re.VERBOSE | re.DOTALL,
)
_STATEMENT = re.compile(r"^[^\W\d]|^@", re.MULTILINE)
_ENDS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Bracket:
    """``start`` is the offset of the innermost open bracket before the cursor. ``head`` is its statement up
    to it, from the beginning of the line at column 0; ``inside`` what stands behind it up to the cursor;
    ``closing`` the brackets that would close all that is open, innermost first."""

    start: int
    head: str
    inside: str
    closing: str


def bracket_at(text: str, offset: int) -> Bracket | None:
    """The bracket around ``offset``; None where there is none, and within a string or comment."""
    starts = [match.start() for match in _STATEMENT.finditer(text, 0, offset)]
    begin = starts[-1] if starts else 0
    opened: list[int] = []
    for match in _TOKEN.finditer(text, begin, len(text)):
        if match.start() >= offset:
            break
        if match.lastgroup == "open":
            opened.append(match.start())
        elif match.lastgroup == "close":
            if opened:
                opened.pop()
        elif offset < match.end() or (match.lastgroup == "comment" and offset == match.end()):
            return None
    if not opened:
        return None
    start = opened[-1]
    closing = "".join(_ENDS[text[at]] for at in reversed(opened))
    return Bracket(start, text[begin:start], text[start + 1 : offset], closing)


def rest_of(text: str, offset: int) -> str:
    """What follows ``offset`` up to the end of the bracket that it stands in, or of the line where another
    statement begins."""
    depth = 0
    limit = next_statement(text, offset)
    for match in _TOKEN.finditer(text, offset, limit):
        if match.lastgroup == "open":
            depth += 1
        elif match.lastgroup == "close":
            depth -= 1
            if depth < 0:
                return text[offset : match.start()]
    return text[offset:limit]


def next_statement(text: str, offset: int) -> int:
    """Where the next line begins that starts a statement at column 0; the text's end where there is none."""
    found = _STATEMENT.search(text, offset)
    return found.start() if found else len(text)
