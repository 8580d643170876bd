"""Cases made from the data: a question about every customer, contract and currency there is.

What a case expects is read off the records as plainly as possible, so that coverage and quality say
something: every order of a customer, the city of every address, each date in a renewal sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

from tessera.business import schema
from tessera.business.conflicts import find_conflicts
from tessera.eval.battery import GoldCase
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import KnowledgeBase


def synthetic(graph: KnowledgeGraph, kb: KnowledgeBase) -> list[GoldCase]:
    """At least a hundred cases for data of the size that is shipped; the same for the same data."""
    return [*_customer_cases(graph), *_pair_cases(graph), *_currency_cases(graph), *_contract_cases(graph)]


def _customers(graph: KnowledgeGraph) -> list[tuple[Node, tuple[str, ...]]]:
    """The last record of each customer, whose name is used, and the ids of all its records."""
    clusters = [cluster for cluster in graph.clusters() if graph.node(cluster[0]).kind == schema.CUSTOMER]
    return [(graph.node(cluster[-1]), cluster) for cluster in clusters]


def _is_ambiguous(graph: KnowledgeGraph, node: Node) -> bool:
    return len(graph.names(schema.CUSTOMER).all_named(node.name)) > 1


def _currencies(graph: KnowledgeGraph, orders: tuple[str, ...]) -> list[str]:
    return sorted({graph.node(order).attr("currency") for order in orders})


def _customer_cases(graph: KnowledgeGraph) -> Iterator[GoldCase]:
    for node, records in _customers(graph):
        ambiguous = _is_ambiguous(graph, node)
        key = node.attr("account")
        orders = graph.sources_of(records, schema.PLACED_BY)
        currencies = _currencies(graph, orders)
        summed = len(currencies) == 1 and not ambiguous
        yield GoldCase(
            f"value-{key}",
            f"What is the net order value of {node.name}?",
            "order_value",
            "answer" if summed else "refuse",
            orders if summed else (),
            () if ambiguous else tuple(currencies),
        )
        addresses = graph.sources_of(records, schema.ADDRESS_OF)
        yield GoldCase(
            f"records-{key}",
            f"How many customer and address records does {node.name} have?",
            "records",
            "refuse" if ambiguous else "answer",
            () if ambiguous else (*records, *addresses),
        )
        yield GoldCase(
            f"address-{key}",
            f"Where is {node.name}?",
            "address",
            "answer" if addresses and not ambiguous else "refuse",
            () if ambiguous else addresses,
            () if ambiguous else tuple(sorted({graph.node(a).attr("city") for a in addresses})),
        )


def _pair_cases(graph: KnowledgeGraph) -> Iterator[GoldCase]:
    """Each customer with the next one, those of the same currencies beside each other."""
    listed = [(node, graph.sources_of(ids, schema.PLACED_BY)) for node, ids in _customers(graph)]
    listed.sort(key=lambda pair: _currencies(graph, pair[1]))
    for (left, left_orders), (right, right_orders) in pairwise(listed):
        comparable = len(_currencies(graph, left_orders + right_orders)) == 1 and left_orders and right_orders
        ambiguous = _is_ambiguous(graph, left) or _is_ambiguous(graph, right)
        answers = comparable and not ambiguous
        yield GoldCase(
            f"pair-{left.attr('account')}-{right.attr('account')}",
            f"Compare the net order values of {left.name} and {right.name}.",
            "comparison",
            "answer" if answers else "refuse",
            left_orders + right_orders if answers else (),
        )


def _currency_cases(graph: KnowledgeGraph) -> Iterator[GoldCase]:
    ordered = [graph.sources_of(ids, schema.PLACED_BY) for _, ids in _customers(graph)]
    for currency in schema.CURRENCIES:
        totals = [_total(graph, orders) for orders in ordered if _currencies(graph, orders) == [currency]]
        for word, extreme in (("highest", max(totals)), ("lowest", min(totals))):
            yield GoldCase(
                f"{word}-{currency}",
                f"Which customer has the {word} net order value in {currency}?",
                "superlative",
                "answer" if totals.count(extreme) == 1 else "refuse",
                expected_facts=(word, currency),
            )


def _total(graph: KnowledgeGraph, orders: tuple[str, ...]) -> Decimal:
    nodes = [graph.node(order) for order in orders]
    return sum((Decimal(n.attr("amount")) for n in nodes if n.attr("status") != schema.CANCELLED), Decimal(0))


def _contract_cases(graph: KnowledgeGraph) -> Iterator[GoldCase]:
    conflicts = {conflict.contract_id: conflict for conflict in find_conflicts(graph)}
    for contract in graph.of_kind(schema.CONTRACT):
        number = contract.attr("number")
        stated = conflicts[contract.id].statements if contract.id in conflicts else ()
        yield GoldCase(
            f"renewal-{number}",
            f"When does contract {number} renew?",
            "renewal",
            "answer",
            tuple(node.id for node, _ in stated) or (f"clause/{number}.3",),
            tuple(date.words for _, date in stated),
        )
        clauses = graph.sources_of([contract.id], schema.CLAUSE_OF)
        liable = tuple(c for c in clauses if graph.node(c).attr("heading") == "Liability")
        yield GoldCase(
            f"liability-{number}",
            f"What does contract {number} say about liability?",
            "clause",
            "answer" if liable else "refuse",
            liable,
        )
