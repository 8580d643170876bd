"""Names that are confusable: with each other, with a possessive, with the words of the grammar."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tessera.business import schema
from tessera.business.claims import net_order_value, superlative, totals_comparison
from tessera.graph import Edge, KnowledgeGraph, Node
from tessera.grounding import Claim, EvidenceRecord, Origin

Ledger = dict[str, list[tuple[str, str, str]]]


def graph_of(ledger: Ledger) -> KnowledgeGraph:
    """A graph of customers and their orders, each ``(currency, amount, status)``."""
    graph = KnowledgeGraph()
    for number, (name, orders) in enumerate(ledger.items()):
        customer = EvidenceRecord(f"customer/{number}", Origin("CRM", f"row {number}"), name)
        graph.add_node(Node(customer, schema.CUSTOMER, name))
        for position, (currency, amount, status) in enumerate(orders):
            record = EvidenceRecord(
                f"order/{number}.{position}", Origin("Ledger", "row"), f"{currency} {amount}"
            )
            attributes = (("currency", currency), ("amount", amount), ("status", status))
            graph.add_node(Node(record, schema.ORDER, record.id, attributes))
            graph.add_edge(Edge(record.id, customer.id, schema.PLACED_BY))
    return graph


def cite(graph: KnowledgeGraph, text: str, *ids: str) -> Claim:
    return Claim(text, tuple(graph.node(record_id).record for record_id in ids))


def test_one_apostrophe_s_is_a_possessive_or_part_of_the_name() -> None:
    """Where only one of the two is a customer there is nothing to confuse."""
    kellys = graph_of({"Kelly's": [("EUR", "5.00", "open")]})
    kelly = graph_of({"Kelly": [("EUR", "5.00", "open")]})
    for graph in (kellys, kelly):
        claim = cite(graph, "Kelly's net order value is EUR 5.00.", "order/0.0")
        assert net_order_value(claim, graph.nodes, graph) is True


def test_where_both_are_customers_nobody_can_tell() -> None:
    graph = graph_of({"Kelly's": [("EUR", "5.00", "open")], "Kelly": [("EUR", "5.00", "open")]})
    for order in ("order/0.0", "order/1.0"):
        claim = cite(graph, "Kelly's net order value is EUR 5.00.", order)
        assert net_order_value(claim, graph.nodes, graph) is False
    claim = cite(graph, "Kelly's's net order value is EUR 5.00.", "order/0.0")
    assert net_order_value(claim, graph.nodes, graph) is True


def test_a_name_that_holds_the_joint_makes_two_readings() -> None:
    """Read the other way it says that A's value exceeds that of a customer with a very long name."""
    long_name = "B's net order value of EUR 2.00 exceeds C"
    ledger: Ledger = {
        "A's net order value of EUR 1.00 exceeds B": [("EUR", "2.00", "open")],
        "C": [("EUR", "1.00", "open")],
        "A": [("EUR", "1.00", "open")],
        long_name: [("EUR", "1.00", "open")],
    }
    graph = graph_of(ledger)
    text = (
        "A's net order value of EUR 1.00 exceeds B's net order value of EUR 2.00 exceeds"
        " C's net order value of EUR 1.00."
    )
    assert totals_comparison(cite(graph, text, "order/0.0", "order/1.0"), graph.nodes, graph) is False
    assert totals_comparison(cite(graph, text, "order/2.0", "order/3.0"), graph.nodes, graph) is False


@pytest.mark.parametrize(
    "name",
    [
        "and",
        "A, B and C",
        'The "Net Order Value" Co',
        "L'Étoile d'Or",
        "X is EUR 5.00.",
        "C++",
        "A.B.",
        "(.+)",
        "Ltd\\",
    ],
)
def test_any_name_can_be_stated(name: str) -> None:
    graph = graph_of({name: [("JPY", "1200", "open")], "Other": [("JPY", "5", "open")]})
    claim = cite(graph, f"{name}'s net order value is JPY 1,200.", "order/0.0")
    assert net_order_value(claim, graph.nodes, graph) is True
    lie = cite(graph, f"{name}x's net order value is JPY 1,200.", "order/0.0")
    assert net_order_value(lie, graph.nodes, graph) is False


