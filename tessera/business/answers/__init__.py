"""The answer paths of the business vertical, and the questions that the data itself suggests.

A path reads a question in plain words, computes from the graph, and composes claims with their
citations. It never asks a claim shape: what a path gets wrong has to be caught by the verifier.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tessera.business.answers import contracts, orders, records
from tessera.business.answers.cases import synthetic
from tessera.business.answers.refusal import RefusalError
from tessera.eval.battery import GoldCase
from tessera.graph import KnowledgeGraph
from tessera.grounding import Answer, Claim, KnowledgeBase

__all__ = ["PATHS", "answer", "synthetic"]

PATHS: Final[Mapping[str, Callable[[str, KnowledgeGraph, KnowledgeBase], list[Claim]]]] = MappingProxyType(
    {
        "order_value": orders.order_value,
        "comparison": orders.comparison,
        "superlative": orders.superlative,
        "records": records.record_counts,
        "address": records.address,
        "renewal": contracts.renewal,
        "clause": contracts.clause,
    }
)
"""The paths by the name that a case's ``engine`` gives. Each returns claims or raises ``RefusalError``."""


def answer(case: GoldCase, graph: KnowledgeGraph, kb: KnowledgeBase) -> Answer:
    """Answer the case's question by the path that it names; deterministic.

    A question that the path does not understand, a customer or contract that is not known and a sum
    that would mix currencies are refused. Raises ``ValueError`` for an unknown path.
    """
    path = PATHS.get(case.engine)
    if path is None:
        raise ValueError(f"case {case.id}: no answer path {case.engine!r}; there are {', '.join(PATHS)}")
    try:
        return Answer(case.question, tuple(path(case.question, graph, kb)))
    except RefusalError as refusal:
        return Answer(case.question, refusal.grounds, refusal.reason)
