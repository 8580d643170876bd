"""Values of the project as text, made without running the project's code."""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import enum
import re
import sys
import types
import uuid
from collections import Counter, OrderedDict, namedtuple
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tessera_worker_foreign import Shop, sample

from tessera_lsp.worker.values import LIMIT, text_of

CLAIMS = "acme/shop/claims.py"


@dataclasses.dataclass(frozen=True)
class Money:
    amount: decimal.Decimal
    currency: str

    def __repr__(self) -> str:
        raise AssertionError("asked for its text")


class Slotted:
    __slots__ = ("filled", "unfilled")

    def __init__(self) -> None:
        self.filled = 1


class Hostile:
    """Answers nothing and nobody."""

    def __init__(self) -> None:
        object.__setattr__(self, "seen", 1)

    def __getattribute__(self, name: str) -> Any:
        raise SystemExit(name)

    __repr__ = __str__ = __len__ = __iter__ = __eq__ = __hash__ = __bool__ = property(  # type: ignore
        lambda self: (_ for _ in ()).throw(SystemExit("asked"))
    )


class Text(str):
    def __repr__(self) -> str:
        raise SystemExit

    def __len__(self) -> int:
        raise SystemExit

    def __getitem__(self, key: Any) -> Any:
        raise SystemExit


class Table(dict):  # type: ignore[type-arg]
    def items(self) -> Any:
        raise SystemExit

    def __iter__(self) -> Any:
        raise SystemExit

    def __len__(self) -> int:
        return 10**12


class Zone(dt.tzinfo):
    def __repr__(self) -> str:
        raise SystemExit


class Colour(enum.Enum):
    RED = 1

    def __repr__(self) -> str:
        raise SystemExit


Pair = namedtuple("Pair", "left right")


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: True, "True"),
        (lambda: 1.5, "1.5"),
        (lambda: "a\n\x1b[31m", r"'a\n\x1b[31m'"),
        (lambda: decimal.Decimal("1.20"), "Decimal('1.20')"),
        (lambda: 2**20000, "<an integer of 20001 bits>"),
        (lambda: Money(decimal.Decimal(5), "EUR"), "Money(amount=Decimal('5'), currency='EUR')"),
        (lambda: [Money(decimal.Decimal(5), "EUR")], "[Money(amount=Decimal('5'), currency='EUR')]"),
        (lambda: Pair(1, (2,)), "Pair(left=1, right=(2,))"),
        (lambda: Slotted(), "Slotted(filled=1)"),
        (lambda: Hostile(), "Hostile(seen=1)"),
        (lambda: Text("x"), "'x'"),
        (lambda: Table(a=1), "Table{'a': 1}"),
        (lambda: Colour.RED, "Colour.RED"),
        (lambda: dt.datetime(2026, 1, 2, tzinfo=Zone()), "datetime.datetime(2026, 1, 2, 0, 0)"),
        (lambda: re.match("a+", "aab"), "<match 'aa'>"),
        (lambda: re.compile("a+"), "<pattern 'a+'>"),
        (lambda: OrderedDict(a=[1, [2]]), "OrderedDict{'a': [1, [… 1]]}"),
        (lambda: Counter("aab"), "Counter{'a': 2, 'b': 1}"),
        (lambda: list(range(10)), "[0, 1, 2, 3, 4, 5, … 10 in all]"),
        (lambda: set(), "set()"),
        (lambda: {"b", "c", "a"}, "{'a', 'b', 'c'}"),
        (lambda: set(range(1000)), "{… 1000}"),
        (lambda: frozenset({1}), "frozenset({1})"),
        (lambda: Money, "<class Money>"),
        (lambda: object(), "<object>"),
    ],
)
def test_each_kind_of_value(make: Callable[[], object], text: str) -> None:
    """Made within the test: some are nothing that a test runner could handle."""
    assert text_of(make()) == text


NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
)


@given(NESTED)
def test_a_text_is_bounded_and_on_one_line(value: object) -> None:
    text = text_of(value)
    assert 0 < len(text) <= LIMIT
    assert text.isprintable() or all(c.isprintable() or ord(c) > 127 for c in text)


@given(st.none() | st.booleans() | st.integers() | st.text(max_size=30) | st.lists(st.integers(), max_size=5))
def test_a_small_plain_value_is_told_as_python_does(value: object) -> None:
    assert text_of(value) == repr(value)


def test_ten_megabytes_are_never_made() -> None:
    """Of the part that is shown a text is made, not of the whole."""
    assert len(text_of("x" * 10_000_000)) <= LIMIT
    assert len(text_of([b"x" * 10_000_000] * 10)) <= LIMIT
    assert text_of({"key": ["x" * 10_000_000] * 1000}).startswith("{'key': [")


@pytest.mark.parametrize(
    "body", ["raise SystemExit", "while True: pass", "return 'x' * 10_000_000", "raise ValueError('no')"]
)
def test_a_hostile_repr_in_scope_hurts_no_reason(shop: Shop, body: str) -> None:
    """The reason is told, the values that can be among it, and the shape is none the worse."""
    odd = f"class Odd:\n    def __repr__(self):\n        {body}\n    __str__ = __repr__\n\n"
    text = shop.text(CLAIMS).replace("def total", odd + "def total")
    shop.write(CLAIMS, text.replace("    if match is None:", "    odd = Odd()\n    if match is None:", 1))
    item = replace(sample("The total is 7", "a", "b"), why=True)
    judged = shop.judged(shop.start(), (item,)).items["The total is 7"]
    assert (judged.answers, judged.faults) == (("True",), ())
    reason = judged.consultations[0].steps[0].why
    assert reason is not None
    assert dict(reason.values)["odd"] == "<Odd>"


def test_an_identifier_of_the_standard_library_is_told_whole() -> None:
    one = uuid.UUID(int=7)
    assert text_of(one) == repr(one)


@pytest.mark.parametrize("place", [{"__file__": "/elsewhere/uuid.py"}, {}])
def test_one_of_a_module_of_the_same_name_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, place: dict[str, str]
) -> None:
    class UUID:
        def __repr__(self) -> str:
            raise SystemExit("asked")

    other = types.ModuleType("uuid")
    vars(other).update(place, UUID=UUID)
    monkeypatch.setitem(sys.modules, "uuid", other)
    assert text_of(UUID()) == "<UUID>"
    assert text_of([1]) == "[1]"
