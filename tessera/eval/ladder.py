"""The consultation of one claim as a value: who was asked, what each said, and whose word it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tessera.eval.metrics import GENERIC_GRAMMARS, ClaimShape, ask, has_genuine_evidence, shape_name
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Claim
from tessera.text import is_blank


@dataclass(frozen=True, slots=True)
class Step:
    """One grammar that was asked, under the name that it goes by, and its answer."""

    name: str
    answer: bool | None


@dataclass(frozen=True, slots=True)
class Consultation:
    """How a verdict came about.

    ``steps`` are the grammars asked, in order, the owner last where there is one; ``unasked`` those
    behind the owner; ``owner`` is ``None`` where nobody owned the claim. ``objection`` says why the
    owner's ``True`` does not count (see ``metrics.has_genuine_evidence``), and is empty otherwise.
    ``verdict`` is what ``metrics.is_supported`` answers.
    """

    steps: tuple[Step, ...]
    unasked: tuple[str, ...]
    owner: str | None
    verdict: bool
    objection: str = ""


def grammar_names(shapes: Sequence[ClaimShape]) -> tuple[str, ...]:
    """The names of ``shapes`` and of the generic grammars behind them, in the order asked.

    A name that occurs again is numbered, ``name (2)``, so that every grammar can be told apart.
    """
    seen: Counter[str] = Counter()
    names = []
    for shape in (*shapes, *GENERIC_GRAMMARS):
        name = shape_name(shape)
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(names)


def consult(
    claim: Claim,
    nodes: Mapping[str, Node],
    graph: KnowledgeGraph | None = None,
    shapes: Iterable[ClaimShape] = (),
) -> Consultation:
    """Put ``claim`` to the grammars as ``metrics.is_supported`` does; the same arguments and errors."""
    declared = tuple(shapes)
    names = grammar_names(declared)
    steps: list[Step] = []
    for name, shape in zip(names, (*declared, *GENERIC_GRAMMARS), strict=True):
        answer = ask(shape, claim, nodes, graph)
        steps.append(Step(name, answer))
        if answer is not None:
            why_not = evidence_objection(claim, nodes) if answer else ""
            return Consultation(tuple(steps), names[len(steps) :], name, answer and not why_not, why_not)
    return Consultation(tuple(steps), (), None, False)


def owner_and_verdict(
    claim: Claim,
    nodes: Mapping[str, Node],
    graph: KnowledgeGraph | None,
    named: Iterable[tuple[str, ClaimShape]],
) -> tuple[str | None, bool]:
    """What ``consult`` tells as ``owner`` and ``verdict``, and nothing else: for claims in bulk. ``named``
    are all grammars with their ``grammar_names``, the generic ones included."""
    for name, shape in named:
        answer = ask(shape, claim, nodes, graph)
        if answer is not None:
            return name, answer and has_genuine_evidence(claim, nodes)
    return None, False


def evidence_objection(claim: Claim, nodes: Mapping[str, Node]) -> str:
    """Why the claim's evidence is none, in words; empty when ``metrics.has_genuine_evidence`` holds."""
    if has_genuine_evidence(claim, nodes):
        return ""
    if is_blank(claim.text):
        return "the claim is blank: there is nothing to check"
    for record in claim.support:
        if record.id not in nodes:
            return f"the cited record {record.id!r} is not known"
        if nodes[record.id].record != record:
            return f"the cited record {record.id!r} differs from the one known under that id"
    return "the cited records are blank" if claim.support else "no record is cited"
