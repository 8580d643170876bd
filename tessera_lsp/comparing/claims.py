"""The sentences of two trees, each judged in both: those that one tree has alone are put to the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tessera_lsp import drift
from tessera_lsp.comparing.model import Spot
from tessera_lsp.comparing.shapes import definitions, short
from tessera_lsp.comparing.sides import Side, Sides
from tessera_lsp.drift import Answer, Drift, Sentence, Stand, State
from tessera_lsp.wire import Consultation, Item, ItemJudged
from tessera_lsp.wording import visible

LOOKED_INTO = 300
"""Sentences with another answer that both trees are asked about once more, for records and lines."""


@dataclass(frozen=True)
class Said:
    """What one tree says: of its own sentences, of the other one's too (``state``), and in full of those it
    was asked about. ``partial`` are batteries whose measured claims are not all known, with why."""

    own: State
    state: State
    told: Mapping[Sentence, Consultation] = field(default_factory=dict)
    partial: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Pair:
    """Two trees' answers, and what differs. ``gained`` and ``lost`` are the sentences that the later or the
    earlier tree has alone, judged by both where that could be."""

    before: Said
    after: Said
    gained: frozenset[Sentence]
    lost: frozenset[Sentence]
    drift: Drift


class _Claims:
    """One tree's own sentences. Citations are sorted, as the worker tells those of measured claims: a sample
    may cite the same records in another order. ``cited`` has them as they were."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.cited: dict[Sentence, tuple[str, ...]] = {}
        told = drift.saved_state(side.verdicts, side.verdicts.items)
        stands: dict[Sentence, Stand] = {}
        for sentence, stand in sorted(told.stands.items()):
            key = sentence._replace(citations=tuple(sorted(sentence.citations)))
            self.cited.setdefault(key, sentence.citations)
            stands[key] = _merged(stands[key], stand) if key in stands else stand
        self.state = State(stands, told.shapes)

    @property
    def partial(self) -> dict[str, str]:
        """Batteries whose measured claims are not all known, with why."""
        verdicts = self.side.verdicts
        found = {}
        for battery in verdicts.batteries:
            harvest = verdicts.harvests.get(battery.name)
            if harvest is not None and harvest.fault is not None:
                found[battery.name] = harvest.fault.message
            elif battery.fault is not None:
                found[battery.name] = battery.fault.message
            elif harvest is None:
                found[battery.name] = verdicts.harvest_skipped or "its harness did not run"
        return found


def _merged(one: Stand, other: Stand) -> Stand:
    """The same sentence asked with its citations in another order: the worse answer counts."""
    worse = min(one, other, key=lambda stand: (stand.answer.verdict is True, stand.answer.owner))
    samples = tuple(sorted({*one.samples, *other.samples}))
    measured, logged = one.measured + other.measured, one.logged + other.logged
    return replace(worse, measured=measured, samples=samples, logged=logged)


def compare_claims(sides: Sides, base: Side, head: Side, renamed: Iterable[tuple[str, str]]) -> Pair:
    """Judge each sentence in both trees, and compare. ``renamed`` are shapes that are known to bear another
    name now."""
    before, after = _Claims(base), _Claims(head)
    likely = {(battery, old): new for battery in before.state.shapes for old, new in renamed}
    first = drift.compare(before.state, after.state, likely)
    apart = [Sentence(e.battery, e.claim, e.citations) for e in first.entries] + list(first.unjudged)
    # A sentence that went and was a lie: whether the records are the same says whether it may pass now.
    lies = [s for s in first.lost if before.state.stands[s].answer.verdict is False]
    cited = {**before.cited, **after.cited}
    base_asked = _asked([*first.gained, *lies, *[*apart, *first.lost][:LOOKED_INTO]], cited, base)
    head_asked = _asked(
        [*first.lost, *[*apart, *first.gained][:LOOKED_INTO]], cited, head, [*lies, *apart][:LOOKED_INTO]
    )
    answers = sides.ask({base.tree: tuple(base_asked.values()), head.tree: tuple(head_asked.values())})
    said = _said(before, base_asked, answers[base.tree], first.gained)
    says = _said(after, head_asked, answers[head.tree], first.lost)
    whole = drift.compare(said.state, says.state, likely)
    return Pair(said, says, frozenset(first.gained), frozenset(first.lost), whole)


