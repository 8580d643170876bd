"""Lies about real data, at least ten a shape. Each is a true sentence with something put wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tessera.business.claims import BUSINESS_SHAPES
from tessera.eval.metrics import ClaimShape, is_supported, shape_name
from tessera.graph import KnowledgeGraph
from tessera.grounding import Claim, EvidenceRecord

SHAPES = {shape_name(shape): shape for shape in BUSINESS_SHAPES}

# Each lie replaces one piece of the shape's true sentence by another.
WORD_LIES: dict[str, list[tuple[str, str]]] = {
    "net_order_value": [
        ("7,048.27", "7,048.28"),
        ("7,048.27", "8,048.27"),
        ("7,048.27", "-7,048.27"),
        ("USD", "EUR"),
        ("3 orders", "2 orders"),
        ("3 orders", "4 orders"),
        ("Acme", "Аcme"),
        ("Acme", "Acme Inc"),
        ("Acme", "Nobody"),
        ("Acme's", "'Acme''s"),
        ("Acme", "Kelly plc"),
        ("Acme", "Not Acme"),
    ],
    "customer_address_counts": [
        ("3 customer", "2 customer"),
        ("3 customer", "30 customer"),
        ("2 address", "3 address"),
        ("2 address", "0 address"),
        ("3 customer records and 2 address", "2 customer records and 3 address"),
        ("NORRA, AB", "Norrala"),
        ("NORRA, AB", "Norra Bruk AB"),
        ("NORRA, AB", "Non-Norra"),
        ("NORRA, AB", "NORRA, AB and Norrala"),
        ("NORRA, AB", "Norra Timber"),
    ],
    "renewal_date_conflict": [
        ("2026-11-20", "2026-11-21"),
        ("2026-11-20", "20 November 2026"),
        ("2026-11-20", "soon"),
        ("2026-11-20", "4 December 2026"),
        ("2026-11-20", "2026-12-04"),
        ('"2026-11-20" and', '"2026-11-20", "22 August 2026" and'),
        ("4 December 2026", "04 December 2026"),
        ("4 December 2026", "21 March 2024"),
        ("C-019", "C-004"),
        ("C-019", "C-0019"),
        ("C-019", "C-999"),
        ("Žďár Papír", "Kelly plc"),
        ("Žďár Papír", "Zdar Papir"),
    ],
    "refuse_to_sum": [
        ("EUR and USD", "EUR and JPY"),
        ("EUR and USD", "EUR, JPY and USD"),
        ("EUR and USD", "EUR and EUR"),
        ("EUR and USD", "EUR, EUR and USD"),
        ("EUR and USD", "XXX and USD"),
        ("Kelly plc", "Kelly's"),
        ("Kelly plc", "Kelly's Ltd"),
        ("Kelly plc", "Acme"),
        ("Kelly plc", "Kelly plc's sister"),
        ("Kelly plc", "Meridian"),
    ],
    "totals_comparison": [
        ("exceeds", "is below"),
        ("7,048.27", "7,048.26"),
        ("4,434.17", "4,434.71"),
        ("2,614.10", "2,614.01"),
        ("2,614.10", "-2,614.10"),
        ("by USD", "by EUR"),
        ("of USD 7,048.27", "of EUR 7,048.27"),
        ("USD", "GBP"),
        ("Acme", "İstanbul Halı"),
        ("İstanbul Halı", "Acme"),
        ("İstanbul Halı", "Istanbul Hali"),
        ("Acme", "Smith"),
        ("USD 7,048.27 exceeds İstanbul Halı's", "USD 4,434.17 exceeds İstanbul Halı's"),
    ],
    "superlative": [
        ("lowest", "highest"),
        ("22", "21"),
        ("22", "2"),
        ("EUR only", "USD only"),
        (": EUR", ": USD"),
        ("EUR", "GBP"),
        ("2,994.47", "2,994.48"),
        ("2,994.47", "-2,994.47"),
        ("O'Brien Freight", "AB Storage"),
        ("O'Brien Freight", "O Brien Freight"),
        ("O'Brien Freight", "Brien Freight"),
    ],
}
SPOKEN_LIES = [(name, *lie) for name, lies in WORD_LIES.items() for lie in lies]


def judge(shape: ClaimShape, claim: Claim, graph: KnowledgeGraph) -> tuple[bool | None, bool]:
    """The shape's own answer, and the verdict of the whole battery."""
    return shape(claim, graph.nodes, graph), is_supported(claim, graph.nodes, graph, BUSINESS_SHAPES)


