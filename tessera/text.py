"""Normalised text: what counts as the same words, and as standing whole inside a longer text.

Everything here is about the form of a text and never about its sense. Two texts are the same when
``normalise`` makes them equal; a phrase stands in a text when it is there from one token boundary to
another (``contains``; what a token is: ``tessera.tokens``). Exact amounts live in ``tessera.amounts``,
which this module re-exports, so that a shape finds all it needs for reading a sentence in one place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Generic, TypeVar

from tessera.amounts import (
    AMOUNT,
    COUNT,
    CURRENCY_DECIMALS,
    Money,
    format_amount,
    format_count,
    format_money,
    half_up,
    parse_amount,
    parse_count,
    parse_decimal,
    parse_money,
    states_rounded,
)
from tessera.tokens import inside_token

__all__ = [
    "AMOUNT",
    "COUNT",
    "CURRENCY_DECIMALS",
    "Money",
    "NameIndex",
    "contains",
    "format_amount",
    "format_count",
    "format_money",
    "half_up",
    "is_blank",
    "normalise",
    "parse_amount",
    "parse_count",
    "parse_decimal",
    "parse_money",
    "same_text",
    "states_rounded",
]

T = TypeVar("T")

# Characters that take no room and say nothing: soft hyphen, grapheme joiner, zero-width space and
# joiners, directional marks and isolates, word joiner, byte order mark. Directional *overrides* are not
# among them: they make a reader see another text.
_INVISIBLE = "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u2060\u2066\u2067\u2068\u2069\ufeff"
_APOSTROPHES = "\u00b4\u02bc\u2018\u2019\u201b\uff07"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_FOLD = str.maketrans(
    {**dict.fromkeys(_INVISIBLE, ""), **dict.fromkeys(_APOSTROPHES, "'"), **dict.fromkeys(_DASHES, "-")}
)

# The wider ones (en, em, ideographic) divide columns.
_GROUP_SPACE = "[\u00a0\u2005-\u200a\u202f\u205f]"
# 18 400 and 3.141 592 with one of these spaces between groups of three digits are one number each.
_GROUPED = re.compile(
    rf"(?<![\w.,])\d{{1,3}}(?:{_GROUP_SPACE}\d{{3}})+(?!\d)"
    rf"|(?<=\d[.,])\d{{3}}(?:{_GROUP_SPACE}\d{{3}})*{_GROUP_SPACE}\d{{1,3}}(?!\d)"
)
_GROUP_SPACES = re.compile(_GROUP_SPACE)


@lru_cache(maxsize=1 << 14)
def normalise(text: str) -> str:
    """``text`` composed (NFC), with case, spaces, apostrophes, dashes and invisible characters folded.

    Runs of white space become one space and none stands at either end; spaces that group the digits of
    a number (U+00A0, U+2005 to U+200A, U+202F, U+205F) vanish, an ordinary space there does not.
    Look-alike letters of another script stay different, and so do the digits of other scripts. Equal for
    equal input, and applying it twice changes nothing.
    """
    if not text.isascii():
        # Folding case can make an apostrophe, and decomposing a dash or a mark: fold those last.
        text = unicodedata.normalize("NFD", text).casefold().translate(_FOLD)
        text = unicodedata.normalize("NFC", text)
        text = _GROUPED.sub(lambda match: _GROUP_SPACES.sub("", match.group()), text)
        return " ".join(text.split())
    return " ".join(text.lower().split())


def is_blank(text: str) -> bool:
    """Whether nothing is left of ``text`` when it is normalised."""
    return not normalise(text)


def same_text(one: str, other: str) -> bool:
    """Whether both are the same text when normalised, and not blank."""
    return normalise(one) == normalise(other) != ""


def contains(text: str, phrase: str) -> bool:
    """Whether ``phrase`` stands in ``text``, both normalised, from a token boundary to a token boundary.

    A phrase without a letter, a digit or a pictograph states nothing and stands nowhere. Punctuation
    counts: it has to be there as well. Names and sense are not known here: a phrase out of a negated clause
    is contained.
    """
    needle, haystack = normalise(phrase), normalise(text)
    if not any(char.isalnum() or unicodedata.category(char) == "So" for char in needle):
        return False
    start = haystack.find(needle)
    while start >= 0:
        if not inside_token(haystack, start) and not inside_token(haystack, start + len(needle)):
            return True
        start = haystack.find(needle, start + 1)
    return False


class NameIndex(Generic[T]):
    """Known names and what they name, compared normalised; blank names are left out.

    Where one name leads to different things it is ambiguous and binds to none of them.
    """

    def __init__(self, names: Iterable[tuple[str, T]]) -> None:
        self._known: dict[str, list[T]] = {}
        for name, named in names:
            key = normalise(name)
            if key and named not in self._known.setdefault(key, []):
                self._known[key].append(named)

    def __len__(self) -> int:
        return len(self._known)

    def all_named(self, phrase: str) -> tuple[T, ...]:
        """Everything that bears the whole of ``phrase`` as its name, in the order it was given."""
        return tuple(self._known.get(normalise(phrase), ()))

    def whole(self, phrase: str) -> T | None:
        """What the whole of ``phrase`` names: equal when normalised. ``None`` if unknown or ambiguous."""
        named = self.all_named(phrase)
        return named[0] if len(named) == 1 else None

    def leading(self, text: str) -> tuple[T, str] | None:
        """What the longest known name at the start of ``text`` names, and the text behind that name.

        The name ends at a token boundary, before a possessive ``'s`` for one. ``None`` when no known
        name stands there or the longest is ambiguous: a shorter one is then not tried.
        """
        whole = normalise(text)
        for end in range(len(text), 0, -1):
            key = normalise.__wrapped__(text[:end])
            if key not in self._known or text[end - 1].isspace():
                continue
            # Cutting between a letter and its accent makes another text: it is no start of the whole.
            if whole.startswith(key) and not inside_token(whole, len(key)):
                named = self._known[key]
                return (named[0], text[end:]) if len(named) == 1 else None
        return None
