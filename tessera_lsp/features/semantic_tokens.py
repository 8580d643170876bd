"""The parts of samples as tokens: within a docstring an editor shows but one colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lsprotocol import types

from tessera_lsp.features.captures import captured, places
from tessera_lsp.features.convert import from_range
from tessera_lsp.features.surface import owner_names
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.rules.samples import key_of
from tessera_lsp.samples import Sample
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Encoding, Position, Span

WORD, TEXT, ARROW, CITATION, GROUP, NEXT_GROUP = range(6)
LEGEND = types.SemanticTokensLegend(
    token_types=[
        types.SemanticTokenTypes.Keyword,
        types.SemanticTokenTypes.String,
        types.SemanticTokenTypes.Operator,
        types.SemanticTokenTypes.EnumMember,
        types.SemanticTokenTypes.Parameter,
        types.SemanticTokenTypes.Property,
    ],
    token_modifiers=[],
)
"""What the numbers of the tokens mean; in the order of the constants above. Groups that follow one another
take turns, so that two which touch can be told apart."""


def semantic_tokens(
    snapshot: Snapshot, path: str, encoding: Encoding, within: types.Range | None = None
) -> types.SemanticTokens:
    """The tokens of the file's samples, or of those that touch the range ``within``."""
    document = snapshot.document(path)
    if document is None:
        return types.SemanticTokens([])
    wanted = from_range(document, within, encoding) if within is not None else None
    samples = [
        (sample, _owner(snapshot, shape, sample))
        for shape in snapshot.shapes(path)
        for sample in (shape.samples.samples if shape.samples else ())
        if wanted is None or (sample.span.start <= wanted.end and wanted.start <= sample.span.end)
    ]
    tokens = sorted(
        token for sample, owner in samples for token in _tokens(snapshot, document, sample, owner)
    )
    return types.SemanticTokens(list(_encoded(document, _apart(tokens), encoding)))


def _owner(snapshot: Snapshot, shape: ShapeDefinition, sample: Sample) -> ShapeDefinition:
    """The shape that owns the sentence, where that is known, else the one whose sample it is."""
    told = snapshot.verdicts.consultation(key_of(shape, sample))
    owner = told.owner if told is not None else ""
    if told is None or owner in owner_names(shape.qualname):
        return shape
    for reference in snapshot.verdicts.shapes(told.battery):
        if owner in owner_names(reference.qualname):
            return snapshot.index.shape(reference.module, reference.qualname) or shape
    return shape


def _tokens(
    snapshot: Snapshot, document: Document, sample: Sample, owner: ShapeDefinition
) -> Iterator[tuple[Span, int]]:
    yield sample.word_span, WORD
    lines = sample.line_spans or (sample.text_span,)
    file = snapshot.index.files.get(owner.path)
    groups: list[tuple[Span, int]] = []
    for at, extent in enumerate(captured(file, owner, sample.text) if file is not None else ()):
        groups += [(span, GROUP + at % 2) for span in places(document, lines, sample.text, extent)]
    yield from groups
    for span in lines:
        yield from ((part, TEXT) for part in _between(span, [group for group, _ in groups]))
    yield from ((citation.span, CITATION) for citation in sample.citations)
    if sample.citations:
        start = document.offset(sample.text_span.end)
        at = document.text.rfind("<-", start, document.offset(sample.citations[0].span.start))
        if at >= 0:
            yield Span(document.position(at), document.position(at + 2)), ARROW


def _between(line: Span, groups: list[Span]) -> Iterator[Span]:
    """The parts of a line that no group covers."""
    at = line.start
    for group in groups:
        if group.start.line == line.start.line:
            yield Span(at, group.start)
            at = group.end
    yield Span(at, line.end)


def _apart(tokens: list[tuple[Span, int]]) -> list[tuple[Span, int]]:
    """Tokens of one line each, none over another."""
    single = [token for token in tokens if token[0].start.line == token[0].end.line]
    hidden = {after for before, after in pairwise(single) if after[0].start < before[0].end}
    return [token for token in single if token not in hidden and token[0].start < token[0].end]


def _encoded(document: Document, tokens: list[tuple[Span, int]], encoding: Encoding) -> Iterator[int]:
    """Five numbers a token, each place relative to the one before (LSP)."""
    last = Position(0, 0)
    for span, kind in tokens:
        start, end = document.span_to_client(span, encoding)
        line = start.line - last.line
        yield from (line, start.character - (0 if line else last.character))
        yield from (end.character - start.character, kind, 0)
        last = start
