"""Answers about contracts: when they renew, and what a clause says."""

from __future__ import annotations

import re
from typing import Final

from tessera.business import schema
from tessera.business.answers.questions import customer_at, find_contract, read
from tessera.business.answers.refusal import RefusalError
from tessera.business.conflicts import Conflict, find_conflicts, renewal_dates
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Claim, KnowledgeBase
from tessera.text import contains

_RENEWAL_FORMS: Final = (
    r"when (?:does|will) contract (?P<number>\S+) renew",
    r"what is the renewal date of contract (?P<number>\S+)",
    r"do the clauses of contract (?P<number>\S+) agree on (?:the|its) renewal date",
    "(?P<all>which contracts state different renewal dates)",
)
_CLAUSE_FORMS: Final = (
    r"what does contract (?P<number>\S+) say about (?P<topic>.+)",
    r"what are the terms on (?P<topic>.+) in contract (?P<number>\S+)",
)


def renewal(question: str, graph: KnowledgeGraph, kb: KnowledgeBase) -> list[Claim]:
    """When a contract renews, in the words of its clauses; where they conflict, that first."""
    groups = read(question, _RENEWAL_FORMS).groupdict()
    conflicts = {conflict.contract_id: conflict for conflict in find_conflicts(graph)}
    if groups.get("all"):
        return [_conflict_claim(conflict, graph, kb) for conflict in conflicts.values()]
    contract = find_contract(graph, groups["number"])
    clauses = _clauses(graph, contract)
    claims = [
        Claim(sentence, (kb[node.id],))
        for node in clauses
        for sentence in _sentences(node)
        if renewal_dates(sentence)
    ]
    if not claims:
        # Nothing states a date to renew on: what the contract says of renewal is the answer.
        headed = [node for node in clauses if contains(node.attr("heading"), "renewal")]
        claims = [Claim(node.record.text, (kb[node.id],)) for node in headed]
    if contract.id in conflicts:
        claims.insert(0, _conflict_claim(conflicts[contract.id], graph, kb))
    return claims


def clause(question: str, graph: KnowledgeGraph, kb: KnowledgeBase) -> list[Claim]:
    """The whole text of the clause whose heading names the topic. Refuses where there is none."""
    match = read(question, _CLAUSE_FORMS)
    contract = find_contract(graph, match["number"])
    found = [node for node in _clauses(graph, contract) if contains(node.attr("heading"), match["topic"])]
    if not found:
        raise RefusalError(f"{contract.name} has no clause about {match['topic']}.")
    return [Claim(node.record.text, (kb[node.id],)) for node in found]


def _clauses(graph: KnowledgeGraph, contract: Node) -> list[Node]:
    """The clauses in the order of their numbers."""
    nodes = map(graph.node, graph.sources_of([contract.id], schema.CLAUSE_OF))
    return sorted(nodes, key=lambda node: int(node.attr("number")))


def _sentences(node: Node) -> list[str]:
    """The sentences of a clause on renewal, in which no name stands whose full stop would mislead."""
    return re.split(r"(?<=[.]) (?=[A-Z])", node.record.text)


def _conflict_claim(conflict: Conflict, graph: KnowledgeGraph, kb: KnowledgeBase) -> Claim:
    """Each day once, in the words of the first clause that states it."""
    first = {stated.day: (node, stated.words) for node, stated in reversed(conflict.statements)}
    days = sorted(first)
    *others, last = [f'"{first[day][1]}"' for day in days]
    contract = graph.node(conflict.contract_id)
    (party,) = graph.targets_of([contract.id], schema.AGREED_WITH)
    name = customer_at(graph, party).name
    text = f"{contract.name} with {name} states different renewal dates: {', '.join(others)} and {last}."
    return Claim(text, tuple(kb[first[day][0].id] for day in days))
