"""The knowledge graph: records as nodes, relations as edges, and the entities behind the records.

**Resolution.** Several records can describe one entity, in one source or in several. Two nodes belong
to the same entity when they have the same kind and either their names are equal when normalised (a
blank name is nobody's) or an edge with the relation ``same_as`` joins them; the rule is transitive.
Where an edge ``distinct_from`` stands between two bearers of one name, that name joins none of its
bearers: it is ambiguous, and only ``same_as`` can tell. Which records are joined or kept apart is for
the vertical to say: by a shared key in its data, not by likeness. Nothing here depends on the order in
which nodes and edges were added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tessera.grounding import EvidenceRecord
from tessera.text import NameIndex, normalise

SAME_AS = "same_as"
"""The relation of an edge that says: both ends are one entity."""

DISTINCT_FROM = "distinct_from"
"""The relation of an edge that says: both ends are two entities, though they may bear one name."""


@dataclass(frozen=True, slots=True)
class Node:
    """A record in the graph. ``kind`` groups records that can be one entity; ``name`` may be blank."""

    record: EvidenceRecord
    kind: str
    name: str
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def id(self) -> str:
        """The record's id."""
        return self.record.id

    def attr(self, key: str) -> str:
        """The value of the attribute; raises ``KeyError`` naming node and key where there is none.

        Where a key is there twice the first counts.
        """
        for name, value in self.attributes:
            if name == key:
                return value
        raise KeyError(f"node {self.id!r} has no attribute {key!r}")


@dataclass(frozen=True, slots=True)
class Edge:
    """``src`` stands in ``relation`` to ``dst``; both are node ids."""

    src: str
    dst: str
    relation: str


class KnowledgeGraph:
    """Nodes and edges of one battery. Filled once, then only read; answers are kept until it changes."""

    def __init__(self) -> None:
        self._nodes: dict[str, Node] = {}
        self._edges: dict[Edge, None] = {}
        self._into: dict[tuple[str, str], list[str]] = {}
        self._out_of: dict[tuple[str, str], list[str]] = {}
        self._clusters: tuple[tuple[str, ...], ...] | None = None
        self._cluster_of: dict[str, tuple[str, ...]] = {}
        self._names: dict[str | None, NameIndex[str]] = {}

    def add_node(self, node: Node) -> None:
        """Add ``node``; raises ``ValueError`` when its id is taken."""
        if node.id in self._nodes:
            raise ValueError(f"the graph has a node {node.id!r} already")
        self._nodes[node.id] = node
        self._forget()

    def add_edge(self, edge: Edge) -> None:
        """Add ``edge``; adding it twice is adding it once.

        Raises ``ValueError`` when an end is not a node yet, or when ``same_as`` joins two kinds.
        """
        for end in (edge.src, edge.dst):
            if end not in self._nodes:
                raise ValueError(
                    f"edge {edge.relation!r} names {end!r}, which is no node: add the node first"
                )
        src, dst = self._nodes[edge.src], self._nodes[edge.dst]
        if edge.relation == SAME_AS and src.kind != dst.kind:
            raise ValueError(f"a {src.kind} and a {dst.kind} are never one entity: {src.id!r}, {dst.id!r}")
        if edge in self._edges:
            return
        self._edges[edge] = None
        self._into.setdefault((edge.dst, edge.relation), []).append(edge.src)
        self._out_of.setdefault((edge.src, edge.relation), []).append(edge.dst)
        self._forget()

    def _forget(self) -> None:
        self._clusters = None
        self._names.clear()

    @property
    def nodes(self) -> Mapping[str, Node]:
        """All nodes by id, in the order added; a read-only view."""
        return MappingProxyType(self._nodes)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """All edges in the order added."""
        return tuple(self._edges)

    def node(self, node_id: str) -> Node:
        """The node with this id; raises ``KeyError``."""
        return self._nodes[node_id]

    def of_kind(self, kind: str) -> tuple[Node, ...]:
        """All nodes of a kind, by id."""
        return tuple(self._nodes[i] for i in sorted(self._nodes) if self._nodes[i].kind == kind)

    def clusters(self) -> tuple[tuple[str, ...], ...]:
        """All entities, each as the sorted ids of its nodes, sorted; every node is in exactly one."""
        if self._clusters is None:
            self._clusters = self._resolve()
            self._cluster_of = {member: cluster for cluster in self._clusters for member in cluster}
        return self._clusters

    def _resolve(self) -> tuple[tuple[str, ...], ...]:
        parent = {node_id: node_id for node_id in self._nodes}

        def root(node_id: str) -> str:
            while parent[node_id] != node_id:
                parent[node_id] = parent[parent[node_id]]
                node_id = parent[node_id]
            return node_id

        ambiguous = self._ambiguous_names()
        first_named: dict[tuple[str, str], str] = {}
        for node in self._nodes.values():
            bearing = (node.kind, normalise(node.name))
            if bearing[1] and bearing not in ambiguous:
                parent[root(node.id)] = root(first_named.setdefault(bearing, node.id))
        for edge in self._edges:
            if edge.relation == SAME_AS:
                parent[root(edge.src)] = root(edge.dst)
        members: dict[str, list[str]] = {}
        for node_id in sorted(self._nodes):
            members.setdefault(root(node_id), []).append(node_id)
        return tuple(sorted(tuple(ids) for ids in members.values()))

    def _ambiguous_names(self) -> set[tuple[str, str]]:
        """Kinds and names of which two bearers are said to be distinct."""
        found = set()
        for edge in self._edges:
            if edge.relation == DISTINCT_FROM:
                ends = {(node.kind, normalise(node.name)) for node in map(self.node, (edge.src, edge.dst))}
                if len(ends) == 1:
                    found |= ends
        return found

    def entity_of(self, node_id: str) -> str:
        """The id of the entity that the node describes: the first id of its cluster. ``KeyError``."""
        return self.members_of(node_id)[0]

    def members_of(self, node_id: str) -> tuple[str, ...]:
        """The sorted ids of all nodes that describe the same entity as this one. ``KeyError``."""
        self.clusters()
        return self._cluster_of[node_id]

    def names(self, kind: str | None = None) -> NameIndex[str]:
        """The known names of the entities of a kind (of all kinds for ``None``), leading to entity ids."""
        if kind not in self._names:
            self._names[kind] = NameIndex(
                (node.name, self.entity_of(node.id))
                for node in self._nodes.values()
                if kind is None or node.kind == kind
            )
        return self._names[kind]

    def entity_named(self, phrase: str, kind: str | None = None) -> str | None:
        """The id of the entity that bears the whole of ``phrase`` as a name, compared normalised.

        ``None`` when there is none or, among several kinds, more than one. ``Norrala`` and
        ``Norra Bruk AB`` are not ``Norra``: a part of a name names nothing.
        """
        return self.names(kind).whole(phrase)

    def sources_of(self, ids: Iterable[str], relation: str) -> tuple[str, ...]:
        """The sorted ids of all nodes that stand in ``relation`` to one of ``ids``."""
        return tuple(sorted({src for node_id in ids for src in self._into.get((node_id, relation), ())}))

    def targets_of(self, ids: Iterable[str], relation: str) -> tuple[str, ...]:
        """The sorted ids of all nodes to which one of ``ids`` stands in ``relation``."""
        return tuple(sorted({dst for node_id in ids for dst in self._out_of.get((node_id, relation), ())}))
