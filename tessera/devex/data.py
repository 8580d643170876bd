"""The graph and the records of the shipped data."""

from __future__ import annotations

from pathlib import Path

from tessera.devex.loading import DATA, load
from tessera.graph import KnowledgeGraph
from tessera.grounding import KnowledgeBase


def build_graph(root: Path = DATA) -> KnowledgeGraph:
    """All records below ``root`` as nodes, with what they say of each other as edges.

    Kinds: ``run``, ``log line``, ``change``, ``change line``, ``diff file``, ``diff line``, ``ticket``,
    ``ticket line``, ``shift``, ``rota note``. Relations: a run ``builds`` a change, ``failed_in`` the
    end line of a step, ``failed_with`` the lines of its first error, ``ended_with`` the last line of
    its log; a change ``closes`` a ticket and ``patches`` the files of its diff; a page
    ``states`` its fields, ``says`` its sentences, ``touches`` files and ``quotes`` logs.

    Raises ``tessera.devex.files.DataError`` for data that does not read.
    """
    loaded, graph = load(root), KnowledgeGraph()
    for node in loaded.nodes.values():
        graph.add_node(node)
    for edge in loaded.edges:
        graph.add_edge(edge)
    return graph


def build_kb(root: Path = DATA) -> KnowledgeBase:
    """The records below ``root``, the same as the graph's. Raises like ``build_graph``."""
    return KnowledgeBase(tuple(node.record for node in load(root).nodes.values()))
