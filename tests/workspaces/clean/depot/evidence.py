"""Records, claims about them, and the graph that holds them."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Origin:
    source: str
    locator: str


@dataclass(frozen=True)
class EvidenceRecord:
    id: str
    origin: Origin
    text: str


@dataclass(frozen=True)
class Claim:
    text: str
    support: tuple


@dataclass(frozen=True)
class Crate:
    record: EvidenceRecord
    name: str
    weight: int
    colour: str

    @property
    def id(self):
        return self.record.id


@dataclass
class Graph:
    nodes: dict = field(default_factory=dict)

    def add(self, crate):
        self.nodes[crate.id] = crate
