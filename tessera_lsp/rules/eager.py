"""TES105: shapes that said False to what a later grammar would have supported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tessera_lsp.rules import places
from tessera_lsp.rules.example import CLAIMS
from tessera_lsp.rules.model import Facts, Finding, Rule, Witness
from tessera_lsp.rules.samples import judged_samples
from tessera_lsp.wire import Consultation, ShapeRef
from tessera_lsp.wording import counted, quoted, visible


class Rescue(NamedTuple):
    """A claim to which ``shape`` said False and which ``grammar``, asked later, would have supported."""

    battery: str
    shape: ShapeRef
    grammar: str
    text: str
    citations: tuple[str, ...]


@dataclass
class _Group:
    first: Rescue
    texts: set[str] = field(default_factory=set)


def eager_false(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Declared shapes that called something False which is no lie, each once in a battery."""
    groups: dict[tuple[str, str, str], _Group] = {}
    for rescue in (*_measured(facts), *_sampled(facts)):
        about = rescue.battery, rescue.shape.module, rescue.shape.qualname
        if rescue.text not in _acknowledged(facts, rescue.shape):
            groups.setdefault(about, _Group(rescue)).texts.add(rescue.text)
    for (battery, module, qualname), group in groups.items():
        place = places.shape_name(facts, module, qualname)
        if place is None:
            continue
        first, more = group.first, len(group.texts) - 1
        name = visible(qualname.rpartition(".")[2])
        rest = f"; so with {counted(more, 'more claim')}" if more else ""
        yield rule.finding(
            place,
            f"{name} says False to {quoted(first.text)}, which {visible(first.grammar)} would support{rest}",
            witness=Witness(first.text, first.citations, battery),
            stale=facts.stale,
        )


def _measured(facts: Facts) -> Iterator[Rescue]:
    for battery, judged in sorted(facts.verdicts.measured.items()):
        harvest = facts.verdicts.harvests.get(battery)
        claims = harvest.claims if harvest is not None else ()
        if not any(judged.rescued) or not len(claims) == len(judged.rescued) == len(judged.said):
            continue
        shapes = {shape.place: shape for shape in facts.verdicts.shapes(battery)}
        for claim, grammar, said in zip(claims, judged.rescued, judged.said, strict=True):
            shape = shapes.get(said.find("F"))
            if grammar and shape is not None:
                yield Rescue(battery, shape, grammar, claim.text, claim.citations)


def _sampled(facts: Facts) -> Iterator[Rescue]:
    """The same of samples, of other shapes than their own."""
    for own, sample, item in judged_samples(facts):
        for consultation in item.consultations if sample.word != "False" else ():
            shape = _refused(facts, consultation)
            if shape is not None and (shape.module, shape.qualname) != own.key:
                yield Rescue(consultation.battery, shape, consultation.rescued, consultation.text, sample.ids)


def _refused(facts: Facts, consultation: Consultation) -> ShapeRef | None:
    """The declared shape that called a claim False which would be supported without it."""
    if not consultation.rescued:
        return None
    owning = [s for s in consultation.steps if s.place >= 0 and s.answer in ("True", "False")]
    declared = facts.verdicts.shapes(consultation.battery)
    return next((s for s in declared if owning and s.place == owning[0].place), None)


def _acknowledged(facts: Facts, shape: ShapeRef) -> set[str]:
    """The sentences that the shape's own samples say to be False."""
    known = facts.index.shape(shape.module, shape.qualname)
    block = known.samples if known is not None else None
    return {sample.text for sample in block.samples if sample.word == "False"} if block else set()


_SHAPE = '''
import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
        None: Beschläge für Türen, 18 kg net. <- crate/2
    """
    match = re.fullmatch(r"%s (\\d+) kg( net)?\\.", claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and f"Crate {cited[0].name}" == match[1] and cited[0].weight == int(match[2])
'''

RULES = (
    Rule(
        code="TES105",
        name="eager-false",
        severity="warning",
        summary="The shape says `False` to a claim that a later grammar would support",
        about="""
`False` is final: no later shape and no generic grammar is asked. A shape that says it of a sentence which
only resembles its own takes a true claim away from the grammar that would have shown it.

Each claim that a declared shape called `False` is put to the project's verifier once more, with the shapes
behind that one alone: the measured claims that reach it, and the samples of other shapes. The finding names
the grammar that would have supported it.

Answer `None` to sentences of another form. Where `False` is meant, because the sentence is this shape's and
the other grammar would be wrong to support it, say so with a sample: `False: SENTENCE <- CITATIONS`.
""",
        needs_run=True,
        check=eager_false,
        found=((CLAIMS, _SHAPE % "(.+?)(?: weighs|,)"),),
        mended=((CLAIMS, _SHAPE % "(Crate \\d+) weighs"),),
    ),
)
