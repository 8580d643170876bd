"""TES401, TES402, TES403: what the samples of docstrings say, and what was answered to them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.rules.example import CLAIMS
from tessera_lsp.rules.model import Facts, Finding, Place, Related, Rule, Witness
from tessera_lsp.samples import WORDS, Sample
from tessera_lsp.verdicts import sample_key
from tessera_lsp.wire import Consultation, ItemJudged
from tessera_lsp.wording import counted, listed, quoted, visible

KNOWN = 5000
"""Record ids among which a near one is looked for."""


class Judged(NamedTuple):
    """A sample of the current text with what was answered to its sentence."""

    shape: ShapeDefinition
    sample: Sample
    item: ItemJudged


def key_of(shape: ShapeDefinition, sample: Sample) -> str:
    """The key under which a shape's sample is judged."""
    return sample_key(shape.path, shape.qualname, sample.word, sample.text, sample.ids)


def judged_samples(facts: Facts) -> Iterator[Judged]:
    """The samples of the current text that were judged, in order of file and line."""
    for file in facts.files if facts.verdicts.items else ():
        for shape in file.shapes:
            for sample in shape.samples.samples if shape.samples else ():
                item = facts.verdicts.items.get(key_of(shape, sample))
                if item is not None:
                    yield Judged(shape, sample, item)


def contradicted(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Samples whose shape answers otherwise. What raised or is no answer has a finding of its own."""
    for shape, sample, item in judged_samples(facts):
        wrong = sorted({answer for answer in item.answers if answer in WORDS and answer != sample.word})
        if not wrong:
            continue
        name = visible(shape.name)
        message = f"sample says {sample.word}, {name} says {listed(wrong, 'or')}"
        if sample.word in item.answers:
            message += (
                f", in {counted(sum(a in wrong for a in item.answers), 'place')} of {len(item.answers)}"
            )
        message += _beside(item.consultations)
        yield rule.finding(
            Place(shape.path, sample.word_span),
            message,
            witness=_witness(sample, item.consultations),
            related=(Related(shape.path, shape.name_span, f"{name} is defined here"),),
            stale=facts.stale,
        )


def _beside(consultations: tuple[Consultation, ...]) -> str:
    """The verdict of the first battery, for the message."""
    judged = [c for c in consultations if c.verdict is not None]
    if not judged:
        return ""
    verdict = "supported" if judged[0].verdict else "unsupported"
    return f" (battery {visible(judged[0].battery)}: {verdict} by {visible(judged[0].owner) or 'nobody'})"


def _witness(sample: Sample, consultations: tuple[Consultation, ...]) -> Witness:
    return Witness(sample.text, sample.ids, consultations[0].battery if consultations else "")


def malformed(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Lines of a samples block that are no samples."""
    for file in facts.files:
        for shape in file.shapes:
            for problem in shape.samples.problems if shape.samples else ():
                yield rule.finding(Place(shape.path, problem.span), problem.message)


def unknown_citation(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Record ids that no battery of the shape holds."""
    unbuilt = {battery.name for battery in facts.verdicts.batteries if battery.fault is not None}
    for shape, sample, item in judged_samples(facts):
        asked = item.consultations
        if not asked or any(consultation.battery in unbuilt for consultation in asked):
            continue
        nowhere = frozenset.intersection(*(frozenset(c.unknown) for c in asked))
        for citation in sample.citations:
            if citation.id in nowhere:
                batteries = sorted({c.battery for c in asked})
                near = _nearest(facts, citation.id, batteries)
                yield rule.finding(
                    Place(shape.path, citation.span),
                    _unknown(citation.id, near, batteries),
                    stale=facts.stale,
                    aid=near,
                )


def _unknown(identity: str, near: str, batteries: list[str]) -> str:
    where = listed([visible(name) for name in batteries], "or")
    hint = f"; a near one is {quoted(near)}" if near else ""
    return f"no record {quoted(identity)} in the graph of {where}{hint}"


def _nearest(facts: Facts, identity: str, batteries: list[str]) -> str:
    """The record id most like this one among those that measured claims cite; empty where none is near."""
    known = {
        cited
        for name in batteries
        if (harvest := facts.verdicts.harvests.get(name)) is not None
        for claim in harvest.claims
        for cited in claim.citations
    }
    return next(iter(difflib.get_close_matches(identity, sorted(known)[:KNOWN], n=1)), "")


_SHAPE = '''
import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        %s
    """
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg\\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])
'''
_TRUE = "True: Crate 1 weighs 12 kg. <- crate/1"
_FALSE = "\n        False: Crate 1 weighs 13 kg. <- crate/1"
RULES = (
    Rule(
        code="TES401",
        name="sample-verdict",
        severity="error",
        summary="A sample says one thing, its shape another",
        about="""
The word of a sample is what the shape itself answers when it is asked directly: `True`, `False` or `None`.
A core that hands its shapes something else than the claim, the nodes and the graph is asked with that shape
alone. The finding stands on that word. The message also tells what the battery's verifier says to the
sentence, which is the verdict of the first shape in order that owns it.

Mend whichever of the two is wrong. A sample is judged in each battery that declares the shape, and for each
runtime shape that a factory made.
""",
        needs_run=True,
        check=contradicted,
        scope="file",
        by_shape="each",
        found=((CLAIMS, _SHAPE % "True: Crate 1 weighs 13 kg. <- crate/1"),),
        mended=((CLAIMS, _SHAPE % "False: Crate 1 weighs 13 kg. <- crate/1"),),
    ),
    Rule(
        code="TES402",
        name="sample-syntax",
        severity="error",
        summary="A line under `Samples:` is no sample",
        about="""
A sample is `WORD: SENTENCE <- CITATIONS`. The word is `True`, `False` or `None`, the citations are record
ids separated by commas, an id that holds a comma stands in double quotes, and there is at least one. A line
that is indented deeper continues the sample above it.

A line that cannot be read is not judged, so it is an error.
""",
        needs_run=False,
        check=malformed,
        scope="file",
        inside=True,
        by_shape="each",
        found=((CLAIMS, _SHAPE % "True: Crate 1 weighs 12 kg."),),
        mended=((CLAIMS, _SHAPE % _TRUE),),
    ),
    Rule(
        code="TES403",
        name="unknown-citation",
        severity="error",
        summary="A sample cites a record that no battery of its shape holds",
        about="""
A claim cites records of the battery's graph. A sample that cites another id cannot be put to the verifier.
If the shape is declared in several batteries, one of them must hold the record.

Where the battery's graph could not be built, the rule is silent and TES209 speaks.
""",
        needs_run=True,
        check=unknown_citation,
        scope="file",
        by_shape="each",
        found=((CLAIMS, _SHAPE % (_TRUE + "1" + _FALSE)),),
        mended=((CLAIMS, _SHAPE % (_TRUE + _FALSE)),),
    ),
)
