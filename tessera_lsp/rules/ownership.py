"""TES407: samples whose sentence another declared shape owns first."""

from __future__ import annotations

from collections.abc import Iterable

from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.rules import places
from tessera_lsp.rules.example import CLAIMS, registry
from tessera_lsp.rules.model import Facts, Finding, Place, Related, Rule, Witness
from tessera_lsp.rules.samples import judged_samples
from tessera_lsp.wire import Consultation, Step
from tessera_lsp.wording import visible


def owned_earlier(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Samples that their shape would own, but an earlier declared shape does."""
    for shape, sample, item in judged_samples(facts):
        if not {"True", "False"} & set(item.answers):
            continue
        for consultation in item.consultations:
            earlier = _earlier(facts, shape, consultation)
            if earlier is None:
                continue
            owner = visible(earlier.name)
            yield rule.finding(
                Place(shape.path, sample.text_span),
                f"{owner} is asked before {visible(shape.name)} in battery "
                f"{visible(consultation.battery)} and owns this sentence: it says {earlier.answer}",
                witness=Witness(sample.text, sample.ids, consultation.battery),
                related=_definition(facts, consultation.battery, earlier),
                stale=facts.stale,
            )
            break


def _earlier(facts: Facts, shape: ShapeDefinition, consultation: Consultation) -> Step | None:
    """The declared shape that owned the sentence before ``shape`` was asked."""
    declared = facts.verdicts.shapes(consultation.battery)
    own = [s.place for s in declared if (s.module, s.qualname) == shape.key]
    owning = [s for s in consultation.steps if s.place >= 0 and s.answer in ("True", "False")]
    if not own or not owning or owning[0].place >= min(own):
        return None
    return owning[0]


def _definition(facts: Facts, battery: str, step: Step) -> tuple[Related, ...]:
    for shape in facts.verdicts.shapes(battery):
        place = places.shape_name(facts, shape.module, shape.qualname) if shape.place == step.place else None
        if place is not None:
            return (Related(place.path, place.span, f"{visible(step.name)} is defined here"),)
    return ()


_SHAPE = '''
import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
    """
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg\\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])
'''
_TWO = (
    _SHAPE
    + '''

def crate_sentence(claim, nodes, graph):
    """A sentence about a crate names one that is cited.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 4 is blue. <- crate/1
        None: Two crates are blue. <- crate/1
    """
    match = re.fullmatch(r"Crate (\\d+) .+\\.", claim.text)
    return None if match is None else "crate/" + match[1] in nodes
'''
)

RULES = (
    Rule(
        code="TES407",
        name="sample-owned-earlier",
        severity="info",
        summary="An earlier declared shape owns this sample's sentence",
        about="""
The declared shapes are asked in order, and the first that answers `True` or `False` owns the claim. This
sample's shape would answer, but is never asked, because the one that the message names stands before it in
the battery's tuple.

That is harmless where both answer alike; otherwise the order decides the verdict. Make the grammars
distinct, or change the order.
""",
        needs_run=True,
        check=owned_earlier,
        scope="file",
        found=(
            (CLAIMS, _TWO),
            registry("(claims.crate_weight, claims.crate_sentence)"),
        ),
        mended=(
            (
                CLAIMS,
                _TWO.replace('r"Crate (\\d+) .+', 'r"Crate (\\d+) is .+').replace(
                    "        True: Crate 1 weighs 12 kg. <- crate/1\n        False: Crate 4",
                    "        True: Crate 1 is blue. <- crate/1\n        False: Crate 4",
                ),
            ),
            registry("(claims.crate_weight, claims.crate_sentence)"),
        ),
    ),
)
