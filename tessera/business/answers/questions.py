"""Reading questions: which of a few plain forms it has, and which customer or contract it names.

A name has to be the whole of the phrase where the form expects one: a question about ``Norra Timber``
is not about ``Norra``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tessera.business import schema
from tessera.business.answers.refusal import RefusalError
from tessera.graph import KnowledgeGraph, Node


@dataclass(frozen=True, slots=True)
class Customer:
    """A customer with all its records, and a name that it can be spoken of with."""

    name: str
    records: tuple[str, ...]


def read(question: str, forms: Sequence[str]) -> re.Match[str]:
    """The match of the first form (a pattern source, case folded) that is the whole question.

    Raises ``RefusalError`` when the question has none of the forms.
    """
    words = re.sub("[?.]$", "", " ".join(question.split())).strip()
    for form in forms:
        match = re.fullmatch(form, words, re.IGNORECASE)
        if match is not None:
            return match
    raise RefusalError("The records do not answer this question.")


def find_customer(graph: KnowledgeGraph, phrase: str) -> Customer:
    """The one customer that bears the whole phrase as a name; raises ``RefusalError`` for none or several."""
    known = _all_named(graph, phrase)
    if not known:
        raise RefusalError(f"No customer is known as {phrase}.")
    if len(known) > 1:
        others = " and ".join(sorted(_names(graph, entity)[0] for entity in known))
        raise RefusalError(f"{len(known)} customers are known as {phrase}: {others}.")
    return _spoken(graph, known[0], phrase.strip())


def find_owner(graph: KnowledgeGraph, possessive: str) -> Customer:
    """The customer behind ``Norra's``. Raises ``RefusalError`` where ``Kelly's`` can be two customers."""
    bare = re.sub("['’]s$", "", possessive)
    named = _all_named(graph, possessive)
    if bare != possessive and named:
        if set(_all_named(graph, bare)) - set(named):
            raise RefusalError(f"{possessive} can mean {bare} or {possessive}: ask with the full name.")
        return find_customer(graph, possessive)
    return find_customer(graph, bare)


def find_pair(graph: KnowledgeGraph, phrase: str, joint: str) -> tuple[Customer, Customer]:
    """The two customers that ``joint`` (`` and ``, say) divides in the phrase.

    Names may hold the joint: the division counts where both sides are known. Raises ``RefusalError`` when
    no division or more than one is.
    """
    cuts = [match.span() for match in re.finditer(f"(?={re.escape(joint)})", phrase, re.IGNORECASE)]
    sides = [(phrase[:at].strip(), phrase[at + len(joint) :].strip()) for at, _ in cuts]
    known = [(left, right) for left, right in sides if _all_named(graph, left) and _all_named(graph, right)]
    if len(known) > 1:
        raise RefusalError(f"{phrase} can be divided into two customers in {len(known)} ways.")
    if not known:
        raise RefusalError(f"No two customers are known as {phrase}.")
    left, right = known[0]
    return find_customer(graph, left), find_customer(graph, right)


def customer_at(graph: KnowledgeGraph, record_id: str) -> Customer:
    """The customer that a customer record describes."""
    entity = graph.entity_of(record_id)
    return _spoken(graph, entity, _names(graph, entity)[0])


def find_contract(graph: KnowledgeGraph, number: str) -> Node:
    """The contract of this number, such as ``C-004``; raises ``RefusalError``."""
    entity = graph.entity_named(f"Contract {number}", schema.CONTRACT)
    if entity is None:
        raise RefusalError(f"No contract is known as {number.upper()}.")
    return graph.node(entity)


def _names(graph: KnowledgeGraph, entity: str) -> list[str]:
    """The customer's names, legal ones (from billing) first, each once."""
    nodes = map(graph.node, graph.members_of(entity))
    legal_first = sorted(nodes, key=lambda node: (node.attr("source") != "Billing", node.id))
    return list(dict.fromkeys(node.name for node in legal_first))


def _all_named(graph: KnowledgeGraph, phrase: str) -> tuple[str, ...]:
    """The customers of this name. The full stop that ends a question may be the name's own."""
    index = graph.names(schema.CUSTOMER)
    return index.all_named(phrase) or index.all_named(phrase + ".")


def _spoken(graph: KnowledgeGraph, entity: str, preferred: str) -> Customer:
    """The customer under the preferred name, or its first that is no other's, even with ``'s`` behind."""
    index = graph.names(schema.CUSTOMER)
    for name in (preferred, *_names(graph, entity)):
        if {*index.all_named(name), *index.all_named(name + "'s")} == {entity}:
            return Customer(name, graph.members_of(entity))
    raise RefusalError(f"Every name of {preferred} is another customer's as well.")