def _said(
    claims: _Claims,
    asked: Mapping[Sentence, Item],
    answers: Mapping[str, ItemJudged],
    alone: Iterable[Sentence],
) -> Said:
    """What a tree said to its own sentences, and to those that the other one has ``alone``."""
    told = {
        sentence: answers[item.key].consultations[0]
        for sentence, item in asked.items()
        if item.key in answers and answers[item.key].consultations
    }
    return Said(claims.state, _with(claims.state, told, alone), told, claims.partial)


def _asked(
    sentences: Iterable[Sentence],
    cited: Mapping[Sentence, tuple[str, ...]],
    side: Side,
    watched: Iterable[Sentence] = (),
) -> dict[Sentence, Item]:
    """The sentences as questions; the answers to ``watched`` ones tell the line that decided."""
    batteries = {battery.name for battery in side.verdicts.batteries}
    with_reason = set(watched)
    return {
        s: Item(str(number), "", "", s.text, cited[s], s.battery, why=s in with_reason)
        for number, s in enumerate(dict.fromkeys(sentences))
        if s.battery in batteries
    }


def _with(state: State, told: Mapping[Sentence, Consultation], alone: Iterable[Sentence]) -> State:
    """A state with the other tree's sentences, as far as they could be judged."""
    more = {}
    for sentence in alone:
        answer = told.get(sentence)
        if answer is not None and answer.verdict is not None:
            said = tuple((step.name, step.answer) for step in answer.steps)
            more[sentence] = Stand(Answer(answer.owner, answer.verdict), said)
    return State({**state.stands, **more}, state.shapes)


# ---------------------------------------------------------------------- samples


Key = tuple[str, tuple[str, ...]]
"""A sample's text and its sorted citations."""


def samples_of(side: Side) -> dict[Key, tuple[Spot, ...]]:
    """The samples of a tree by what they say."""
    found: dict[Key, list[Spot]] = {}
    for shape in definitions(side):
        for sample in shape.samples.samples if shape.samples else ():
            key = sample.text, tuple(sorted(sample.ids))
            line = sample.span.start.line + 1
            spot = Spot(side.name(shape.path), line, sample.word, short(shape.qualname))
            found.setdefault(key, []).append(spot)
    return {
        key: tuple(sorted(spots, key=lambda spot: (spot.path, spot.line))) for key, spots in found.items()
    }


def acknowledged(
    before: Iterable[Spot], after: Iterable[Spot], was: Answer, now: Answer, renamed: Mapping[str, str]
) -> bool:
    """Whether a sample that the change adds or alters says the new answer: the new owner's verdict, or that
    the former owner does not claim the sentence any more."""
    known = {(renamed.get(spot.shape, spot.shape), spot.word) for spot in before}
    former = renamed.get(was.owner, was.owner)
    new = {(spot.shape, spot.word) for spot in after} - known
    if now.owner and (now.owner, str(now.verdict)) in new:
        return True
    return bool(former) and former != now.owner and (former, "None") in new


def notes_of(before: Said, after: Said, base: str, head: str) -> tuple[str, ...]:
    """What could not be compared in part."""
    out = []
    for name, said, other in ((base, before, after), (head, after, before)):
        out += [
            f"{name}: the measured claims of {visible(battery)} are not all known, so they are compared in "
            f"part: {visible(why)}"
            for battery, why in sorted(said.partial.items())
            if battery in other.state.shapes
        ]
    came, went = (
        after.state.shapes.keys() - before.state.shapes,
        before.state.shapes.keys() - after.state.shapes,
    )
    out += [f"the battery {visible(name)} is new" for name in sorted(came)]
    out += [f"the battery {visible(name)} is gone" for name in sorted(went)]
    return tuple(out)
