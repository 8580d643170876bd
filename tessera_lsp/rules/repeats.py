"""TES106 as it was observed: shapes that answer one claim otherwise when it is asked again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tessera_lsp.probed import Key, Probe, Probed
from tessera_lsp.rules.model import Facts, Finding, Rule, Witness
from tessera_lsp.rules.probes import consultation, name_of, place_of, probed
from tessera_lsp.wire import ItemJudged, Step
from tessera_lsp.wording import quoted

_SAID = frozenset({"True", "False", "None"})
_Difference = tuple[Probe, Step, Step, str]


def differing(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes whose answer to a claim changes though claim, citations and records are the same; each once for
    each way of asking again."""
    told: set[tuple[Key, str]] = set()
    for probe, one, other, when in _differences(probed(facts)):
        shapes = {shape.place: shape for shape in facts.verdicts.shapes(probe.battery)}
        shape = shapes.get(one.place)
        key = (shape.module, shape.qualname) if shape is not None else ("", "")
        place = place_of(facts, key)
        if place is None or (key, when) in told:
            continue
        told.add((key, when))
        yield rule.finding(
            place,
            f"{name_of(key)} answers {one.answer} to {quoted(probe.text)}, and {other.answer} {when}: let it "
            "answer by the claim, its records and the graph alone",
            witness=Witness(probe.text, probe.citations, probe.battery),
            stale=facts.stale,
        )


def _differences(found: Probed) -> Iterator[_Difference]:
    claims: dict[tuple[str, str, tuple[str, ...]], dict[int, tuple[Probe, ItemJudged]]] = {}
    for probe, item in found.of("again"):
        claims.setdefault((probe.battery, probe.text, probe.citations), {})[probe.turn] = (probe, item)
    for turns in claims.values():
        if 0 not in turns:
            continue
        for turn, when in (
            (1, "when it is asked again"),
            (2, "with the same citations and nodes in another order"),
        ):
            if turn in turns:
                yield from _compared(turns[0][0], turns[0][1], turns[turn][1], when)
        yield from _seeds(turns[0][0], found.seeds)


def _seeds(probe: Probe, seeds: Mapping[str, Mapping[str, ItemJudged]]) -> Iterator[_Difference]:
    answered = [answers[probe.item.key] for answers in seeds.values() if probe.item.key in answers]
    for other in answered[1:]:
        yield from _compared(probe, answered[0], other, "under another hash seed")


def _compared(probe: Probe, one: ItemJudged, other: ItemJudged, when: str) -> Iterator[_Difference]:
    """What shapes that were asked both times said otherwise. What was raised is TES107."""
    steps = [_steps(probe, item) for item in (one, other)]
    for place in sorted(steps[0].keys() & steps[1].keys()):
        before, after = steps[0][place], steps[1][place]
        if before.answer != after.answer and {before.answer, after.answer} <= _SAID:
            yield probe, before, after, when


def _steps(probe: Probe, item: ItemJudged) -> dict[int, Step]:
    found = consultation(probe, item)
    steps: Sequence[Step] = found.steps if found is not None else ()
    return {step.place: step for step in steps if step.place >= 0}
