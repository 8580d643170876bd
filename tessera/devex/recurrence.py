"""The same fault in several logs: what two error lines share, and what of it can be quoted."""

from __future__ import annotations

import re
from collections.abc import Sequence

# A quoted fragment holds at least this share of the shortest line: less would say little about it.
SHARE = 0.5
VOLATILE = re.compile(r"\S*\d\S*")
BLANKS = re.compile(r"[ \t]+")  # no others: a no-break space may group the digits of one number


def signature(error_line: str) -> str:
    """The line with blanks evened and each word that holds a digit masked: equal for equal faults."""
    return VOLATILE.sub("#", " ".join(_words(error_line)))


def _words(line: str) -> list[str]:
    return BLANKS.split(line.strip(" \t"))


def common_fragment(lines: Sequence[str]) -> str:
    """The longest run of whole words that all ``lines`` share at the same places, blanks evened.

    A fragment holds no double quote, because a shared-fragment claim is quoted by them. Empty where the
    lines have different numbers of words, or share no run of at least half of the shortest line.
    """
    rows = [_words(line) for line in lines]
    if len({len(row) for row in rows}) != 1:
        return ""
    best: list[str] = []
    run: list[str] = []
    for words in zip(*rows, strict=True):
        run = [*run, words[0]] if len(set(words)) == 1 and '"' not in words[0] else []
        if len(" ".join(run)) > len(" ".join(best)):
            best = run
    fragment = " ".join(best)
    return fragment if len(fragment) >= SHARE * min(len(" ".join(row)) for row in rows) else ""


def shared_fragment_text(fragment: str, sources: Sequence[str]) -> str:
    """The generic grammar's sentence. ``sources`` are two at least, in the order to name them."""
    quoted = [f"'{source}'" for source in sources]
    return f'"{fragment}" appears in {", ".join(quoted[:-1])} and {quoted[-1]}.'
