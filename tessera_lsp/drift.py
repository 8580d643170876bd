"""Drift: the verdicts and owners that a change of the grammar changes, sentence by sentence.

Pure values. ``state_of`` and ``saved_state`` make a ``State`` of what was judged; ``compare`` takes two. The
editor compares the unsaved text with what is saved, a review two trees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from tessera_lsp.verdicts import Verdicts, owner_name
from tessera_lsp.wire import Consultation, Harvested, ItemJudged, MeasuredJudged, ShapeRef, Step

NOBODY = "nobody"
_LETTERS = {"T": "True", "F": "False", "N": "None", "R": "raised", "?": "another answer"}


class Sentence(NamedTuple):
    """A claim as one battery is asked it. ``citations`` are in the order in which they were cited."""

    battery: str
    text: str
    citations: tuple[str, ...]


class Answer(NamedTuple):
    """``owner`` is empty for nobody. ``verdict`` is None where the claim was not judged."""

    owner: str
    verdict: bool | None

    @property
    def words(self) -> str:
        """``supported · OWNER``, ``unsupported · nobody``, ``not judged``."""
        if self.verdict is None:
            return "not judged"
        return f"{'supported' if self.verdict else 'unsupported'} · {self.owner or NOBODY}"


@dataclass(frozen=True)
class Stand:
    """How a sentence stands in one state. ``said`` is what each grammar that was asked said, in order.

    ``measured`` counts how often the harness asked it; ``samples`` are the keys of the samples that it is.
    """

    answer: Answer
    said: tuple[tuple[str, str], ...] = ()
    measured: int = 0
    samples: tuple[str, ...] = ()
    logged: int = 0
    """How often it is logged."""


@dataclass(frozen=True)
class State:
    """All that was judged of one text of the project; ``shapes`` are each battery's, by name, in order."""

    stands: Mapping[Sentence, Stand] = field(default_factory=dict)
    shapes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """A sentence whose verdict or owner is another one than before. ``why`` names the first grammar that
    answers otherwise, on one line. ``measured`` and ``samples`` as in ``Stand``, of the later state."""

    battery: str
    claim: str
    citations: tuple[str, ...]
    before: Answer
    after: Answer
    why: str
    measured: int = 0
    samples: tuple[str, ...] = ()


