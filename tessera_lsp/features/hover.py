"""Hover: a sample's ladder, a shape's places, a rule's page."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.features.convert import from_position, to_range
from tessera_lsp.features.standing import key_of, of_sample, why_nothing_runs
from tessera_lsp.features.surface import places, sample_words
from tessera_lsp.features.targets import CodeTarget, DeclarationTarget, SampleTarget, ShapeTarget, find
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.ladder import ladder
from tessera_lsp.rules import rule
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Encoding
from tessera_lsp.wording import code, listed, markdown


def hover(snapshot: Snapshot, path: str, position: types.Position, encoding: Encoding) -> types.Hover | None:
    """What there is to say about the place, as Markdown; None where nothing of ours stands there."""
    document = snapshot.document(path)
    if document is None:
        return None
    target = find(snapshot, path, from_position(document, position, encoding))
    match target:
        case SampleTarget():
            text = _sample(snapshot, target)
        case ShapeTarget(shape):
            text = _shape(snapshot, shape)
        case DeclarationTarget(declaration=declaration):
            text = f"{code(declaration.text)} leads to no shape that can be read from the text"
        case CodeTarget(code=name):
            known = rule(name)
            text = known.page if known is not None else f"{name} is no rule of this version"
        case None:
            return None
    content = types.MarkupContent(types.MarkupKind.Markdown, text)
    return types.Hover(content, to_range(document, target.span, encoding))


def _sample(snapshot: Snapshot, target: SampleTarget) -> str:
    """The ladder of each battery that was asked, or why there is none."""
    shape, sample = target.shape, target.sample
    standing = of_sample(snapshot, shape, sample)
    item = snapshot.verdicts.items.get(key_of(shape, sample))
    if item is None or not item.consultations:
        return f"{markdown(standing.detail)}\n\nThe sample says **{sample.word}**."
    own = [answer for answer in dict.fromkeys(item.answers) if answer]
    said = f"The sample says **{sample.word}**"
    if own:
        agrees = own == [sample.word]
        said += f", {code(shape.name)} says {listed([f'**{markdown(answer)}**' for answer in own])}"
        said += "." if agrees else " — they differ."
    else:
        said += "."
    ladders = [
        ladder(consultation, stale=not snapshot.fresh).markdown() for consultation in item.consultations
    ]
    first, *others = ladders
    head, _, rest = first.partition("\n\n")
    return "\n\n---\n\n".join(["\n\n".join(part for part in (head, said, rest) if part), *others])


def _shape(snapshot: Snapshot, shape: ShapeDefinition) -> str:
    """Where the shape is declared, its place, what it owns, its samples."""
    lines = [f"claim shape {code(shape.name)}"]
    found = places(snapshot, shape)
    if found:
        lines.append("\n".join(f"- {markdown(place.words)}" for place in found))
    elif snapshot.index.wiring_complete:
        lines.append("declared by no battery: it never speaks")
    else:
        lines.append("no declaration of it can be read from the text")
    lines.append(sample_words(shape))
    reason = why_nothing_runs(snapshot.verdicts)
    if reason:
        lines.append(f"not run: {markdown(reason)}")
    elif not snapshot.fresh:
        lines.append("*judging the edit …*")
    return "\n\n".join(lines)
