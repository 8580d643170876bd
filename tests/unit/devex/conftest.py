"""The graph and the records of the shipped data, built once."""

from __future__ import annotations

import pytest

from tessera.devex.data import build_graph, build_kb
from tessera.graph import KnowledgeGraph
from tessera.grounding import KnowledgeBase


@pytest.fixture(scope="session")
def devex_graph() -> KnowledgeGraph:
    return build_graph()


@pytest.fixture(scope="session")
def devex_kb() -> KnowledgeBase:
    return build_kb()
