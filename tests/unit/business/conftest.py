"""The business graph, built once, and a way to write claims with record ids."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tessera.business.data import build_graph
from tessera.graph import KnowledgeGraph
from tessera.grounding import Claim


@pytest.fixture(scope="session")
def business_graph() -> KnowledgeGraph:
    return build_graph()


@pytest.fixture(scope="session")
def claim_of(business_graph: KnowledgeGraph) -> Callable[..., Claim]:
    """``claim_of(text, "order/0001", ...)``: a claim that cites these records."""

    def build(text: str, *ids: str) -> Claim:
        return Claim(text, tuple(business_graph.node(record_id).record for record_id in ids))

    return build
