"""What a vertical hands to the harness: gold cases, and the battery that carries them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tessera.eval.metrics import ClaimShape
from tessera.graph import KnowledgeGraph
from tessera.grounding import Answer, KnowledgeBase


@dataclass(frozen=True, slots=True)
class GoldCase:
    """One question with what a right answer must do.

    ``engine`` names the answer path that is asked; ``kind`` says whether a right answer answers or
    refuses; ``expected_support`` are record ids that it should cite; ``expected_facts`` are strings
    that its text should hold.
    """

    id: str
    question: str
    engine: str
    kind: Literal["answer", "refuse"]
    expected_support: tuple[str, ...] = ()
    expected_facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Battery:
    """A vertical as the harness sees it. ``claim_shapes`` is its whole grammar, asked in this order.

    ``gold_dir`` holds JSON files, each a list of gold cases. ``answer(case, graph, kb)`` composes the
    answer to one case, ``synthetic(graph, kb)`` makes further cases from the data. All are
    deterministic.
    """

    name: str
    gold_dir: Path
    build_graph: Callable[[], KnowledgeGraph]
    build_kb: Callable[[], KnowledgeBase]
    answer: Callable[[GoldCase, KnowledgeGraph, KnowledgeBase], Answer]
    synthetic: Callable[[KnowledgeGraph, KnowledgeBase], list[GoldCase]]
    claim_shapes: tuple[ClaimShape, ...] = ()
