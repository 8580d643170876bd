"""States of the project, made of what was judged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from tessera_lsp.drift.comparison import compare
from tessera_lsp.drift.model import Answer, Drift, Sentence, Stand, State
from tessera_lsp.verdicts import Verdicts, owner_name
from tessera_lsp.wire import Consultation, Harvested, ItemJudged, MeasuredJudged, ShapeRef, Step

_LETTERS = {"T": "True", "F": "False", "N": "None", "R": "raised", "?": "another answer"}


def state_of(verdicts: Verdicts) -> State:
    """What the verdicts say of the texts that they hold for: samples, and measured claims as judged there."""
    stands = dict(_measured(verdicts, saved=False))
    return State(_with_samples(stands, verdicts.items), _shapes(verdicts, saved=False))


def saved_state(verdicts: Verdicts, items: Mapping[str, ItemJudged]) -> State:
    """What the saved text says: the measured claims as the harness had them, and ``items``, which were judged
    without unsaved texts."""
    stands = dict(_measured(verdicts, saved=True))
    return State(_with_samples(stands, items), _shapes(verdicts, saved=True))


def saved_drift(verdicts: Verdicts, items: Mapping[str, ItemJudged]) -> Drift:
    """What ``compare(saved_state(verdicts, items), state_of(verdicts))`` gives, at a cost that goes with the
    sentences that differ: an editor asks after every edit."""
    samples = {told.text for item in verdicts.items.values() for told in item.consultations}
    samples.update(told.text for item in items.values() for told in item.consultations)
    before, now = _shapes(verdicts, saved=True), _shapes(verdicts, saved=False)
    wanted = {
        battery: _differing(harvest, verdicts.measured[battery], samples)
        if set(before.get(battery, ())) == set(now.get(battery, ()))
        else range(len(harvest.claims))  # what a renamed shape owns is compared whole
        for battery, harvest in verdicts.harvests.items()
        if battery in verdicts.measured
    }
    earlier = State(_with_samples(dict(_measured(verdicts, saved=True, only=wanted)), items), before)
    later = State(_with_samples(dict(_measured(verdicts, saved=False, only=wanted)), verdicts.items), now)
    return compare(earlier, later)


def _differing(harvest: Harvested, judged: MeasuredJudged, samples: Collection[str]) -> list[int]:
    """The measured claims that are judged otherwise than saved, or not, or that samples repeat."""
    told = zip(harvest.claims, judged.verdicts, judged.owners, strict=False)
    return [
        at
        for at, (claim, verdict, owner) in enumerate(told)
        if (claim.verdict is not None or claim.times)  # what is only logged may not be judged as saved yet
        and (owner != claim.owner or verdict != claim.verdict or claim.text in samples)
    ]


def _shapes(verdicts: Verdicts, *, saved: bool) -> dict[str, tuple[str, ...]]:
    def names(references: Iterable[ShapeRef]) -> tuple[str, ...]:
        return tuple(owner_name(reference) for reference in references)

    return {b.name: names(b.shapes if saved else verdicts.shapes(b.name)) for b in verdicts.batteries}


def _measured(
    verdicts: Verdicts, *, saved: bool, only: Mapping[str, Iterable[int]] | None = None
) -> Iterable[tuple[Sentence, Stand]]:
    """The measured claims of a state; ``only`` tells which ones of each battery."""
    for battery, harvest in verdicts.harvests.items():
        judged = None if saved else verdicts.measured.get(battery)
        if judged is not None and len(judged.verdicts) != len(harvest.claims):
            continue  # of another harvest
        chosen = range(len(harvest.claims)) if only is None else only.get(battery, ())
        for at in chosen:
            claim = harvest.claims[at]
            sentence = Sentence(battery, claim.text, claim.citations)
            if saved:
                answer, said = Answer(claim.owner, claim.verdict), _said(claim.steps)
                yield sentence, Stand(answer, said, claim.times, logged=claim.logged)
            elif judged is None:
                continue
            else:
                verdict = {1: True, 0: False}.get(judged.verdicts[at])
                letters = judged.said[at] if at < len(judged.said) else ""
                said = _spelled(letters, verdicts.shapes(battery))
                answer = Answer(judged.owners[at], verdict)
                yield sentence, Stand(answer, said, claim.times, logged=claim.logged)


def _said(steps: tuple[Step, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((step.name, step.answer) for step in steps)


def _spelled(letters: str, shapes: tuple[ShapeRef, ...]) -> tuple[tuple[str, str], ...]:
    """What the declared shapes said, out of a letter each; nothing where that was not told."""
    if len(letters) != len(shapes):
        return ()
    return tuple(
        (owner_name(reference), _LETTERS[letter])
        for reference, letter in zip(shapes, letters, strict=True)
        if letter in _LETTERS
    )


def _with_samples(stands: dict[Sentence, Stand], items: Mapping[str, ItemJudged]) -> dict[Sentence, Stand]:
    for key, item in items.items():
        for told in item.consultations:
            sentence = Sentence(told.battery, told.text, told.citations)
            stands[sentence] = _joined(stands.get(sentence), key, told)
    return stands


def _joined(stand: Stand | None, key: str, told: Consultation) -> Stand:
    if stand is None:
        return Stand(Answer(told.owner, told.verdict), _said(told.steps), samples=(key,))
    return replace(stand, samples=(*stand.samples, key), said=stand.said or _said(told.steps))
