"""Lies about the words of a claim: its order, units, dates, currencies, its yes and no, its names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tessera_lsp.probing.lies import Mutant, put
from tessera_lsp.wording import quoted

_OPPOSITES = (
    ("exceeds", "is below"), ("is above", "is below"), ("above", "below"), ("more", "fewer"),
    ("higher", "lower"),
    ("highest", "lowest"), ("before", "after"), ("increased", "decreased"), ("rose", "fell"),
    ("greater", "smaller"), ("greatest", "smallest"), ("larger", "smaller"), ("largest", "smallest"),
    ("earlier", "later"), ("earliest", "latest"), ("longest", "shortest"), ("longer", "shorter"),
    ("maximum", "minimum"), ("best", "worst"), ("oldest", "newest"), ("older", "newer"),
    ("heavier", "lighter"),
    ("heaviest", "lightest"), ("won", "lost"), ("passed", "failed"), ("gained", "lost"),
)  # fmt: skip
_UNITS = (
    ("kg", "g"), ("km", "m"), ("cm", "mm"), ("days", "weeks"), ("hours", "minutes"), ("seconds", "minutes"),
    ("million", "billion"), ("thousand", "million"), ("months", "years"),
)  # fmt: skip
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CODES = ("USD", "EUR", "GBP", "JPY", "CHF", "SEK", "NOK", "DKK", "CAD", "AUD")
_SIGNS = "$€£"
_VERBS = ("is", "are", "was", "were", "has", "have")
_DOING = ("exceeds", "equals", "states", "weighs", "holds", "contains", "contributes", "matches")


def _word(text: str, old: str, new: str, how: str, before: str = "") -> Iterator[Mutant]:
    found = re.search(rf"(?<![\w]){before}{re.escape(old)}(?!\w)", text)
    if found is not None:
        yield put(text, *found.span(), new, how)


def _direction(text: str) -> Iterator[Mutant]:
    """The opposite of a word of order. ``at most`` and ``no more`` may be true beside their opposites."""
    for one, other in _OPPOSITES:
        for old, new in ((one, other), (other, one)):
            yield from _word(text, old, new, "direction", r"(?<!at )(?<!no )")


def _unit(text: str) -> Iterator[Mutant]:
    """Another unit of the same kind."""
    for one, other in _UNITS:
        for old, new in ((one, other), (other, one)):
            yield from _word(text, old, new, "unit", r"(?<=\d )" if len(old) < 3 else "")


def _date(text: str) -> Iterator[Mutant]:
    """The next month or day of the week."""
    for row in (_MONTHS, _DAYS):
        for at, name in enumerate(row):
            beside = r"(?:(?<=\d )|(?=May \d))" if name == "May" else ""
            yield from _word(text, name, row[(at + 1) % len(row)], "date", beside)


def _currency(text: str) -> Iterator[Mutant]:
    """A currency that the sentence does not name."""
    other = next(code for code in _CODES if code not in text)
    for code in _CODES:
        yield from _word(text, code, other, "currency")
    for sign in _SIGNS:
        at = text.find(sign)
        if at >= 0:
            new = next(s for s in _SIGNS if s not in text) if not set(_SIGNS) <= set(text) else ""
            if new:
                yield put(text, at, at + 1, new, "currency")


def _negation(text: str) -> Iterator[Mutant]:
    """The opposite of what is said."""
    denied = re.search(r"(?<=\w) not(?= \w)", text)
    if denied is not None:
        yield Mutant(text[: denied.start()] + text[denied.end() :], "negation", '"not" left out')
        return
    for verb in _VERBS:
        yield from _word(text, verb, f"{verb} not", "negation", r"(?<= )")
    for verb in _DOING:
        yield from _word(text, verb, f"does not {verb.removesuffix('s')}", "negation", r"(?<= )")


def _clause(text: str) -> Iterator[Mutant]:
    """Something more said before or behind."""
    end = text.rstrip()
    stop = end[-1:] if end[-1:] in ".!?" else ""
    body = end.removesuffix(stop) if stop else end
    yield Mutant(f"Nobody believes that {text}", "leading clause", '"Nobody believes that" put before')
    for tail in (", and everyone agreed", " by a wide margin"):
        yield Mutant(body + tail + stop, "trailing clause", f"{quoted(tail.strip(' ,'))} added")
    yield Mutant(f"{end} Nobody has checked this.", "trailing clause", "a sentence added")


def names_of_others(text: str, names: tuple[tuple[str, str], ...]) -> Iterator[Mutant]:
    """Another's name; and two names of one sentence that changed their places, where the order matters."""
    own = list(dict.fromkeys(name for name, _ in names))
    ordered = any(re.search(rf"\b{word}\b", text) for pair in _OPPOSITES for word in pair)
    if ordered and len(own) >= 2 and all(name in text for name in own[:2]):
        one, two = own[:2]
        if one not in two and two not in one:
            swapped = re.sub(
                f"{re.escape(one)}|{re.escape(two)}", lambda m: two if m[0] == one else one, text
            )
            yield Mutant(swapped, "swapped names", f"{one} and {two} changed places")
    for name, other in names:
        at = text.find(name)
        if at >= 0 and other not in text:
            yield put(text, at, at + len(name), other, "name")


WORDS: tuple[Callable[[str], Iterator[Mutant]], ...] = (
    _direction, _unit, _date, _currency, _negation, _clause,
)  # fmt: skip
