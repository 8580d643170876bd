"""TES204: two declared shapes that own one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tessera_lsp.probed import Key, Probe
from tessera_lsp.rules.example import CLAIMS, registry
from tessera_lsp.rules.model import Facts, Finding, Related, Rule, Witness
from tessera_lsp.rules.probes import name_of, place_of, probed
from tessera_lsp.wording import quoted, visible


class _Both(NamedTuple):
    """A sentence that both shapes own, with their answers."""

    probe: Probe
    earlier: str
    later: str


def overlapping(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Each two shapes of a battery once, with a sentence on which they differ where there is one."""
    pairs: dict[tuple[str, Key, Key], list[_Both]] = {}
    asked: dict[tuple[str, int], str] = {}
    for probe, item in probed(facts).of("overlap"):
        answer = next((a for a in item.answers if a in ("True", "False")), "")
        turn = probe.battery, probe.turn
        if (probe.item.module, probe.item.qualname) == probe.shape:
            asked[turn] = answer
        elif answer and (before := probe.answer or asked.get(turn, "")):
            pair = probe.battery, probe.shape, probe.other
            pairs.setdefault(pair, []).append(_Both(probe, before, answer))
    for (battery, earlier, later), found in pairs.items():
        place, defined = place_of(facts, later), place_of(facts, earlier)
        if place is None:
            continue
        differing = [both for both in found if both.earlier != both.later]
        both = (differing or found)[0]
        if differing:
            said = f"{name_of(earlier)}, asked first, says {both.earlier}, {name_of(later)} {both.later}"
        else:
            said = f"both say {both.earlier}"
        yield rule.finding(
            place,
            f"{name_of(earlier)} and {name_of(later)} both own {quoted(both.probe.text)} in battery "
            f"{visible(battery)}: {said}",
            witness=Witness(both.probe.text, both.probe.citations, battery),
            related=()
            if defined is None
            else (Related(defined.path, defined.span, f"{name_of(earlier)} is defined here"),),
            stale=facts.stale,
            severity="warning" if differing else None,
        )


_TWO = '''
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
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])


def crate_fact(claim, nodes, graph):
    """A weight or colour is the cited crate's.

    Samples:
        True: Crate 1 is green. <- crate/1
        False: Crate 1 is blue. <- crate/1
    """
    match = re.fullmatch(r"Crate (\\d+) %s\\.", claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].colour == match[2]
'''
_REGISTRY = registry("(claims.crate_weight, claims.crate_fact)")

RULES = (
    Rule(
        code="TES204",
        name="overlapping-grammars",
        severity="info",
        summary="Two declared shapes own one sentence",
        about="""
The first shape in the battery's order that answers `True` or `False` owns a claim. Two shapes that both would
answer one sentence make the order part of the grammar: whoever changes it changes verdicts. The finding
stands on the later shape and tells a sentence; it is a warning where the two answer differently.

Both shapes were asked directly. The sentences are claims and samples that the earlier shape owns, and
sentences made of the patterns that the two apply in their own lines, put with citations of their claims. A
pattern that a helper applies is not looked at, so not every overlap is found.

Make the grammars distinct, or the order deliberate.
""",
        needs_run=True,
        deep=True,
        check=overlapping,
        found=((CLAIMS, _TWO % "(?:is|weighs) (.+)"), _REGISTRY),
        mended=((CLAIMS, _TWO % "is (\\w+)"), _REGISTRY),
    ),
)
