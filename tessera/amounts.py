"""Exact amounts as sentences state them: ASCII digits, commas for thousands, a currency's own decimals.

Amounts are ``decimal.Decimal`` made from text and compared exactly; no binary float and no tolerance.
Every amount has exactly one spelling, so that ``parse`` and ``format`` are each other's inverse; any
other spelling is not this grammar and parses to ``None``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from types import MappingProxyType

_BY_DECIMALS = {
    0: "CLP ISK JPY KRW PYG UGX VND XAF XOF XPF",
    2: """
       AED AUD BGN BRL CAD CHF CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR KES MAD MXN MYR NGN NOK NZD
       PEN PHP PKR PLN RON RSD SAR SEK SGD THB TRY TWD UAH USD ZAR
       """,
    3: "BHD IQD JOD KWD LYD OMR TND",
}

CURRENCY_DECIMALS: Mapping[str, int] = MappingProxyType(
    {code: places for places, codes in _BY_DECIMALS.items() for code in codes.split()}
)
"""Decimals of the minor unit by ISO 4217 code. A currency that is not listed is not known here."""

COUNT = r"(?:0|[1-9][0-9]{0,2}(?:,[0-9]{3})*)"
"""Pattern source of a whole number as it is written here: ``0``, ``7``, ``1,204``."""

AMOUNT = rf"-?{COUNT}(?:\.[0-9]+)?"
"""Pattern source of an amount in any currency; ``parse_amount`` then holds it to the currency's decimals."""

_COUNT = re.compile(COUNT)
_AMOUNT = re.compile(AMOUNT)
_PLAIN = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_MONEY = re.compile(rf"([A-Z]{{3}}) ({AMOUNT})")
# Wide enough for any amount that fits on a page; an inexact result is never passed on silently.
_CONTEXT = Context(prec=200, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class Money:
    """An exact amount in a currency, given by its ISO 4217 code."""

    currency: str
    amount: Decimal


def parse_count(text: str) -> int | None:
    """The whole number that ``text`` states in ASCII digits with commas for thousands, else ``None``.

    Of any length: it is read as a decimal, since ``int`` refuses more than 4,300 digits of text.
    """
    return int(Decimal(text.replace(",", ""))) if _COUNT.fullmatch(text) else None


def format_count(value: int) -> str:
    """``value`` (not negative, else ``ValueError``) with commas for thousands."""
    if value < 0:
        raise ValueError(f"a count is not negative: {value}")
    return f"{value:,}"


def parse_decimal(text: str) -> Decimal:
    """The exact value of a plain decimal such as data files hold: ``19.99``, ``-4``, ``1200``.

    Raises ``ValueError`` for anything else, thousands commas, exponents and other digits included.
    """
    if not _PLAIN.fullmatch(text):
        raise ValueError(f"not a plain decimal in ASCII digits: {text!r}")
    return Decimal(text)


def parse_amount(text: str, currency: str) -> Decimal | None:
    """The amount that ``text`` states in ``currency``, else ``None``.

    ``None`` for an unknown currency, misplaced or missing commas, leading zeros, a negative zero, and
    another number of decimals than the currency has.
    """
    places = CURRENCY_DECIMALS.get(currency)
    if places is None or not _AMOUNT.fullmatch(text):
        return None
    value = Decimal(text.replace(",", ""))
    if -int(value.as_tuple().exponent) != places or (text.startswith("-") and not value):
        return None
    return value


def format_amount(value: Decimal, currency: str) -> str:
    """``value`` as ``parse_amount`` reads it in ``currency``.

    Raises ``ValueError`` for an unknown currency and for a value with more decimals than it has: money
    is stated in full.
    """
    places = CURRENCY_DECIMALS.get(currency)
    if places is None:
        raise ValueError(f"unknown currency {currency!r}: add its decimals to CURRENCY_DECIMALS")
    exact = half_up(value, places)
    if exact != value:
        raise ValueError(f"{value} has more decimals than {currency} ({places})")
    return f"{exact if exact else abs(exact):,f}"


def parse_money(text: str) -> Money | None:
    """The money that ``text`` states as ``EUR 1,200.00`` (code, one space, amount), else ``None``."""
    match = _MONEY.fullmatch(text)
    amount = parse_amount(match[2], match[1]) if match else None
    return None if match is None or amount is None else Money(match[1], amount)


def format_money(money: Money) -> str:
    """``money`` as ``parse_money`` reads it; raises ``ValueError`` as ``format_amount`` does."""
    return f"{money.currency} {format_amount(money.amount, money.currency)}"


def half_up(value: Decimal, places: int) -> Decimal:
    """``value`` rounded to ``places`` decimals, halves away from zero, exactly."""
    return value.quantize(Decimal(1).scaleb(-places), context=_CONTEXT)


def states_rounded(value: Decimal, stated: str) -> bool:
    """Whether ``stated`` is ``value`` rounded half up at the precision that ``stated`` is written with.

    The precision is the number of decimals written: trailing zeros of a whole number are digits like
    any other, so 4871 is not ``5,000``. A text that is no amount states nothing: ``False``.
    """
    if not _AMOUNT.fullmatch(stated):
        return False
    written = Decimal(stated.replace(",", ""))
    return half_up(value, -int(written.as_tuple().exponent)) == written
