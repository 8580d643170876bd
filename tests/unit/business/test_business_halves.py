"""Half-truths: what the sentence states stands in the records, and more or less than it says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tessera.business import schema
from tessera.business.claims import refuse_to_sum, renewal_date_conflict, totals_comparison
from tessera.graph import Edge, KnowledgeGraph, Node
from tessera.grounding import Claim, EvidenceRecord, Origin


def contract_graph(*clauses: str) -> KnowledgeGraph:
    """A graph of one contract, C-1 with Acme, and its clauses ``clause/1`` and on."""
    graph = KnowledgeGraph()

    def add(record_id: str, kind: str, name: str, text: str) -> None:
        graph.add_node(Node(EvidenceRecord(record_id, Origin("Contract C-1", "-"), text), kind, name))

    add("customer/1", schema.CUSTOMER, "Acme", "Acme")
    add("contract/1", schema.CONTRACT, "Contract C-1", "Contract C-1")
    graph.add_edge(Edge("contract/1", "customer/1", schema.AGREED_WITH))
    for number, text in enumerate(clauses, start=1):
        add(f"clause/{number}", schema.CLAUSE, f"clause {number}", text)
        graph.add_edge(Edge(f"clause/{number}", "contract/1", schema.CLAUSE_OF))
    return graph


def conflict_stated(graph: KnowledgeGraph, dates: str, *ids: str) -> bool | None:
    text = f"Contract C-1 with Acme states different renewal dates: {dates}."
    return renewal_date_conflict(
        Claim(text, tuple(graph.node(record_id).record for record_id in ids)), graph.nodes, graph
    )


TWO = '"1 March 2026" and "2 March 2026"'


def test_one_clause_for_each_date() -> None:
    graph = contract_graph("It renews on 1 March 2026.", "Renewal date: 2 March 2026.", "Fees are due.")
    assert conflict_stated(graph, TWO, "clause/1", "clause/2") is True
    assert conflict_stated(graph, TWO, "clause/2", "clause/1") is True
    assert conflict_stated(graph, TWO, "clause/1", "clause/2", "clause/3") is False
    assert conflict_stated(graph, TWO, "clause/1", "clause/2", "contract/1") is False
    assert conflict_stated(graph, TWO, "clause/1") is False


def test_a_clause_that_states_both_is_not_two_clauses() -> None:
    graph = contract_graph("It renews on 1 March 2026. Renewal date: 2 March 2026.", "Fees are due.")
    assert conflict_stated(graph, TWO, "clause/1", "clause/2") is False
    assert conflict_stated(graph, TWO, "clause/1") is False


def test_a_date_is_quoted_from_one_clause_only() -> None:
    graph = contract_graph(
        "It renews on 1 March 2026.", "Renewal date: 2 March 2026.", "Renewal date: 2 March 2026."
    )
    assert conflict_stated(graph, TWO, "clause/1", "clause/3") is True
    assert conflict_stated(graph, TWO, "clause/1", "clause/2", "clause/3") is False


def test_a_negated_clause_states_no_date() -> None:
    graph = contract_graph("It renews on 1 March 2026.", "It is not true that it renews on 2 March 2026.")
    assert conflict_stated(graph, TWO, "clause/1", "clause/2") is False


@pytest.mark.parametrize(
    ("dates", "clauses", "expected"),
    [
        ('"5 April 2027", "5 May 2027" and "2027-06-05"', (3, 6, 7), True),
        ('"2027-06-05", "5 April 2027" and "5 May 2027"', (7, 3, 6), True),
        ('"5 April 2027" and "5 May 2027"', (3, 6), False),
        ('"5 April 2027" and "5 May 2027"', (3, 6, 7), False),
        ('"5 April 2027", "5 May 2027" and "5 May 2027"', (3, 6, 7), False),
        ('"5 April 2027" and "5 May 2027" and "2027-06-05"', (3, 6, 7), None),
    ],
)
def test_all_the_dates_of_a_contract_are_disclosed(
    dates: str,
    clauses: tuple[int, ...],
    expected: bool | None,
    business_graph: KnowledgeGraph,
    claim_of: Callable[..., Claim],
) -> None:
    text = f"Contract C-027 with O'Brien Freight states different renewal dates: {dates}."
    claim = claim_of(text, *(f"clause/C-027.{number}" for number in clauses))
    assert renewal_date_conflict(claim, business_graph.nodes, business_graph) is expected


def test_one_day_in_two_spellings_is_not_two_dates(
    business_graph: KnowledgeGraph, claim_of: Callable[..., Claim]
) -> None:
    text = (
        "Contract C-019 with Žďár Papír states different renewal dates: "
        '"2026-11-20", "4 December 2026" and "2026-12-04".'
    )
    claim = claim_of(text, "clause/C-019.3", "clause/C-019.6", "clause/C-019.7")
    assert renewal_date_conflict(claim, business_graph.nodes, business_graph) is False


@pytest.mark.parametrize(
    ("currencies", "cited", "expected"),
    [
        ("EUR, JPY and USD", ("EUR", "JPY", "USD"), True),
        ("USD, EUR and JPY", ("JPY", "USD", "EUR"), True),
        ("EUR and JPY", ("EUR", "JPY"), False),
        ("EUR and JPY", ("EUR", "JPY", "USD"), False),
        ("EUR, JPY and USD", ("EUR", "JPY"), False),
    ],
)
def test_all_the_currencies_of_a_customer_are_stated_and_shown(
    currencies: str,
    cited: tuple[str, ...],
    expected: bool,
    business_graph: KnowledgeGraph,
    claim_of: Callable[..., Claim],
) -> None:
    entity = business_graph.entity_named("Zephyr Data", schema.CUSTOMER)
    assert entity is not None
    orders = business_graph.sources_of(business_graph.members_of(entity), schema.PLACED_BY)
    first = {business_graph.node(order).attr("currency"): order for order in reversed(orders)}
    text = f"Zephyr Data has orders in {currencies}, and amounts in different currencies are not summed."
    claim = claim_of(text, *(first[code] for code in cited))
    assert refuse_to_sum(claim, business_graph.nodes, business_graph) is expected


def test_unequal_values_do_not_equal(business_graph: KnowledgeGraph, claim_of: Callable[..., Claim]) -> None:
    text = "Acme's net order value of USD 7,048.27 equals İstanbul Halı's net order value of USD 4,434.17."
    ids = ("order/0011", "order/0050", "order/0509", "order/0270", "order/0535")
    assert totals_comparison(claim_of(text, *ids), business_graph.nodes, business_graph) is False
