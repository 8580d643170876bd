"""A tiny world for the core's tests: a few records from two logs, and the graph that holds them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Claim, EvidenceRecord, Origin

CORE_RECORDS = (
    EvidenceRecord("line/1", Origin("north.log", "line 1"), "disk full on node seven: retry in 30 s"),
    EvidenceRecord("line/2", Origin("south.log", "line 4"), "Disk  FULL on node nine"),
    EvidenceRecord("line/3", Origin("north.log", "line 9"), "the gate held"),
    EvidenceRecord("line/4", Origin("it's 'a', 'b' and 'c'.log", "line 2"), "disk full again"),
    EvidenceRecord("blank/1", Origin("north.log", "line 12"), " \u200b "),
)


@pytest.fixture
def core_graph() -> KnowledgeGraph:
    """A graph that holds every record of the tiny world."""
    graph = KnowledgeGraph()
    for record in CORE_RECORDS:
        graph.add_node(Node(record, kind="line", name=""))
    return graph


@pytest.fixture
def core_claim() -> Callable[..., Claim]:
    """Builds a claim from a sentence and record ids of the tiny world."""
    by_id = {record.id: record for record in CORE_RECORDS}

    def build(text: str, *ids: str) -> Claim:
        return Claim(text, tuple(by_id[record_id] for record_id in ids))

    return build
