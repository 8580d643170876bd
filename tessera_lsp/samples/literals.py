"""A string literal's value, character by character, each with the source text that made it.

``ast`` gives a literal's value and its outer position only. Here the same value is read from the source,
so that every character of it knows where it stands: through escapes, prefixes, continued lines and
implicitly joined parts. The text is known to parse; what does not fit is answered with None.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import repeat
from typing import NamedTuple

_OPEN = re.compile(r"([A-Za-z]{0,2})('''|\"\"\"|'|\")")
_RUN = re.compile(r"[^\\'\"\r]+")
_BETWEEN = re.compile(r"(?:[ \t\f]|\r\n|\n|\r|\\(?:\r\n|\n|\r)|\#[^\r\n]*)+")
_ESCAPE = re.compile(
    r"\\(?:(?P<end>\r\n|\n|\r)|N\{(?P<name>[^}]*)\}|x(?P<x>[0-9A-Fa-f]{2})|u(?P<u>[0-9A-Fa-f]{4})"
    r"|U(?P<wide>[0-9A-Fa-f]{8})|(?P<octal>[0-7]{1,3})|(?P<one>[\\'\"abfnrtv]))"
)
_ONE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class Char(NamedTuple):
    """One character of the value, made by the source text from ``start`` to ``end`` (offsets)."""

    char: str
    start: int
    end: int
    escaped: bool


def characters(source: str, start: int, end: int) -> list[Char] | None:
    """The value of the string literal that fills ``source[start:end]``, implicitly joined parts included.

    A line end in the source is one ``\\n``, as Python has it. None when that text is no literal of plain
    strings (an f-string, bytes).
    """
    out: list[Char] = []
    at = start
    while at < end:
        between = _BETWEEN.match(source, at, end)
        if between:
            at = between.end()
            continue
        part = _part(source, at, end, out)
        if part is None:
            return None
        at = part
    return out


def _part(source: str, at: int, limit: int, out: list[Char]) -> int | None:
    """Read one quoted part into ``out``; the offset behind it, None when it is none. A part that is still
    being typed ends where the literal does."""
    opening = _OPEN.match(source, at, limit)
    if opening is None or opening[1].lower() not in ("", "r", "u"):
        return None
    raw, quote = "r" in opening[1].lower(), opening[2]
    at = opening.end()
    while at < limit:
        plain = _RUN.match(source, at, limit)
        if plain:
            run = range(at, plain.end())
            out += map(Char, plain[0], run, range(at + 1, plain.end() + 1), repeat(False))
            at = plain.end()
            continue
        if source.startswith(quote, at):
            return at + len(quote)
        char = source[at]
        if char == "\\" and not raw:
            at = _escape(source, at, limit, out)
        elif char == "\\":
            # In a raw string a backslash stays, and so does the quote or the line end behind it.
            out.append(Char(char, at, at + 1, False))
            at = _plain(source, at + 1, out)
        else:
            at = _plain(source, at, out)
    return limit


def _plain(source: str, at: int, out: list[Char]) -> int:
    if source[at] == "\r":
        width = 2 if source.startswith("\r\n", at) else 1
        out.append(Char("\n", at, at + width, False))
        return at + width
    out.append(Char(source[at], at, at + 1, False))
    return at + 1


def _escape(source: str, at: int, limit: int, out: list[Char]) -> int:
    match = _ESCAPE.match(source, at, limit)
    if match is None:
        # Not an escape that Python knows: the backslash stands for itself.
        out.append(Char("\\", at, at + 1, False))
        return at + 1
    value = _value(match)
    if value is None:
        return match.end()
    out.extend(Char(char, at, match.end(), True) for char in value)
    return match.end()


def _value(match: re.Match[str]) -> str | None:
    """What an escape stands for; None for a continued line, which stands for nothing."""
    if match["end"] is not None:
        return None
    if match["name"] is not None:
        try:
            return unicodedata.lookup(match["name"])
        except KeyError:
            return "\N{REPLACEMENT CHARACTER}"
    for group, base in (("x", 16), ("u", 16), ("wide", 16), ("octal", 8)):
        if match[group] is not None:
            code = int(match[group], base)
            return chr(code) if code <= 0x10FFFF else "\N{REPLACEMENT CHARACTER}"
    return _ONE.get(match["one"], match["one"])
