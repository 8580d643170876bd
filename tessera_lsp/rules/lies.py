"""TES405, TES110: shapes that support what is no longer true, or what is no longer shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tessera_lsp.rules.example import CLAIMS
from tessera_lsp.rules.model import Facts, Files, Finding, Rule, Witness
from tessera_lsp.rules.probes import Answered, by_shape, is_supported_by_it, name_of, place_of, probed
from tessera_lsp.wire import ItemJudged
from tessera_lsp.wording import bounded, counted, listed, quoted, visible

_SHOWN = 3
"""Citations that a message spells out."""


def surviving_mutants(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes that support a lie made of one of their true claims: one finding for each way of lying."""
    for battery, shape, group in by_shape(probed(facts).of("mutant")):
        place = place_of(facts, shape)
        ways: dict[str, list[Answered]] = {}
        for probe, item in group if place is not None else ():
            if is_supported_by_it(probe, item) and probe.item.text not in _pinned(facts, shape):
                ways.setdefault(probe.how, []).append((probe, item))
        for way, survivors in ways.items():
            first = survivors[0][0]
            asked = sum(probe.how == way for probe, _ in group)
            rest = f"; of {counted(asked, 'such lie')} {len(survivors)} are supported" if asked > 1 else ""
            assert place is not None
            yield rule.finding(
                place,
                f"{name_of(shape)} still supports {quoted(first.item.text)}, which was true before its "
                f"{way} was corrupted ({visible(bounded(first.change))}){rest}",
                witness=Witness(first.item.text, first.item.citations, battery),
                stale=facts.stale,
            )


def _pinned(facts: Facts, shape: tuple[str, str]) -> set[str]:
    """The sentences that the shape's own samples say to be True."""
    known = facts.index.shape(*shape)
    block = known.samples if known is not None else None
    return {sample.text for sample in block.samples if sample.word == "True"} if block else set()


def vacuous_support(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes that support a claim whatever it cites, each once in a battery."""
    for battery, shape, group in by_shape(probed(facts).of("citations")):
        place = place_of(facts, shape)
        for claim in _by_claim(group) if place is not None else ():
            told = _vacuous(claim)
            if told is not None and place is not None:
                first = claim[0][0]
                yield rule.finding(
                    place,
                    f"{name_of(shape)} supports {quoted(first.text)} {told[0]}",
                    witness=Witness(first.text, told[1], battery),
                    stale=facts.stale,
                )
                break


def _by_claim(group: list[Answered]) -> Iterator[list[Answered]]:
    claims: dict[tuple[str, tuple[str, ...]], list[Answered]] = {}
    for probe, item in group:
        claims.setdefault((probe.text, probe.citations), []).append((probe, item))
    yield from claims.values()


def _vacuous(claim: list[Answered]) -> tuple[str, tuple[str, ...]] | None:
    """In words, with which other citations a claim is supported as well; None where these matter.

    One other set may happen to show the same; all of two or more do not.
    """
    replaced = [(p, i) for p, i in claim if p.how == "replaced" and _judged(i)]
    if len(replaced) > 1 and all(is_supported_by_it(p, i) for p, i in replaced):
        first = replaced[0][0]
        return (
            f"whatever it cites: also with {_cited(first.item.citations)} in place of "
            f"{_cited(first.citations)}, and with each other citation that was tried "
            f"({len(replaced)} of {len(replaced)})",
            first.item.citations,
        )
    for probe, item in claim:
        if probe.how == "taken away" and is_supported_by_it(probe, item):
            return "also when it cites nothing", probe.citations
    return None


def _judged(item: ItemJudged) -> bool:
    return any(consultation.verdict is not None for consultation in item.consultations)


def _cited(citations: tuple[str, ...]) -> str:
    more = len(citations) - _SHOWN
    shown = [visible(identity) for identity in citations[:_SHOWN]]
    return listed([*shown, f"{more} more"] if more > 0 else shown)


_SHAPE = '''
import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/2
    """
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg\\.", claim.text)
    if match is None:
        return None
%s'''
_CITED = """\
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])
"""
_UNCITED = """\
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])
"""


def _example(rest: str) -> Files:
    return ((CLAIMS, _SHAPE % rest),)


RULES = (
    Rule(
        code="TES110",
        name="vacuous-support",
        severity="warning",
        summary="The shape says `True` whatever the claim cites",
        about="""
A claim is supported by the records that it cites, and by no others. The true claims of this shape were put to
the verifier again with as many other records of the battery in place of their own, of the same kind as far as
there are such, in two or three ways that share no record; and with none, where a claim can be built so. The
shape that the finding stands on said `True` each time.

Such a shape looks the answer up in the graph. That may be right, and yet a reader who follows the citations
finds nothing. Check that what is cited is what the sentence needs: all of it, and nothing else.
""",
        needs_run=True,
        deep=True,
        check=vacuous_support,
        found=_example(_UNCITED),
        mended=_example(_CITED),
    ),
    Rule(
        code="TES405",
        name="surviving-mutant",
        severity="warning",
        summary="A corrupted claim is still supported",
        about="""
Lies were made of the shape's true claims, and put to the project's verifier with the same citations: another
digit, a cent more or less, a zero too many, another currency, unit, month or name, the opposite direction, a
negation, something more said before or behind. At least one of them is still supported by the same shape. The
finding tells it, and what was corrupted; there is one for each way of lying.

Changes of spelling are no lies and are not tried: a comma left out of a number, other spaces, other digits of
the same value. Nor are numbers behind words such as "at least" or "about". A lie that a generic grammar
supports, because it stands in a record, is no fault of the shape. If the sentence is true all the same, say
so with a sample: `True: SENTENCE <- CITATIONS`.

Compare every value that the pattern lets pass, and match whole sentences (`fullmatch`).
""",
        needs_run=True,
        deep=True,
        check=surviving_mutants,
        found=_example(_CITED.replace(" and cited[0].weight == int(match[2])", "")),
        mended=_example(_CITED),
    ),
)