@pytest.mark.parametrize("name", SHAPES)
def test_the_true_sentences_are_supported(
    name: str, true_claims: dict[str, Claim], business_graph: KnowledgeGraph
) -> None:
    """Without this the lies below would be caught by a shape that says no to everything."""
    assert judge(SHAPES[name], true_claims[name], business_graph) == (True, True)


@pytest.mark.parametrize(("name", "piece", "lie"), SPOKEN_LIES)
def test_a_lie_in_the_sentence_is_an_owned_false(
    name: str, piece: str, lie: str, true_claims: dict[str, Claim], business_graph: KnowledgeGraph
) -> None:
    truth = true_claims[name]
    assert piece in truth.text
    claim = replace(truth, text=truth.text.replace(piece, lie))
    assert judge(SHAPES[name], claim, business_graph) == (False, False)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("change", ["one dropped", "one foreign", "one twice", "only foreign", "forged"])
def test_a_lie_in_the_citations_is_an_owned_false(
    name: str, change: str, true_claims: dict[str, Claim], business_graph: KnowledgeGraph
) -> None:
    cited = true_claims[name].support
    # The refusal shows an order of each currency: to drop the one in EUR leaves none of it.
    others = tuple(business_graph.node(i).record for i in ("order/0020", "address/bil-001"))
    supports: dict[str, tuple[EvidenceRecord, ...]] = {
        "one dropped": cited[1:],
        "one foreign": (*cited, others[0]),
        "one twice": (*cited, cited[-1]),
        "only foreign": others,
        "forged": (replace(cited[0], text=cited[0].text + " and more"), *cited[1:]),
    }
    claim = replace(true_claims[name], support=supports[change])
    assert judge(SHAPES[name], claim, business_graph) == (False, False)


@pytest.mark.parametrize("name", SHAPES)
def test_without_a_graph_the_sentence_is_owned_and_false(
    name: str, true_claims: dict[str, Claim], business_graph: KnowledgeGraph
) -> None:
    assert SHAPES[name](true_claims[name], business_graph.nodes, None) is False
    assert SHAPES[name](true_claims[name], {}, KnowledgeGraph()) is False


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("other", SHAPES)
def test_each_sentence_has_one_owner(
    name: str, other: str, true_claims: dict[str, Claim], business_graph: KnowledgeGraph
) -> None:
    answer = SHAPES[other](true_claims[name], business_graph.nodes, business_graph)
    assert answer is (True if name == other else None)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize(
    "spoil",
    ["{}\n", "{} ", " {}", "{} Trust me.", "{}.", "It is not true that {}", "- {}", "{}\nAcme's."],
    ids=repr,
)
def test_text_around_the_sentence_is_never_ignored(
    name: str, spoil: str, true_claims: dict[str, Claim], business_graph: KnowledgeGraph
) -> None:
    claim = replace(true_claims[name], text=spoil.format(true_claims[name].text))
    answer, supported = judge(SHAPES[name], claim, business_graph)
    assert answer is not True
    assert not supported


@pytest.mark.parametrize(
    ("piece", "spelling"),
    [
        ("7,048.27", "7048.27"),
        ("7,048.27", "70,48.27"),
        ("7,048.27", "7,048.270"),
        ("7,048.27", "7,048"),
        ("7,048.27", "07,048.27"),
        ("7,048.27", "٧,٠٤٨.٢٧"),
        ("7,048.27", "7\u202f048.27"),
        ("USD 7", "USD\u00a07"),
        ("USD", "usd"),
        ("USD", "QQQ"),
        ("3 orders", "03 orders"),
        ("3 orders", "three orders"),
        ("is USD", "is  USD"),
        ("is USD", "is not USD"),
        (".27.", ".27"),
    ],
)
def test_another_spelling_is_not_the_grammar(
    piece: str, spelling: str, true_claims: dict[str, Claim], business_graph: KnowledgeGraph
) -> None:
    truth = true_claims["net_order_value"]
    claim = replace(truth, text=truth.text.replace(piece, spelling))
    assert claim.text != truth.text
    assert judge(SHAPES["net_order_value"], claim, business_graph) == (None, False)
