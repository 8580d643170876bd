"""How text of a user's project is shown: bounded, on one line, steering neither a terminal nor Markdown.

Lengths are code points.
"""

from __future__ import annotations

import re
import unicodedata

_STEERING = frozenset("\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_MARKDOWN = re.compile(
    r"(?<![^\W_])_|_(?![^\W_])|[\\`*\[\]<>~|&]"  # within a line
    r"|^\s*(?:[#+=-]|\d+[.)])"  # at its start: headings, lists, rules
    r"|(?<=:)/(?=/)|(?<=[wW]{3})\.|@(?=\w)"  # what GitHub's dialect makes a link of by itself
)
"""Markup, and only that: many clients show the Markdown of a hover as it is, escapes included."""
_BACKTICKS = re.compile(r"`+")


def visible(text: str) -> str:
    """``text`` with control characters, line ends, lone surrogates, marks that turn the writing direction and
    invisible spaces written as escapes. Joiners stay: names need them in some scripts."""
    if text.isprintable():  # nearly all is, and nothing of the above
        return text
    return "".join(
        _escape(character)
        if character in _STEERING or unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}
        else character
        for character in text
    )


def _escape(character: str) -> str:
    named = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character)
    code = ord(character)
    return named or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def bounded(text: str, limit: int = 120) -> str:
    """At most ``limit`` code points of ``text``, an ellipsis among them where something is left out."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def quoted(text: str, limit: int = 120) -> str:
    """A sentence in double quotes, visible and bounded."""
    return f'"{bounded(visible(text), limit)}"'


def exact(text: str, limit: int = 120) -> str:
    """The same where each character counts: every space but the blank is written as an escape."""
    return quoted("".join(_escape(each) if each.isspace() and each != " " else each for each in text), limit)


def counted(number: int, noun: str, plural: str = "") -> str:
    """``1 claim``, ``2 claims``: the number grouped by commas, with its noun."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def listed(parts: list[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def markdown(text: str) -> str:
    """``text`` as it is, in Markdown: on one line, what would be markup escaped."""
    return _MARKDOWN.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", visible(text))


def code(text: str) -> str:
    """``text`` as a code span of Markdown, its fence longer than any run of backticks in it."""
    shown = visible(text)
    fence = "`" * (max((len(run) for run in _BACKTICKS.findall(shown)), default=0) + 1)
    space = " " if shown.startswith("`") or shown.endswith("`") or not shown.strip() else ""
    return f"{fence}{space}{shown}{space}{fence}"
