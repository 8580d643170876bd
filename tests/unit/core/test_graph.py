"""Records, relations, and the entities behind records of several sources."""

from __future__ import annotations

import random

import pytest

from tessera.graph import Edge, KnowledgeGraph, Node
from tessera.grounding import EvidenceRecord, Origin


def node(node_id: str, kind: str, name: str = "", **attributes: str) -> Node:
    record = EvidenceRecord(node_id, Origin("source", node_id), f"text of {node_id}")
    return Node(record, kind, name, tuple(attributes.items()))


NODES = [
    node("a/1", "firm", "Norra"),
    node("b/1", "firm", "NORRA"),
    node("b/2", "firm", "Norra Bruk"),
    node("b/3", "firm", "Norrala"),
    node("p/1", "person", "Norra"),
    node("o/1", "order"),
    node("o/2", "order"),
]
EDGES = [
    Edge("b/2", "b/1", "same_as"),
    Edge("o/1", "a/1", "placed_by"),
    Edge("o/2", "b/2", "placed_by"),
    Edge("o/2", "b/3", "shipped_to"),
]


def build(nodes: list[Node], edges: list[Edge]) -> KnowledgeGraph:
    graph = KnowledgeGraph()
    for each in nodes:
        graph.add_node(each)
    for edge in edges:
        graph.add_edge(edge)
    return graph


def test_records_are_one_entity_by_equal_name_of_one_kind_or_by_same_as() -> None:
    graph = build(NODES, EDGES)
    assert graph.clusters() == (("a/1", "b/1", "b/2"), ("b/3",), ("o/1",), ("o/2",), ("p/1",))
    assert graph.entity_of("b/2") == "a/1"
    assert graph.members_of("a/1") == ("a/1", "b/1", "b/2")


def test_resolution_does_not_depend_on_the_order_of_adding() -> None:
    wanted = build(NODES, EDGES).clusters()
    chance = random.Random(7)
    for _ in range(20):
        nodes, edges = NODES[:], EDGES[:]
        chance.shuffle(nodes)
        chance.shuffle(edges)
        assert build(nodes, edges).clusters() == wanted


def test_what_was_resolved_is_resolved_again_when_the_graph_grows() -> None:
    graph = build(NODES, EDGES)
    assert graph.entity_of("b/3") == "b/3"
    assert graph.entity_named("Norra Syd", "firm") is None
    graph.add_node(node("c/1", "firm", "Norra Syd"))
    graph.add_edge(Edge("c/1", "b/3", "same_as"))
    assert graph.entity_of("c/1") == graph.entity_of("b/3") == "b/3"
    assert graph.entity_named("Norra Syd", "firm") == "b/3"


def test_bearers_of_one_name_can_be_kept_apart() -> None:
    """The name then joins none of its bearers, and names nobody; ``same_as`` still joins."""
    graph = build(NODES, [*EDGES, Edge("a/1", "b/1", "distinct_from")])
    assert graph.clusters()[:2] == (("a/1",), ("b/1", "b/2"))
    assert graph.entity_named("Norra", "firm") is None
    assert graph.entity_named("Norra Bruk", "firm") == "b/1"


def test_an_entity_is_found_by_any_of_its_whole_names() -> None:
    graph = build(NODES, EDGES)
    assert graph.entity_named("norra", "firm") == "a/1"
    assert graph.entity_named("Norra  Bruk", "firm") == "a/1"
    assert graph.entity_named("Norra Bruk AB", "firm") is None
    assert graph.entity_named("Norra") is None  # a firm and a person
    assert graph.entity_named("", "order") is None
    assert graph.names("firm").leading("Norrala's depot") == ("b/3", "'s depot")


def test_relations_are_followed_both_ways() -> None:
    graph = build(NODES, EDGES)
    assert graph.sources_of(graph.members_of("a/1"), "placed_by") == ("o/1", "o/2")
    assert graph.sources_of(["a/1"], "shipped_to") == ()
    assert graph.sources_of(["a/1", "nowhere"], "placed_by") == ("o/1",)
    assert graph.targets_of(["o/2"], "placed_by") == ("b/2",)
    graph.add_edge(EDGES[1])
    assert graph.edges == tuple(EDGES)
    assert [each.id for each in graph.of_kind("order")] == ["o/1", "o/2"]


def test_what_cannot_be_is_refused_by_name() -> None:
    graph = build(NODES, EDGES)
    with pytest.raises(ValueError, match="node 'a/1' already"):
        graph.add_node(NODES[0])
    with pytest.raises(ValueError, match=r"'placed_by' names 'x/9', which is no node"):
        graph.add_edge(Edge("o/1", "x/9", "placed_by"))
    with pytest.raises(ValueError, match="a order and a firm are never one entity"):
        graph.add_edge(Edge("o/1", "a/1", "same_as"))
    with pytest.raises(KeyError):
        graph.entity_of("x/9")
    with pytest.raises(TypeError):
        graph.nodes["a/1"] = NODES[0]  # type: ignore[index]


def test_attributes_are_read_by_key() -> None:
    order = node("o/9", "order", total="12.50")
    assert order.attr("total") == "12.50"
    with pytest.raises(KeyError, match="'o/9' has no attribute 'totl'"):
        order.attr("totl")
