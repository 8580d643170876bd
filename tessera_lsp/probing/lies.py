"""What a lie made of a claim is, and when two sentences mean the same."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple


class Mutant(NamedTuple):
    """A lie. ``how`` names its operator, ``change`` tells what was corrupted."""

    text: str
    how: str
    change: str


def put(text: str, start: int, end: int, new: str, how: str) -> Mutant:
    """``text`` with ``new`` between two offsets."""
    return Mutant(text[:start] + new + text[end:], how, f"{text[start:end]} to {new}")


def meaning(text: str) -> str:
    """What is left of a sentence when spelling is taken away: two of one meaning are no lie of each other."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = "".join(
        str(unicodedata.decimal(c)) if unicodedata.category(c) == "Nd" else c
        for c in plain
        if unicodedata.category(c) != "Cf"
    )
    plain = re.sub(r"(?<=\d)[,\s](?=\d{3}(?!\d))", "", plain)
    plain = re.sub(r"(\.\d*?)0+(?!\d)", r"\1", plain)
    return " ".join(re.sub(r"\.(?!\d)", " ", plain).split())
