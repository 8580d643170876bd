"""Answers about net order values: of one customer, of two compared, and the highest or lowest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from tessera.business import schema
from tessera.business.answers.questions import (
    Customer,
    customer_at,
    find_customer,
    find_owner,
    find_pair,
    read,
)
from tessera.business.answers.refusal import RefusalError
from tessera.graph import KnowledgeGraph
from tessera.grounding import Claim, KnowledgeBase
from tessera.text import Money, format_count, format_money

_VALUE_FORMS: Final = (
    "what is the (?:net order value|order total) of (?P<name>.+)",
    "what is (?P<owner>.+['’]s) (?:net order value|order total)",
    "how much (?:has|did) (?P<name>.+) order(?:ed)?(?: in total)?",
    "what do the orders of (?P<name>.+) (?:add up|come) to",
)
_PAIR_FORMS: Final = (
    "compare the net order values of (?P<and>.+)",
    "which is higher, the net order value of (?P<or>.+)",
    "(?:has|did) (?P<than>.+ order(?:ed)? (?:more|less) than .+)",
)
_EXTREME_FORMS: Final = (
    r"which customer has the (?P<word>highest|lowest) net order value in (?P<currency>\w+)",
    r"who has ordered the (?P<word>most|least) in (?P<currency>\w+)",
)


@dataclass(frozen=True, slots=True)
class Orders:
    """All orders of one customer: ids by currency, in order, and the net value in each."""

    customer: Customer
    ids: dict[str, list[str]]
    values: dict[str, Decimal]

    @property
    def all_ids(self) -> list[str]:
        return sorted(order for ids in self.ids.values() for order in ids)

    @property
    def value(self) -> Money:
        """The net order value, of a customer that has one."""
        ((currency, amount),) = self.values.items()
        return Money(currency, amount)


def order_value(question: str, graph: KnowledgeGraph, kb: KnowledgeBase) -> list[Claim]:
    """What a customer's orders come to. Refuses for several currencies and for no orders."""
    match = read(question, _VALUE_FORMS)
    groups = match.groupdict()
    owner = groups.get("owner")
    customer = find_owner(graph, owner) if owner else find_customer(graph, groups["name"])
    orders = _single_currency(_orders_of(graph, customer), kb)
    return [_value_claim(orders, kb)]


def comparison(question: str, graph: KnowledgeGraph, kb: KnowledgeBase) -> list[Claim]:
    """Which of two customers ordered more. Refuses where the values are not in one currency."""
    left, right = (_single_currency(_orders_of(graph, side), kb) for side in _pair(question, graph))
    if left.customer.records == right.customer.records:
        raise RefusalError(f"{left.customer.name} and {right.customer.name} are one customer.")
    one, other = left.value, right.value
    if one.currency != other.currency:
        raise RefusalError(
            f"The net order values are in {one.currency} and {other.currency} and cannot be compared.",
            [_value_claim(left, kb), _value_claim(right, kb)],
        )
    gap = Money(one.currency, abs(one.amount - other.amount))
    word = "exceeds" if one.amount > other.amount else "is below" if one.amount < other.amount else "equals"
    text = (
        f"{left.customer.name}'s net order value of {format_money(one)} {word} "
        f"{right.customer.name}'s net order value of {format_money(other)}"
    )
    tail = "." if word == "equals" else f" by {format_money(gap)}."
    cited = [kb[order] for order in left.all_ids + right.all_ids]
    return [Claim(text + tail, tuple(cited))]


def superlative(question: str, graph: KnowledgeGraph, kb: KnowledgeBase) -> list[Claim]:
    """Which customer, of those that order in this currency only, has the extreme value. Refuses a tie."""
    match = read(question, _EXTREME_FORMS)
    currency = match["currency"].upper()
    word = "highest" if match["word"].lower() in ("highest", "most") else "lowest"
    field = [orders for orders in _all_orders(graph) if list(orders.values) == [currency]]
    if len(field) < 2:
        raise RefusalError(f"There are no customers with orders in {currency} only to choose from.")
    field.sort(key=lambda orders: orders.values[currency], reverse=word == "highest")
    winner, second = field[:2]
    if winner.values == second.values:
        claims = [_value_claim(orders, kb) for orders in field if orders.values == winner.values]
        raise RefusalError(f"{len(claims)} customers share the {word} net order value in {currency}.", claims)
    text = (
        f"Of the {format_count(len(field))} customers with orders in {currency} only, "
        f"{winner.customer.name} has the {word} net order value: {format_money(winner.value)}."
    )
    return [Claim(text, tuple(kb[order] for order in winner.all_ids))]


def _pair(question: str, graph: KnowledgeGraph) -> tuple[Customer, Customer]:
    groups = read(question, _PAIR_FORMS).groupdict()
    if groups.get("and"):
        return find_pair(graph, groups["and"], " and ")
    if groups.get("or"):
        return find_pair(graph, groups["or"], " or ")
    # The verb between the names is written in four ways; the longer ones first.
    phrase = groups["than"]
    for joint in (" ordered more than ", " ordered less than ", " order more than ", " order less than "):
        if joint in phrase.lower():
            return find_pair(graph, phrase, joint)
    raise RefusalError("The records do not answer this question.")


def _orders_of(graph: KnowledgeGraph, customer: Customer) -> Orders:
    ids: dict[str, list[str]] = {}
    values: dict[str, Decimal] = {}
    for order_id in graph.sources_of(customer.records, schema.PLACED_BY):
        order = graph.node(order_id)
        currency = order.attr("currency")
        ids.setdefault(currency, []).append(order_id)
        values.setdefault(currency, Decimal(0))
        if order.attr("status") != schema.CANCELLED:
            values[currency] += Decimal(order.attr("amount"))
    return Orders(customer, ids, values)


def _all_orders(graph: KnowledgeGraph) -> Iterator[Orders]:
    for cluster in graph.clusters():
        if graph.node(cluster[0]).kind == schema.CUSTOMER:
            yield _orders_of(graph, customer_at(graph, cluster[0]))


def _single_currency(orders: Orders, kb: KnowledgeBase) -> Orders:
    """The orders, when they have a net order value; else raises ``RefusalError`` with what shows it."""
    name = orders.customer.name
    if not orders.ids:
        raise RefusalError(f"{name} has no orders.")
    if len(orders.ids) > 1:
        *others, last = sorted(orders.ids)
        text = (
            f"{name} has orders in {', '.join(others)} and {last}, "
            "and amounts in different currencies are not summed."
        )
        shown = tuple(kb[ids[0]] for _, ids in sorted(orders.ids.items()))
        raise RefusalError(f"There is no one total of {name}'s orders.", [Claim(text, shown)])
    return orders


def _value_claim(orders: Orders, kb: KnowledgeBase) -> Claim:
    count = len(orders.all_ids)
    across = f" across {format_count(count)} orders" if count > 1 else ""
    text = f"{orders.customer.name}'s net order value{across} is {format_money(orders.value)}."
    return Claim(text, tuple(kb[order] for order in orders.all_ids))
