"""Exact amounts: one spelling each, no binary floats, no tolerance."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessera.text import (
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


@pytest.mark.parametrize(
    ("text", "currency", "value"),
    [
        ("1,200.00", "EUR", "1200.00"),
        ("0.05", "USD", "0.05"),
        ("-1,234,567.89", "GBP", "-1234567.89"),
        ("18,400", "JPY", "18400"),
        ("0", "JPY", "0"),
        ("1.250", "KWD", "1.250"),
    ],
)
def test_an_amount_in_its_one_spelling(text: str, currency: str, value: str) -> None:
    amount = parse_amount(text, currency)
    assert amount == Decimal(value)
    assert amount is not None
    assert format_amount(amount, currency) == text


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("1200.00", "EUR"),
        ("12,00.00", "EUR"),
        ("1,2000.00", "EUR"),
        ("1,200", "EUR"),
        ("1,200.0", "EUR"),
        ("1,200.000", "EUR"),
        ("1.200,00", "EUR"),
        ("01.00", "EUR"),
        ("0,120.00", "EUR"),
        ("-0.00", "EUR"),
        ("+1.00", "EUR"),
        (".50", "EUR"),
        ("١.٠٠", "EUR"),
        ("1\u00a0200.00", "EUR"),
        ("1.00\n", "EUR"),
        (" 1.00", "EUR"),
        ("1.00", "JPY"),
        ("1.00", "XYZ"),
        ("1.00", "eur"),
        ("1e3", "JPY"),
        ("", "JPY"),
    ],
)
def test_another_spelling_is_no_amount(text: str, currency: str) -> None:
    assert parse_amount(text, currency) is None


@given(st.sampled_from(sorted(CURRENCY_DECIMALS)), st.integers(-(10**15), 10**15))
def test_what_is_written_is_read_back(currency: str, minor: int) -> None:
    value = Decimal(minor).scaleb(-CURRENCY_DECIMALS[currency])
    assert parse_money(format_money(Money(currency, value))) == Money(currency, value)


def test_sums_are_exact() -> None:
    """In binary floats 19.99 + 5.02 is 25.009999999999998."""
    total = parse_decimal("19.99") + parse_decimal("5.02")
    assert total == parse_amount("25.01", "EUR")
    assert total != parse_amount("25.02", "EUR")


def test_money_is_stated_in_full() -> None:
    with pytest.raises(ValueError, match="more decimals than EUR"):
        format_amount(Decimal("1.005"), "EUR")
    with pytest.raises(ValueError, match="unknown currency 'XYZ'"):
        format_amount(Decimal(1), "XYZ")
    assert format_amount(Decimal("-0.00"), "EUR") == "0.00"
    assert format_amount(Decimal("1E+3"), "JPY") == "1,000"


@pytest.mark.parametrize(
    "text", ["EUR1.00", "EUR  1.00", "1.00 EUR", "EUR 1.00.", "EUR\u00a01.00", "EUR 1.00\n"]
)
def test_money_in_another_form_is_not_read(text: str) -> None:
    assert parse_money(text) is None


@pytest.mark.parametrize("text", ["1,200", "1e3", "NaN", "Infinity", "1_0", " 1", "٣", "", "1."])
def test_data_holds_plain_decimals_only(text: str) -> None:
    with pytest.raises(ValueError, match="not a plain decimal"):
        parse_decimal(text)


def test_counts_have_commas_for_thousands() -> None:
    assert parse_count("1,204") == 1204
    assert format_count(1204) == "1,204"
    assert [parse_count(text) for text in ("1204", "-1", "007", "1,20", "٣", "3\n")] == [None] * 6
    assert parse_count("1" + ",000" * 2000) == 10**6000  # longer than int() reads
    with pytest.raises(ValueError, match="not negative"):
        format_count(-1)


@pytest.mark.parametrize(
    ("value", "stated", "right"),
    [
        ("1.005", "1.01", True),
        ("1.005", "1.00", False),
        ("62.5", "63", True),
        ("62.5", "62", False),
        ("-62.5", "-63", True),
        ("4871", "5,000", False),
        ("4871", "4,871", True),
        ("4871", "4,871.0", True),
        ("4871", "about 4,871", False),
    ],
)
def test_rounding_is_half_up_at_the_precision_stated(value: str, stated: str, right: bool) -> None:
    assert states_rounded(Decimal(value), stated) is right


def test_half_up_keeps_long_amounts_exact() -> None:
    """The default context of ``decimal`` would round at 28 digits, or refuse."""
    assert half_up(Decimal("1" * 60 + ".005"), 2) == Decimal("1" * 60 + ".01")
