"""What a change does: two judged trees in, one value out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from tessera_lsp.comparing.claims import Pair, acknowledged, compare_claims, notes_of, samples_of
from tessera_lsp.comparing.model import Change, Comparison, Spot
from tessera_lsp.comparing.reasons import (
    Grammars,
    Reason,
    differing_records,
    reason,
    why_unjudged,
    with_cause,
)
from tessera_lsp.comparing.shapes import Pairs, came_and_went, orders, renamed_by_code, shapes_of, short
from tessera_lsp.comparing.sides import Side, Sides
from tessera_lsp.drift import Sentence
from tessera_lsp.verdicts import owner_name


def compare(sides: Sides, base: Side, head: Side, touched: Collection[str]) -> Comparison:
    """What differs from ``base`` to ``head``. ``touched`` are the real paths of the files of ``head`` that
    the change touches."""
    by_code = renamed_by_code(base, head)
    known = tuple((short(old.name), short(new.name)) for old, new in by_code)
    why_not = next((f"{side.tree.name}: {side.unjudgeable}" for side in (base, head) if side.unjudgeable), "")
    if why_not:
        added, removed, renamed = came_and_went(base, head, by_code, ())
        return Comparison(incomparable=why_not, added=added, removed=removed, renamed=renamed)
    pair = compare_claims(sides, base, head, [names for names in known if names[0] != names[1]])
    return _Told(base, head, pair, dict((*known, *pair.drift.renamed)), touched).comparison(by_code)


class _Told:
    """The differences of two trees put into values."""

    def __init__(
        self, base: Side, head: Side, pair: Pair, renamed: Mapping[str, str], touched: Collection[str]
    ) -> None:
        self.base, self.head, self.pair, self.renamed = base, head, pair, renamed
        self.samples = samples_of(base), samples_of(head)
        self.untouched = {
            battery.name: {owner_name(ref) for ref in battery.shapes if ref.path not in touched}
            for battery in head.verdicts.batteries
        }
        self.defined = {short(s.name): (s.path, s.line) for s in reversed(shapes_of(head).values())}
        self.entries = {Sentence(e.battery, e.claim, e.citations): e for e in pair.drift.entries}

    def comparison(self, by_code: Pairs) -> Comparison:
        pair = self.pair
        drift, gained, lost = [], [], []
        for sentence in sorted({*pair.before.own.stands, *pair.after.own.stands}):
            change = self._change(sentence)
            if sentence in pair.gained:
                if self._certain(sentence, pair.before.partial, change):
                    gained.append(change)
            elif sentence in pair.lost:
                if self._lie_passes(sentence, change):
                    drift.append(change)
                elif self._certain(sentence, pair.after.partial, change):
                    lost.append(change)
            elif sentence in self.entries:
                drift.append(change)
        added, removed, renamed = came_and_went(self.base, self.head, by_code, pair.drift.renamed)
        shapes = pair.before.own.shapes, pair.after.own.shapes
        both = pair.before.own.stands.keys() & pair.after.own.stands.keys()
        return Comparison(
            notes=notes_of(pair.before, pair.after, self.base.tree.name, self.head.tree.name),
            drift=tuple(drift),
            gained=tuple(gained),
            lost=tuple(lost),
            unjudged=tuple(self._unjudged(s) for s in pair.drift.unjudged if s in both and self._turned(s)),
            compared=len(both),
            order=orders(*shapes, self.renamed, (*drift, *gained, *lost)),
            added=added,
            removed=removed,
            renamed=renamed,
        )

    def _certain(self, sentence: Sentence, partial: Mapping[str, str], change: Change) -> bool:
        """Whether the other tree lacks the sentence for certain: not so where its harness did not end."""
        return sentence.battery not in partial or bool(change.samples)

    def _lie_passes(self, sentence: Sentence, change: Change) -> bool:
        """Whether nothing speaks of the sentence any more, and it would be supported now, by the same
        records, where it was not."""
        if change.before is None or change.after is None or self._records(sentence):
            return False
        return change.before.verdict is False and change.after.verdict is True

    def _records(self, sentence: Sentence) -> tuple[str, ...]:
        return differing_records(self.pair.before.told.get(sentence), self.pair.after.told.get(sentence))

    def _spots(self, sentence: Sentence) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
        key = sentence.text, sentence.citations
        return self.samples[0].get(key, ()), self.samples[1].get(key, ())

    def _change(self, sentence: Sentence) -> Change:
        pair = self.pair
        before = pair.before.state.stands.get(sentence)
        after = pair.after.state.stands.get(sentence)
        spots = self._spots(sentence)
        change = Change(
            battery=sentence.battery,
            text=sentence.text,
            citations=sentence.citations,
            before=before.answer if before is not None else None,
            after=after.answer if after is not None else None,
            measured=any(stand is not None and stand.measured for stand in (before, after)),
            logged=any(stand is not None and stand.logged for stand in (before, after)),
            samples=spots[1] or spots[0],
            place=self._place(sentence, spots[1]),
            declared=pair.after.own.shapes.get(sentence.battery, ()),
            pinned_no_more=sentence in pair.lost and not spots[1],
        )
        entry = self.entries.get(sentence)
        if entry is None or before is None or after is None:
            return replace(change, why=self._why_alone(sentence))
        battery = sentence.battery
        grammars = Grammars(
            before=tuple(self.renamed.get(n, n) for n in pair.before.own.shapes.get(battery, ())),
            after=pair.after.own.shapes.get(battery, ()),
            renamed=self.renamed,
            untouched=self.untouched.get(battery, ()),
        )
        found = reason(before, after, grammars)
        return replace(
            change,
            why=with_cause(found, self._line(sentence, found), self._records(sentence), grammars),
            kind=found.kind,
            about=found.about,
            acknowledged=acknowledged(*spots, before.answer, after.answer, self.renamed),
        )

    def _line(self, sentence: Sentence, found: Reason) -> str:
        """The line of the later tree at which the shape decided that is the reason; empty where it is
        not known."""
        told = self.pair.after.told.get(sentence)
        for step in told.steps if told is not None else ():
            if step.name == found.about and step.why is not None and step.why.line:
                return f"{self.head.name(step.why.path)}:{step.why.line}"
        return ""

    def _place(self, sentence: Sentence, samples: tuple[Spot, ...]) -> tuple[str, int]:
        """The sample; else the shape that owns the sentence, or did; else the first line of the registry."""
        if samples:
            return samples[0].path, samples[0].line
        for said, names in ((self.pair.after, {}), (self.pair.before, self.renamed)):
            stand = said.state.stands.get(sentence)
            owner = stand.answer.owner if stand is not None else ""
            if (found := self.defined.get(names.get(owner, owner))) is not None:
                return found
        return self.head.name(self.head.index.registry_path), 1

    def _why_alone(self, sentence: Sentence) -> str:
        """Why one tree could not be asked about a sentence of the other."""
        for side, said in ((self.base, self.pair.before), (self.head, self.pair.after)):
            if sentence.battery not in said.own.shapes:
                return f"{side.tree.name} has no such battery"
            if words := why_unjudged(said.told.get(sentence)):
                return f"{side.tree.name}: {words}"
        return ""

    def _turned(self, sentence: Sentence) -> bool:
        """Whether just one of the trees could judge it."""
        stands = self.pair.before.own.stands, self.pair.after.own.stands
        return len({each[sentence].answer.verdict is None for each in stands}) == 2

    def _unjudged(self, sentence: Sentence) -> Change:
        return replace(self._change(sentence), why=self._why_alone(sentence) or "it could not be judged")
