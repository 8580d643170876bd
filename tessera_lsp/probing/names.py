"""Names in a claim, found by laying it beside others of the same grammar: what differs is a name."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator

from tessera_lsp.probing.known import Known

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_OTHERS = 12
"""Claims that a claim is laid beside."""
_PAIRS = 4
_WORDS = 12
"""Tokens that a name may have."""


def other_names(claim: Known, others: Iterable[Known]) -> tuple[tuple[str, str], ...]:
    """Names in ``claim`` with names that stand in their places in other claims of its shape.

    Only of claims that cite nothing in common: a claim about the same thing may know it by another of its
    names. For the same reason two names that share a word are not told.
    """
    found: dict[tuple[str, str], None] = {}
    cited = set(claim.citations)
    looked = 0
    for other in others:
        if other.place != claim.place or other.battery != claim.battery or cited & set(other.citations):
            continue
        looked += 1
        for pair in _pairs(claim.text, other.text):
            found.setdefault(pair)
        if looked == _OTHERS or len(found) >= _PAIRS:
            break
    return tuple(found)[:_PAIRS]


def _pairs(text: str, other: str) -> Iterator[tuple[str, str]]:
    left, right = _TOKEN.findall(text), _TOKEN.findall(other)
    for (start, end), (low, high) in _differing(left, right):
        name, new = "".join(left[start:end]), "".join(right[low:high])
        long = max(end - start, high - low) > _WORDS
        if not long and _is_name(name) and _is_name(new) and not _related(name, new):
            yield name, new


def _differing(left: list[str], right: list[str]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The stretches that differ; two with nothing but a space between them are one."""
    pending: tuple[int, int, int, int] | None = None
    for tag, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            if pending is not None and b - a == 1 and left[a].isspace():
                continue
            if pending is not None:
                yield pending[:2], pending[2:]
            pending = None
        else:
            pending = (a, b, c, d) if pending is None else (pending[0], b, pending[2], d)
    if pending is not None:
        yield pending[:2], pending[2:]


def _is_name(text: str) -> bool:
    """Whether a stretch of a sentence can only be a name: a capital in it, no number, no code."""
    words = re.findall(r"\w+", text)
    plain = text == text.strip() and not any(character.isdigit() for character in text)
    return plain and bool(words) and words[0][:1].isupper() and not re.fullmatch(r"[A-Z]{1,4}", text)


def _related(name: str, other: str) -> bool:
    """Whether two names may be those of one thing."""
    one, two = _words(name), _words(other)
    return bool(one & two) or any(a.startswith(b) or b.startswith(a) for a in one for b in two)


def _words(name: str) -> set[str]:
    plain = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return {word for word in re.findall(r"\w+", plain) if len(word) > 1} or {plain}