@dataclass(frozen=True)
class Drift:
    """What differs between two states, measured claims first, then in order of battery and text.

    ``gained`` and ``lost`` are sentences that only one state has: no drift, since there is nothing to
    compare. ``unjudged`` are those that one of the two could not judge: whether they drift is not known.
    ``renamed`` are pairs of names that a battery's shapes bear before and after, with the same answers.
    """

    entries: tuple[Entry, ...] = ()
    gained: tuple[Sentence, ...] = ()
    lost: tuple[Sentence, ...] = ()
    unjudged: tuple[Sentence, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()

    def touching(self, batteries: Collection[str], owners: Collection[str]) -> int:
        """How many entries of these batteries one of these owners has, before or after."""
        return sum(
            1
            for entry in self.entries
            if entry.battery in batteries and {entry.before.owner, entry.after.owner} & set(owners)
        )


# ---------------------------------------------------------------------- states


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


# ---------------------------------------------------------------------- comparison


def compare(
    before: State, after: State, likely: Mapping[tuple[str, str], str] = MappingProxyType({})
) -> Drift:
    """What has changed from one state to the other. ``likely`` are shapes, ``(battery, old name)`` to the new
    name, that are known to be renamed though not all of their answers are the same."""
    earlier, new = _paired(before, after)
    paired = set(earlier.values())
    lost = sorted(sentence for sentence in before.stands if sentence not in paired)
    renamed = _renamed(before, after, earlier, likely)
    entries, unjudged = [], []
    for sentence, stand in after.stands.items():
        if sentence not in earlier:
            continue
        was = before.stands[earlier[sentence]]
        if was.answer.verdict is None or stand.answer.verdict is None:
            unjudged.append(sentence)
            continue
        owner = renamed.get((sentence.battery, was.answer.owner), was.answer.owner)
        if (owner, was.answer.verdict) != stand.answer:
            why = _why(sentence.battery, was, stand, renamed)
            entries.append(Entry(*sentence, was.answer, stand.answer, why, stand.measured, stand.samples))
    entries.sort(key=lambda entry: (not entry.measured, entry.battery, entry.claim, entry.citations))
    pairs = dict.fromkeys((old, new) for (_, old), new in sorted(renamed.items()))
    return Drift(tuple(entries), tuple(sorted(new)), tuple(lost), tuple(sorted(unjudged)), tuple(pairs))


def _paired(before: State, after: State) -> tuple[dict[Sentence, Sentence], list[Sentence]]:
    """Each later sentence with its earlier self, and those without one. Some projects put citations in an
    order that changes with the hash seed: where that is all that differs, and clear, it is the same claim."""

    def loose(sentence: Sentence) -> Sentence:
        return sentence._replace(citations=tuple(sorted(sentence.citations)))

    pairs = {sentence: sentence for sentence in after.stands if sentence in before.stands}
    left = [sentence for sentence in after.stands if sentence not in pairs]
    free = [sentence for sentence in before.stands if sentence not in pairs]
    counts, wanted = Counter(map(loose, free)), Counter(map(loose, left))
    by_loose = {loose(sentence): sentence for sentence in free}
    new = []
    for sentence in left:
        key = loose(sentence)
        if counts[key] == wanted[key] == 1:
            pairs[sentence] = by_loose[key]
        else:
            new.append(sentence)
    return pairs, new


def _renamed(
    before: State,
    after: State,
    earlier: Mapping[Sentence, Sentence],
    likely: Mapping[tuple[str, str], str],
) -> dict[tuple[str, str], str]:
    """``(battery, old name)`` to the new name: a shape that went and one that came, which own the very same
    sentences with the same verdicts, one at least; or which are known to be one."""
    found: dict[tuple[str, str], str] = {}
    for battery, names in before.shapes.items():
        now = after.shapes.get(battery, ())
        gone = [name for name in names if name not in now]
        came = [name for name in now if name not in names]
        if not gone or not came:
            continue
        pairs = [(b, a) for a, b in earlier.items() if a.battery == battery]
        was = {name: _owned(((a, before.stands[b]) for b, a in pairs), name) for name in gone}
        owns = {name: _owned(((a, after.stands[a]) for _, a in pairs), name) for name in came}
        for old in gone:
            if likely.get((battery, old)) in came:
                found[battery, old] = likely[battery, old]
                continue
            same = [new for new in came if was[old] and owns[new] == was[old]]
            if len(same) == 1:
                found[battery, old] = same[0]
    return found


def _owned(stands: Iterable[tuple[Sentence, Stand]], name: str) -> dict[Sentence, bool | None]:
    return {sentence: stand.answer.verdict for sentence, stand in stands if stand.answer.owner == name}


def _why(battery: str, before: Stand, after: Stand, renamed: Mapping[tuple[str, str], str]) -> str:
    """The first grammar that says something else than it said, else how the order has changed."""
    was = {renamed.get((battery, name), name): answer for name, answer in before.said}
    now = dict(after.said)
    for name, answer in now.items():
        if name in was and was[name] != answer:
            return f"{name} said {was[name]}, and says {answer} now"
    for name, answer in now.items():
        if name not in was and answer in ("True", "False"):
            return f"{name} says {answer}, and was not asked before"
    for name, answer in was.items():
        if now and name not in now and answer in ("True", "False"):
            return f"{name} said {answer}, and is not asked now"
    if before.answer.owner != after.answer.owner:
        return f"{after.answer.owner or NOBODY} owns it, {before.answer.owner or NOBODY} did before"
    return f"{after.answer.owner or NOBODY} judges it otherwise"
