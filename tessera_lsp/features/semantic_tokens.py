"""The parts of samples as tokens: within a docstring an editor shows but one colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lsprotocol import types

from tessera_lsp.features.convert import from_range
from tessera_lsp.samples import Sample
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Encoding, Position, Span

WORD, TEXT, ARROW, CITATION = range(4)
LEGEND = types.SemanticTokensLegend(
    token_types=[
        types.SemanticTokenTypes.Keyword,
        types.SemanticTokenTypes.String,
        types.SemanticTokenTypes.Operator,
        types.SemanticTokenTypes.EnumMember,
    ],
    token_modifiers=[],
)
"""What the numbers of the tokens mean; in the order of the constants above."""


def semantic_tokens(
    snapshot: Snapshot, path: str, encoding: Encoding, within: types.Range | None = None
) -> types.SemanticTokens:
    """The tokens of the file's samples, or of those that touch the range ``within``."""
    document = snapshot.document(path)
    if document is None:
        return types.SemanticTokens([])
    wanted = from_range(document, within, encoding) if within is not None else None
    samples = [
        sample
        for shape in snapshot.shapes(path)
        for sample in (shape.samples.samples if shape.samples else ())
        if wanted is None or (sample.span.start <= wanted.end and wanted.start <= sample.span.end)
    ]
    tokens = sorted(token for sample in samples for token in _tokens(document, sample))
    return types.SemanticTokens(list(_encoded(document, _apart(tokens), encoding)))


def _tokens(document: Document, sample: Sample) -> Iterator[tuple[Span, int]]:
    yield sample.word_span, WORD
    for span in sample.line_spans or (sample.text_span,):
        yield span, TEXT
    yield from ((citation.span, CITATION) for citation in sample.citations)
    if sample.citations:
        start = document.offset(sample.text_span.end)
        at = document.text.rfind("<-", start, document.offset(sample.citations[0].span.start))
        if at >= 0:
            yield Span(document.position(at), document.position(at + 2)), ARROW


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
