"""What the answer paths say, and what they decline."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tessera.business
from tessera.business.answers import PATHS, answer, synthetic
from tessera.business.claims import BUSINESS_SHAPES
from tessera.business.data import build_kb
from tessera.eval.battery import GoldCase
from tessera.eval.gold import load_gold
from tessera.eval.ladder import consult
from tessera.eval.metrics import is_supported, shape_name
from tessera.graph import KnowledgeGraph
from tessera.grounding import Answer, KnowledgeBase

GOLD = load_gold(Path(tessera.business.__file__).parent / "gold")


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return build_kb()


def ask(engine: str, question: str, graph: KnowledgeGraph, kb: KnowledgeBase) -> Answer:
    return answer(GoldCase("case", question, engine, "answer"), graph, kb)


ANSWERS = [
    (
        "order_value",
        "How much has Acme Corp ordered?",
        ["Acme Corp's net order value across 3 orders is USD 7,048.27."],
    ),
    (
        "order_value",
        "what is  AB STORAGE’s net order value",
        ["AB STORAGE's net order value is EUR 3,461.56."],
    ),
    (
        "comparison",
        "Did Ivory order less than Quay Nine?",
        ["Ivory's net order value of JPY 48,000 equals Quay Nine's net order value of JPY 48,000."],
    ),
    (
        "superlative",
        "Who has ordered the least in USD?",
        [
            "Of the 14 customers with orders in USD only, Ivory Coast Cocoa SA has the lowest "
            "net order value: USD -84.75."
        ],
    ),
    (
        "records",
        "How many records does Net Order Value Partners have?",
        ["Net Order Value Partners is on file with 1 customer record and 0 address records."],
    ),
    (
        "address",
        "Do CRM and billing agree on where Kelly's is?",
        [
            "Saint Brigid's Row 53, 99475 Cork, IE",
            "Saint Brigid's Row 53, 99475 Cork, IE",
            "\"Saint Brigid's Row 53, 99475 Cork, IE\" appears in 'CRM' and 'Billing'.",
        ],
    ),
    (
        "renewal",
        "When does contract C-004 renew?",
        [
            'Contract C-004 with Kelly plc states different renewal dates: "2026-03-10" and "10 April 2026".',
            "Unless ended before, the agreement shall renew on 2026-03-10 for one year.",
            "Renewal date: 10 April 2026.",
        ],
    ),
]


@pytest.mark.parametrize(("engine", "question", "claims"), ANSWERS)
def test_answers(
    engine: str, question: str, claims: list[str], business_graph: KnowledgeGraph, kb: KnowledgeBase
) -> None:
    given = ask(engine, question, business_graph, kb)
    assert given.refusal == ""
    assert [claim.text for claim in given.claims] == claims


REFUSALS = [
    (
        "order_value",
        "What is the net order value of Norra Timber?",
        "No customer is known as Norra Timber.",
        0,
    ),
    (
        "order_value",
        "What is the net order value of Meridian?",
        "2 customers are known as Meridian: Meridian GmbH and Meridian Ltd.",
        0,
    ),
    ("order_value", "What is Kelly's net order value?", "Kelly's can mean Kelly or Kelly's", 0),
    ("order_value", "What is the net order value of Larkspur?", "Larkspur has no orders.", 0),
    (
        "order_value",
        "What is the net order value of Kelly?",
        "There is no one total of Kelly plc's orders.",
        1,
    ),
    ("order_value", "Who are you?", "The records do not answer this question.", 0),
    ("comparison", "Compare the net order values of Acme and AB Storage.", "in USD and EUR and cannot be", 2),
    ("comparison", "Compare the net order values of Acme and Acme Corp.", "are one customer", 0),
    ("comparison", "Compare the net order values of Acme and Nobody.", "No two customers are known", 0),
    ("comparison", "Did Acme order more?", "The records do not answer this question.", 0),
    ("superlative", "Who has ordered the least in JPY?", "2 customers share the lowest", 2),
    ("superlative", "Who has ordered the most in GBP?", "no customers with orders in GBP only", 0),
    ("records", "How many records does Norr have?", "No customer is known as Norr.", 0),
    ("address", "Where is Exceeds Analytics's owner?", "No customer is known as", 0),
    (
        "address",
        "Where is Net Order Value Partners?",
        "No address of Net Order Value Partners is on file.",
        0,
    ),
    ("renewal", "When does contract C-031 renew?", "No contract is known as C-031.", 0),
    ("clause", "What does contract C-009 say about liability?", "has no clause about liability.", 0),
]


@pytest.mark.parametrize(("engine", "question", "reason", "grounds"), REFUSALS)
def test_refusals(
    engine: str,
    question: str,
    reason: str,
    grounds: int,
    business_graph: KnowledgeGraph,
    kb: KnowledgeBase,
) -> None:
    """A refusal gives its reason, and where records show the reason, the claims that cite them."""
    given = ask(engine, question, business_graph, kb)
    assert reason in given.refusal
    assert len(given.claims) == grounds
    nodes = business_graph.nodes
    assert all(is_supported(claim, nodes, business_graph, BUSINESS_SHAPES) for claim in given.claims)


def test_a_name_that_holds_the_word_between_two_names(
    business_graph: KnowledgeGraph, kb: KnowledgeBase
) -> None:
    """``Smith and Sons Limited and Copperfield`` is divided where both sides are customers."""
    question = "Compare the net order values of Smith and Sons Limited and Copperfield."
    (claim,) = ask("comparison", question, business_graph, kb).claims
    assert claim.text.startswith("Smith and Sons Limited's net order value of USD ")


def test_an_unknown_path_is_an_error(business_graph: KnowledgeGraph, kb: KnowledgeBase) -> None:
    with pytest.raises(ValueError, match="no answer path 'horoscope'; there are order_value, comparison"):
        ask("horoscope", "Will Acme pay?", business_graph, kb)


def test_every_emitted_claim_is_supported_and_every_shape_owns_some(
    business_graph: KnowledgeGraph, kb: KnowledgeBase
) -> None:
    cases = [*GOLD, *synthetic(business_graph, kb)]
    nodes = business_graph.nodes
    owners: Counter[str] = Counter()
    for case in cases:
        for claim in answer(case, business_graph, kb).claims:
            found = consult(claim, nodes, business_graph, BUSINESS_SHAPES)
            assert is_supported(claim, nodes, business_graph, BUSINESS_SHAPES), (case.id, claim.text)
            owners[found.owner or "nobody"] += 1
    expected = [shape_name(shape) for shape in BUSINESS_SHAPES] + ["shared_fragment", "verbatim_containment"]
    assert sorted(owners) == sorted(expected)
    assert min(owners.values()) >= 5


def test_the_cases_are_many_and_of_both_kinds(business_graph: KnowledgeGraph, kb: KnowledgeBase) -> None:
    made = synthetic(business_graph, kb)
    assert len(GOLD) >= 20
    assert len(made) >= 100
    for cases in (GOLD, made):
        assert {case.kind for case in cases} == {"answer", "refuse"}
        assert {case.engine for case in cases} == set(PATHS)
        assert len({case.id for case in cases}) == len(cases)
