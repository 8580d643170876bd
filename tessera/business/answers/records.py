"""Answers about what is on file: how many records a customer has, and where it is."""

from __future__ import annotations

from itertools import product
from typing import Final

from tessera.business import schema
from tessera.business.answers.questions import find_customer, read
from tessera.business.answers.refusal import RefusalError
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Claim, KnowledgeBase
from tessera.text import format_count, same_text

_COUNT_FORMS: Final = (
    "how many (?:customer and address )?records (?:does|do we hold for) (?P<name>.+?)(?: have)?",
    "under how many customer and address records is (?P<name>.+) on file",
)
_ADDRESS_FORMS: Final = (
    "where is (?P<name>.+)",
    "what (?:is|are) the address(?:es)? of (?P<name>.+)",
    "do crm and billing agree on where (?P<name>.+) is",
)


def record_counts(question: str, graph: KnowledgeGraph, kb: KnowledgeBase) -> list[Claim]:
    """How many customer and address records a customer has."""
    customer = find_customer(graph, read(question, _COUNT_FORMS)["name"])
    addresses = graph.sources_of(customer.records, schema.ADDRESS_OF)
    counts = [
        f"{format_count(count)} {kind} record{'' if count == 1 else 's'}"
        for kind, count in (("customer", len(customer.records)), ("address", len(addresses)))
    ]
    text = f"{customer.name} is on file with {counts[0]} and {counts[1]}."
    return [Claim(text, tuple(kb[record] for record in (*customer.records, *addresses)))]


def address(question: str, graph: KnowledgeGraph, kb: KnowledgeBase) -> list[Claim]:
    """The addresses as the sources hold them, and what two sources have in common.

    Refuses where no address is on file.
    """
    customer = find_customer(graph, read(question, _ADDRESS_FORMS)["name"])
    nodes = [graph.node(record) for record in graph.sources_of(customer.records, schema.ADDRESS_OF)]
    if not nodes:
        raise RefusalError(f"No address of {customer.name} is on file.")
    claims = [Claim(node.record.text, (kb[node.id],)) for node in nodes]
    return claims + [_shared(one, other, kb) for one, other in _across_sources(nodes)[:1]]


def _across_sources(nodes: list[Node]) -> list[tuple[Node, Node]]:
    """Pairs of an address in the CRM and one in billing, those with the same text first."""
    by_source = {name: [node for node in nodes if node.attr("source") == name] for name in ("CRM", "Billing")}
    pairs = [
        (one, other)
        for one, other in product(by_source["CRM"], by_source["Billing"])
        if same_text(one.attr("city"), other.attr("city"))
    ]
    return sorted(pairs, key=lambda pair: not same_text(pair[0].record.text, pair[1].record.text))


def _shared(one: Node, other: Node, kb: KnowledgeBase) -> Claim:
    fragment = one.attr("city")
    if same_text(one.record.text, other.record.text):
        fragment = one.record.text
    sources = (one.record.origin.source, other.record.origin.source)
    return Claim(f"\"{fragment}\" appears in '{sources[0]}' and '{sources[1]}'.", (kb[one.id], kb[other.id]))