@pytest.mark.parametrize(
    ("spoken", "known"),
    [
        ("NORRA", True),
        ("norra, ab", True),
        ("No\u200brra", True),
        ("Norrala", False),
        ("Norr", False),
        ("Norra Bruk AB", False),
        ("Non-Norra", False),
        ("Norra\u00a0AB", True),
        ("Nоrra", False),
        ("Norra's depot", False),
    ],
)
def test_names_inside_names(
    spoken: str, known: bool, business_graph: KnowledgeGraph, claim_of: Callable[..., Claim]
) -> None:
    """``Norra`` in any of its spellings, never as a part of another name, a Cyrillic ``о`` in one."""
    entity = business_graph.entity_named("Norra", schema.CUSTOMER)
    assert entity is not None
    orders = business_graph.sources_of(business_graph.members_of(entity), schema.PLACED_BY)
    claim = claim_of(f"{spoken}'s net order value is EUR 28,269.50.", *orders)
    assert net_order_value(claim, business_graph.nodes, business_graph) is known


def test_a_customer_is_not_compared_with_itself() -> None:
    graph = graph_of({"Norra": [("EUR", "5.00", "open")], "Norra AB": []})
    graph.add_edge(Edge("customer/0", "customer/1", schema.SAME_AS))
    text = "Norra's net order value of EUR 5.00 equals Norra AB's net order value of EUR 5.00."
    assert totals_comparison(cite(graph, text, "order/0.0"), graph.nodes, graph) is False


def test_equal_values_equal_and_neither_exceeds() -> None:
    graph = graph_of(
        {"A": [("EUR", "19.99", "open"), ("EUR", "5.02", "open")], "B": [("EUR", "25.01", "open")]}
    )
    ids = ("order/0.0", "order/0.1", "order/1.0")
    answers = {}
    for word in ("equals", "exceeds", "is below"):
        text = f"A's net order value of EUR 25.01 {word} B's net order value of EUR 25.01."
        answers[word] = totals_comparison(cite(graph, text, *ids), graph.nodes, graph)
    assert answers == {"equals": True, "exceeds": False, "is below": False}
    by = "A's net order value of EUR 25.01 equals B's net order value of EUR 25.01 by EUR 0.00."
    assert totals_comparison(cite(graph, by, *ids), graph.nodes, graph) is None


def test_a_superlative_needs_two_customers_and_a_winner() -> None:
    alone = graph_of({"A": [("EUR", "1.00", "open")], "B": [("USD", "9.00", "open")]})
    text = "Of the {} customers with orders in EUR only, A has the highest net order value: EUR 1.00."
    assert superlative(cite(alone, text.format(1), "order/0.0"), alone.nodes, alone) is False
    tie = graph_of({"A": [("EUR", "1.00", "open")], "B": [("EUR", "1.00", "open")]})
    assert superlative(cite(tie, text.format(2), "order/0.0"), tie.nodes, tie) is False
    won = graph_of({"A": [("EUR", "1.00", "open")], "B": [("EUR", "0.99", "open")]})
    assert superlative(cite(won, text.format(2), "order/0.0"), won.nodes, won) is True


def test_a_customer_with_several_currencies_has_no_net_order_value() -> None:
    """A cancelled order in another currency counts: the strict reading."""
    graph = graph_of({"A": [("EUR", "1.00", "open"), ("USD", "1.00", "cancelled")]})
    for ids in (("order/0.0",), ("order/0.0", "order/0.1")):
        claim = cite(graph, "A's net order value is EUR 1.00.", *ids)
        assert net_order_value(claim, graph.nodes, graph) is False


def test_cancelled_orders_are_cited_and_not_counted() -> None:
    graph = graph_of(
        {"A": [("EUR", "1.00", "open"), ("EUR", "7.00", "cancelled"), ("EUR", "-3.50", "credit")]}
    )
    ids = ("order/0.0", "order/0.1", "order/0.2")
    net = cite(graph, "A's net order value across 3 orders is EUR -2.50.", *ids)
    gross = cite(graph, "A's net order value across 3 orders is EUR 4.50.", *ids)
    assert net_order_value(net, graph.nodes, graph) is True
    assert net_order_value(gross, graph.nodes, graph) is False
