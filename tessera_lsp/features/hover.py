"""Hover: a sample's ladder, a shape's places, a rule's page."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types

from tessera_lsp.features.convert import from_position, to_range
from tessera_lsp.features.markup import MARKDOWN, Markup
from tessera_lsp.features.standing import of_sample, why_nothing_runs
from tessera_lsp.features.surface import places, sample_words
from tessera_lsp.features.targets import (
    CodeTarget,
    DeclarationTarget,
    SampleTarget,
    ShapeTarget,
    Target,
    find,
)
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.ladder import cut_short, ladder
from tessera_lsp.rules import rule
from tessera_lsp.rules.samples import key_of
from tessera_lsp.snapshot import Snapshot, item_of
from tessera_lsp.text import Encoding
from tessera_lsp.wire import Item, ItemJudged
from tessera_lsp.wording import listed


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
            return _shape(snapshot, shape, markup)
        case DeclarationTarget(declaration=declaration):
            return f"{markup.code(declaration.text)} leads to no shape that can be read from the text"
        case CodeTarget(code=name):
            known = rule(name)
            return known.page if known is not None else f"{name} is no rule of this version"


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
    first, *others = (
        markup.ladder(ladder(consultation, stale=not fresh)) for consultation in item.consultations
    )
    head, _, rest = first.partition("\n\n")
    return markup.rule.join(["\n\n".join(part for part in (head, said, rest) if part), *others])


def _did(answer: str, item: ItemJudged, markup: Markup) -> str:
    """``says True``, or ``did not answer``."""
    return cut_short(answer, item.faults) or f"says {markup.strong(answer)}"


def _shape(snapshot: Snapshot, shape: ShapeDefinition, markup: Markup) -> str:
    """Where the shape is declared, its place, what it owns, its samples."""
    lines = [f"claim shape {markup.code(shape.name)}"]
    found = places(snapshot, shape)
    if found:
        lines.append("\n".join(f"- {markup.text(place.words)}" for place in found))
    elif snapshot.index.wiring_complete:
        lines.append("declared by no battery: it never speaks")
    else:
        lines.append("no declaration of it can be read from the text")
    lines.append(sample_words(shape))
    reason = why_nothing_runs(snapshot.verdicts)
    if reason:
        lines.append(f"not run: {markup.text(reason)}")
    elif not snapshot.fresh:
        lines.append("judging the edit …")
    return "\n\n".join(lines)
