"""Lies made of true claims: each is one, and changes of spelling are none."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessera_lsp.probing.lies import meaning
from tessera_lsp.probing.mutants import mutants

TOTAL = "Acme's net order value is USD 7,048.27."


def made(text: str, *names: tuple[str, str]) -> dict[str, set[str]]:
    """The lies by the operator that made them."""
    out: dict[str, set[str]] = {}
    for mutant in mutants(text, names):
        out.setdefault(mutant.how, set()).add(mutant.text)
    return out


@pytest.mark.parametrize(
    ("how", "text", "lie"),
    [
        ("digit", TOTAL, "Acme's net order value is USD 7,049.27."),
        ("digit", "Contract C-004 is void.", "Contract C-005 is void."),
        ("digit", 'It ends on "2026-03-10".', 'It ends on "2026-03-11".'),
        ("digit", TOTAL, "Acme's net order value is USD 7,048.28."),
        ("digit", "Acme has 12 orders.", "Acme has 11 orders."),
        ("digit", "Acme has 12 orders.", "Acme has 13 orders."),
        ("cent", TOTAL, "Acme's net order value is USD 7,048.26."),
        ("zero", TOTAL, "Acme's net order value is USD 70,482.70."),
        ("zero", "Acme has 120 orders.", "Acme has 12 orders."),
        ("percent sign", "Growth was 5% in May.", "Growth was 5 in May."),
        ("percent sign", "Acme has 12 orders.", "Acme has 12% orders."),
        ("direction", "A exceeds B.", "A is below B."),
        ("direction", "It has the highest value.", "It has the lowest value."),
        ("unit", "Crate 1 weighs 12 kg.", "Crate 1 weighs 12 g."),
        ("date", "It ends on 10 March 2026.", "It ends on 10 April 2026."),
        ("date", "It ends on 10 May 2026.", "It ends on 10 June 2026."),
        ("currency", TOTAL, "Acme's net order value is EUR 7,048.27."),
        ("currency", "It costs $5.", "It costs €5."),
        ("negation", TOTAL, "Acme's net order value is not USD 7,048.27."),
        ("negation", "Amounts are not summed.", "Amounts are summed."),
        ("negation", "Crate 1 weighs 12 kg.", "Crate 1 does not weigh 12 kg."),
        ("trailing clause", "Crate 1 is blue.", "Crate 1 is blue, and everyone agreed."),
        ("leading clause", "Crate 1 is blue.", "Nobody believes that Crate 1 is blue."),
    ],
)
def test_each_operator(how, text, lie):
    assert lie in made(text)[how]


def test_names_of_others():
    lies = made("Acme exceeds Kelly by EUR 5.", ("Acme", "Ivory"), ("Kelly", "Norra"))
    assert lies["name"] == {"Ivory exceeds Kelly by EUR 5.", "Acme exceeds Norra by EUR 5."}
    assert lies["swapped names"] == {"Kelly exceeds Acme by EUR 5."}


def test_names_change_places_only_where_the_order_matters():
    """ "A and B share an address" stays true."""
    assert "swapped names" not in made("Acme and Kelly share a street.", ("Acme", "I"), ("Kelly", "N"))


@pytest.mark.parametrize(
    "text",
    [
        "Acme has at least 30 orders.",
        "Acme has more than 30 orders.",
        "Acme has about 30 orders.",
        "Acme has 30 or more orders.",
        "Acme has up to 30 orders.",
        "Acme ordered for over EUR 30 net.",
    ],
)
def test_a_number_that_is_no_exact_one_stays(text):
    """Another number may be as true."""
    assert not {"digit", "zero", "cent"} & made(text).keys()


@pytest.mark.parametrize("text", ["Acme has at most 3 orders.", "Acme has no more orders.", "May we go?"])
def test_words_whose_opposite_may_be_true_as_well_stay(text):
    assert not {"direction", "date"} & made(text).keys()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (TOTAL, "Acme's net order value is USD 7048.27."),
        (TOTAL, "Acme's net order value\u00a0is USD 7,048.27."),
        (TOTAL, "Acme's net order value is USD ٧,٠٤٨.٢٧."),
        (TOTAL, "acme's NET order value is USD 7 048.27"),
        ("It is 1.50 long.", "It is 1.5 long."),
        ("A\u200bcme is here.", "Acme is here."),
    ],
)
def test_spelling_is_no_meaning(one, other):
    assert meaning(one) == meaning(other)


NAMES = st.sampled_from(["Acme", "Norra Bruk AB", "Łódź Café", "C++", "Kelly's"])
AMOUNTS = st.decimals(min_value=0, max_value=10**9, places=2).map(lambda d: f"{d:,.2f}")
CLAIMS = st.builds(
    "{}'s net order value across {} orders is {} {}.".format,
    NAMES,
    st.integers(0, 3000).map("{:,}".format),
    st.sampled_from(["USD", "EUR", "JPY"]),
    AMOUNTS,
)
EXACT = re.compile(r"(.+)'s net order value across ([\d,]+) orders is ([A-Z]{3}) ([\d,]+\.\d\d)\.")


def stated(text: str) -> tuple[str, int, str, Decimal] | None:
    """All that a sentence of the grammar states; the oracle: two sentences lie about each other where they
    differ."""
    match = EXACT.fullmatch(text)
    if match is None:
        return None
    return match[1], int(match[2].replace(",", "")), match[3], Decimal(match[4].replace(",", ""))


@given(CLAIMS)
def test_no_lie_states_what_the_claim_states(text):
    """A shape that compares everything supports none of them."""
    truth = stated(text)
    assert truth is not None
    found = list(mutants(text, (("Acme", "Ivory"),)))
    assert found
    assert [mutant for mutant in found if stated(mutant.text) == truth] == []
    assert len({mutant.text for mutant in found}) == len(found)


@given(CLAIMS)
def test_whatever_a_shape_forgets_some_lie_shows(text):
    """One that forgets the count, the currency or the amount supports a lie."""
    truth = stated(text)
    assert truth is not None
    found = [said for mutant in mutants(text) if (said := stated(mutant.text)) is not None]
    for forgotten in (1, 2, 3):
        kept = [at for at in range(4) if at != forgotten]
        assert any(all(said[at] == truth[at] for at in kept) for said in found), forgotten


@given(st.text(max_size=80))
def test_any_text_at_all(text):
    for mutant in mutants(text, (("a", "b"), ("", "c"))):
        assert meaning(mutant.text) != meaning(text)
