"""Lies about the numbers of a claim."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from tessera_lsp.probing.lies import Mutant, put

_NUMBER = re.compile(r"(?<![\w.,/-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w/-]|[.,]\d)", re.ASCII)
_LONGEST = 20
"""Characters of a number that is calculated with: a decimal's precision is beyond."""
_DIGITS = re.compile(r"[0-9]+")
_VAGUE_BEFORE = re.compile(
    r"\b(?:at least|at most|more than|less than|fewer than|greater than|up to|or more|over|under|above|below"
    r"|about|around|roughly|nearly|almost|approximately|approx\.|within|between|exceeds?|beyond|since|until"
    r"|before|after)\s+(?:[A-Z]{3}\s+|[$€£]\s*)?[-+]?$|[<>≤≥≈~]\s*$"
)
_VAGUE_AFTER = re.compile(r"\s*(?:\+|or (?:more|less|fewer|so)\b|and (?:more|above|below)\b)")


def _exact(text: str, start: int, end: int) -> bool:
    """Whether a number is stated as it is, and not as a bound or a rounded one, of which others are true."""
    return _VAGUE_BEFORE.search(text, 0, start) is None and _VAGUE_AFTER.match(text, end) is None


def _number_around(text: str, start: int, end: int) -> tuple[int, int]:
    for number in _NUMBER.finditer(text):
        if number.start() <= start and end <= number.end():
            return number.span()
    return start, end


def _digit(text: str) -> Iterator[Mutant]:
    """Another last digit of a group of digits, or another first one. The last one goes both ways: a
    comparison by ``>=`` lets what is less pass, and nothing that is more."""
    groups = list(_DIGITS.finditer(text))
    for place, step in ((-1, 1), (0, 1), (-1, -1)):
        for group in groups:
            digits, span = group[0], _number_around(text, *group.span())
            if not _exact(text, *span) or (place == 0 and len(digits) == 1):
                continue
            old = int(digits[place])
            new = (old + step) % 10 if place else old % 9 + 1
            changed = digits[:-1] + str(new) if place else str(new) + digits[1:]
            at = group.start() - span[0]
            number = text[span[0] : span[1]]
            yield put(text, *span, number[:at] + changed + number[at + len(digits) :], "digit")


def _amounts(text: str) -> Iterator[tuple[int, int, Decimal, Callable[[Decimal], str]]]:
    for number in _NUMBER.finditer(text):
        if len(number[0]) <= _LONGEST and _exact(text, *number.span()):
            grouped = "," if "," in number[0] else ""
            decimals = len(number[0].partition(".")[2])
            write = f"{{:{grouped}.{decimals}f}}".format
            yield *number.span(), Decimal(number[0].replace(",", "")), write


def _cent(text: str) -> Iterator[Mutant]:
    """A hundredth more or less, where hundredths are stated."""
    for start, end, value, write in _amounts(text):
        if re.search(r"\.\d\d$", text[start:end]):
            for step in (Decimal("0.01"), Decimal("-0.01")):
                if value + step >= 0:
                    yield put(text, start, end, write(value + step), "cent")


def _zero(text: str) -> Iterator[Mutant]:
    """Ten times as much, or a tenth."""
    for start, end, value, write in _amounts(text):
        if value:
            yield put(text, start, end, write(value * 10), "zero")
            if value % 10 == 0:
                yield put(text, start, end, write(value / 10), "zero")


def _percent(text: str) -> Iterator[Mutant]:
    """A percent sign taken away, or put behind a count."""
    for number in _NUMBER.finditer(text):
        if text.startswith("%", number.end()):
            yield put(text, number.start(), number.end() + 1, number[0], "percent sign")
        elif re.match(r" [a-z]", text[number.end() :]):
            yield put(text, *number.span(), number[0] + "%", "percent sign")


NUMBERS: tuple[Callable[[str], Iterator[Mutant]], ...] = (_digit, _cent, _zero, _percent)
