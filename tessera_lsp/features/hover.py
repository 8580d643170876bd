"""Hover: the ladder of a sample or a claim in code, what shapes and batteries own, a rule's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lsprotocol import types

from tessera_lsp.features.convert import from_position, to_range
from tessera_lsp.features.describing import battery_text, shape_text
from tessera_lsp.features.gold_cases import GoldCase
from tessera_lsp.features.markup import MARKDOWN, Markup
from tessera_lsp.features.standing import of_item, of_sample, why_nothing_runs
from tessera_lsp.features.targets import (
    BatteryTarget,
    ClaimTarget,
    CodeTarget,
    DeclarationTarget,
    GoldTarget,
    SampleTarget,
    ShapeTarget,
    Target,
    find,
)
from tessera_lsp.ladder import cut_short, ladder
from tessera_lsp.rules import rule
from tessera_lsp.rules.pages import page
from tessera_lsp.rules.samples import key_of
from tessera_lsp.snapshot import Snapshot, item_of
from tessera_lsp.text import Encoding
from tessera_lsp.wire import Consultation, Item, ItemJudged
from tessera_lsp.wording import counted, listed, quoted

CLAIMS = 5
"""Claims of one answer that are shown."""


@dataclass(frozen=True)
class Reasons:
    """What has come of a ``question``: ``answer`` is None where nothing is known yet; ``fresh`` says whether
    it was given under the texts as they are."""

    answer: ItemJudged | None
    fresh: bool


def question(snapshot: Snapshot, path: str, position: types.Position, encoding: Encoding) -> Item | None:
    """What is to be asked, with reasons, for a hover at the place to tell all that it can; None for
    nothing."""
    document = snapshot.document(path)
    target = find(snapshot, path, from_position(document, position, encoding)) if document else None
    if isinstance(target, ClaimTarget):
        return target.literal.items()[0]
    if isinstance(target, GoldTarget):
        return target.case.item()
    return item_of(target.shape, target.sample) if isinstance(target, SampleTarget) else None


def hover(
    snapshot: Snapshot,
    path: str,
    position: types.Position,
    encoding: Encoding,
    markup: Markup = MARKDOWN,
    reasons: Reasons | None = None,
) -> types.Hover | None:
    """What there is to say about the place; None where nothing of ours stands there. ``reasons`` are what has
    come of its ``question``."""
    document = snapshot.document(path)
    if document is None:
        return None
    target = find(snapshot, path, from_position(document, position, encoding))
    if target is None:
        return None
    content = types.MarkupContent(markup.kind, _text(snapshot, target, markup, reasons))
    return types.Hover(content, to_range(document, target.span, encoding))


def _text(snapshot: Snapshot, target: Target, markup: Markup, reasons: Reasons | None) -> str:
    match target:
        case SampleTarget():
            return _sample(snapshot, target, markup, reasons)
        case ShapeTarget(shape):
            return shape_text(snapshot, shape, markup)
        case BatteryTarget(battery):
            return battery_text(snapshot, battery, markup)
        case ClaimTarget():
            return _claim(snapshot, target, markup, reasons)
        case GoldTarget(case):
            return _gold(snapshot, case, markup, reasons)
        case DeclarationTarget(declaration=declaration):
            return f"{markup.code(declaration.text)} leads to no shape that can be read from the text"
        case CodeTarget(code=name):
            known = rule(name)
            return page(known) if known is not None else f"{name} is no rule of this version"


def _sample(snapshot: Snapshot, target: SampleTarget, markup: Markup, reasons: Reasons | None) -> str:
    """The ladder of each battery that was asked, or why there is none."""
    shape, sample = target.shape, target.sample
    standing = of_sample(snapshot, shape, sample)
    item, fresh = snapshot.verdicts.items.get(key_of(shape, sample)), snapshot.fresh
    if reasons is not None and reasons.answer is not None and (reasons.fresh or not fresh):
        item, fresh = reasons.answer, reasons.fresh
    said = f"The sample says {markup.strong(sample.word)}"
    if item is None or not item.consultations:
        return f"{markup.text(standing.detail)}\n\n{said}."
    own = [answer for answer in dict.fromkeys(item.answers) if answer]
    if own:
        said += f", {markup.code(shape.name)} {listed([_did(answer, item, markup) for answer in own])}"
    said += " — they differ." if own and own != [sample.word] else "."
    if reasons is not None and not reasons.fresh:
        said += " Its reasons are being asked for …"
    return _ladders(item.consultations, said, markup, fresh=fresh)


def _claim(snapshot: Snapshot, target: ClaimTarget, markup: Markup, reasons: Reasons | None) -> str:
    """The ladder of each battery that holds the cited records, or why there is none."""
    items = target.literal.items()
    consultations: list[Consultation] = []
    fresh = snapshot.fresh
    for asked in items:
        answer = snapshot.verdicts.items.get(asked.key)
        consultations += answer.consultations if answer is not None else ()
    if reasons is not None and reasons.answer is not None and reasons.fresh:
        own = reasons.answer.consultations
        others = [told for told in consultations if told.battery not in {each.battery for each in own}]
        consultations, fresh = [*own, *others], fresh or not others
    if not consultations:
        return markup.text(of_item(snapshot, items[0].key).detail)
    names = listed([markup.code(name) for name in target.literal.batteries])
    said = f"The claim as it is written, with the records that {names} has under these ids."
    return _ladders(consultations, said, markup, fresh=fresh)


def _gold(snapshot: Snapshot, case: GoldCase, markup: Markup, reasons: Reasons | None) -> str:
    """The claims of the answer to a case, each with its ladder; or why there is none."""
    asked = f"{markup.code(case.battery)} answers {markup.text(quoted(case.question))}"
    if (reason := why_nothing_runs(snapshot.verdicts)) or reasons is None or reasons.answer is None:
        return f"{markup.text(f'not run: {reason}' if reason else 'being answered …')}\n\n{asked}"
    told = reasons.answer
    if not told.consultations:
        return f"{markup.text(told.why_not or 'no claims')}\n\n{asked}"
    supported = sum(consultation.verdict is True for consultation in told.consultations)
    said = f"{asked} with {counted(len(told.consultations), 'claim')}, {supported:,} supported."
    shown = told.consultations[:CLAIMS]
    if len(told.consultations) > CLAIMS:
        said += f" The first {CLAIMS} are shown."
    return _ladders(shown, said, markup, fresh=reasons.fresh)


def _ladders(consultations: Sequence[Consultation], said: str, markup: Markup, *, fresh: bool) -> str:
    """Ladders, with ``said`` behind the first one's headline."""
    first, *others = (markup.ladder(ladder(told, stale=not fresh)) for told in consultations)
    head, _, rest = first.partition("\n\n")
    return markup.rule.join(["\n\n".join(part for part in (head, said, rest) if part), *others])


def _did(answer: str, item: ItemJudged, markup: Markup) -> str:
    """``says True``, or ``did not answer``."""
    return cut_short(answer, item.faults) or f"says {markup.strong(answer)}"
