"""Corrupted claims: whatever an operator puts wrong in a true sentence, nothing supports it any more."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tessera.business
from tessera.business import schema
from tessera.business.answers import answer, synthetic
from tessera.business.claims import BUSINESS_SHAPES
from tessera.business.data import build_graph, build_kb
from tessera.eval.gold import load_gold
from tessera.eval.metrics import GENERIC_GRAMMARS, is_supported
from tessera.grounding import Claim
from tessera.text import normalise

GRAPH = build_graph()
KB = build_kb()
CASES = [*load_gold(Path(tessera.business.__file__).parent / "gold"), *synthetic(GRAPH, KB)]
EMITTED = [claim for case in CASES for claim in answer(case, GRAPH, KB).claims]
CONCLUSIONS = [c for c in EMITTED if not any(grammar(c, GRAPH.nodes, GRAPH) for grammar in GENERIC_GRAMMARS)]
NAMES = sorted({node.name for node in GRAPH.of_kind(schema.CUSTOMER)})
OPPOSITES = [("exceeds", "is below"), ("highest", "lowest"), ("equals", "exceeds")]

Operator = Callable[[str, Random], str | None]


def digit(text: str, random: Random) -> str | None:
    """Another digit in place of one."""
    places = [match.start() for match in re.finditer("[0-9]", text)]
    if not places:
        return None
    at = random.choice(places)
    return text[:at] + str((int(text[at]) + random.randint(1, 9)) % 10) + text[at + 1 :]


def cent(text: str, random: Random) -> str | None:
    """One minor unit more."""
    amounts = list(re.finditer(r"[0-9]+(?=[. ](?:exceeds|is|equals|by)|\.$)", text))
    if not amounts:
        return None
    match = random.choice(amounts)
    return text[: match.start()] + str(int(match[0]) + 1).zfill(len(match[0])) + text[match.end() :]


def opposite(text: str, random: Random) -> str | None:
    """The other direction."""
    pairs = [(a, b) for one, two in OPPOSITES for a, b in ((one, two), (two, one)) if a in text]
    return text.replace(*random.choice(pairs), 1) if pairs else None


def currency(text: str, random: Random) -> str | None:
    """Another currency in one place."""
    found = list(re.finditer(r"\b(?:EUR|JPY|USD)\b", text))
    if not found:
        return None
    match = random.choice(found)
    other = random.choice([code for code in ("EUR", "JPY", "USD", "GBP", "KRW") if code != match[0]])
    return text[: match.start()] + other + text[match.end() :]


def other_name(text: str, random: Random) -> str | None:
    """Another customer in place of the one that is named."""
    named = [name for name in NAMES if name in text]
    if not named:
        return None
    name = max(named, key=len)
    own = set(GRAPH.names(schema.CUSTOMER).all_named(name))
    others = [n for n in NAMES if own.isdisjoint(GRAPH.names(schema.CUSTOMER).all_named(n))]
    return text.replace(name, random.choice(others))


def swapped_letters(text: str, random: Random) -> str | None:
    """Two neighbouring characters change places."""
    at = random.randrange(len(text) - 1)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def dropped(text: str, random: Random) -> str | None:
    """One character less."""
    at = random.randrange(len(text))
    return text[:at] + text[at + 1 :]


def negation(text: str, random: Random) -> str | None:
    """A ``not`` somewhere between two words."""
    at = random.choice([match.start() for match in re.finditer(" ", text)])
    return text[:at] + " not" + text[at:]


def tail(text: str, random: Random) -> str | None:
    """Something more is said."""
    return text.rstrip(".") + random.choice([", and everyone agreed.", " or so.", ".\n", ". "])


def other_digits(text: str, random: Random) -> str | None:
    """The same digit of another script: another spelling, which is not the grammar."""
    places = [match.start() for match in re.finditer("[0-9]", text)]
    if not places:
        return None
    at = random.choice(places)
    return text[:at] + chr(ord("٠") + int(text[at])) + text[at + 1 :]


OPERATORS: list[Operator] = [
    digit, cent, opposite, currency, other_name, swapped_letters, dropped, negation, tail, other_digits,
]  # fmt: skip


def same_statement(one: str, other: str) -> bool:
    """Whether the sentences say the same, by means that have nothing to do with the shapes'.

    The same words when normalised, but for the plural of ``record``, ``order``, the order of a list of
    currencies, and a full stop or comma of a name that both are spelled with in the data.
    """

    def folded(text: str) -> str:
        words = re.sub(r"\b(record|order)s\b", r"\1", normalise(text))
        for name in sorted(NAMES, key=len, reverse=True):
            entity = GRAPH.entity_named(name, schema.CUSTOMER)
            words = words.replace(normalise(name), f"<{entity}>") if entity else words
        return words

    return folded(one) == folded(other)


@settings(max_examples=1500, deadline=None, derandomize=True)
@given(st.sampled_from(CONCLUSIONS), st.sampled_from(OPERATORS), st.integers(0, 2**20))
def test_no_corrupted_sentence_is_supported(claim: Claim, operator: Operator, seed: int) -> None:
    text = operator(claim.text, Random(seed))
    if text is None or same_statement(text, claim.text):
        return
    assert not is_supported(replace(claim, text=text), GRAPH.nodes, GRAPH, BUSINESS_SHAPES), text


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.sampled_from(CONCLUSIONS), st.sampled_from(sorted(KB.records)), st.integers(0, 2**20))
def test_no_foreign_or_repeated_record_is_accepted(claim: Claim, extra: str, seed: int) -> None:
    """One record more than the sentence is about. A refusal may show further orders of its customer."""
    if "are not summed" in claim.text and extra.startswith("order/") and KB[extra] not in claim.support:
        return
    support = [*claim.support, KB[extra]]
    Random(seed).shuffle(support)
    padded = replace(claim, support=tuple(support))
    assert not is_supported(padded, GRAPH.nodes, GRAPH, BUSINESS_SHAPES)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.sampled_from(CONCLUSIONS), st.integers(0, 2**20))
def test_the_order_of_citations_does_not_matter(claim: Claim, seed: int) -> None:
    support = list(claim.support)
    Random(seed).shuffle(support)
    assert is_supported(replace(claim, support=tuple(support)), GRAPH.nodes, GRAPH, BUSINESS_SHAPES)


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.__name__)
def test_every_operator_bites(operator: Operator) -> None:
    """Each changes what many of the sentences say; else the property above would say little."""
    changed = [operator(claim.text, Random(n)) for n, claim in enumerate(CONCLUSIONS)]
    biting = [
        text
        for text, claim in zip(changed, CONCLUSIONS, strict=True)
        if text and not same_statement(text, claim.text)
    ]
    assert len(biting) >= 20
