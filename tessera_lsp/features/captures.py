"""What the groups of a shape's own pattern capture in a sentence, out of the text alone."""

from __future__ import annotations

from functools import lru_cache

from tessera_lsp.index.model import ClaimsFile, ShapeDefinition
from tessera_lsp.patterns import compiled, is_quick
from tessera_lsp.text import Document, Position, Span

Extent = tuple[int, int]
"""Start and end within a sentence, in code points."""


def captured(file: ClaimsFile, shape: ShapeDefinition, sentence: str) -> tuple[Extent, ...]:
    """The outermost groups of the first pattern that the shape applies, else of its file, and that matches
    the whole sentence; in order, apart, none empty. A pattern that might take long is not tried."""
    uses = [(use, shape.span.start <= use.call.start < shape.span.end) for use in file.patterns]
    tried = dict.fromkeys((use.pattern, use.flags) for use, own in sorted(uses, key=lambda pair: not pair[1]))
    for pattern, flags in tried:
        found = _groups(pattern, flags, sentence)
        if found:
            return found
    return ()


@lru_cache(maxsize=4096)
def _groups(pattern: str, flags: int, sentence: str) -> tuple[Extent, ...]:
    expression = compiled(pattern, flags)
    if expression is None or not expression.groups or not is_quick(pattern, flags, sentence):
        return ()
    match = expression.fullmatch(sentence)
    if match is None:
        return ()
    extents = sorted({match.span(number) for number in range(1, expression.groups + 1)}, key=_outermost)
    apart: list[Extent] = []
    for start, end in extents:
        if 0 <= start < end and (not apart or start >= apart[-1][1]):
            apart.append((start, end))
    return tuple(apart)


def _outermost(extent: Extent) -> Extent:
    return extent[0], -extent[1]


def places(document: Document, lines: tuple[Span, ...], sentence: str, extent: Extent) -> tuple[Span, ...]:
    """Where a part of a sample's sentence stands, a span a line; none where escapes hide it. ``lines`` are
    the sentence's parts on their lines, which one blank joins."""
    if " ".join(document.slice(line) for line in lines) != sentence:
        return ()
    found, at = [], 0
    for line in lines:
        length = line.end.character - line.start.character
        start, end = max(extent[0], at), min(extent[1], at + length)
        if start < end:
            base = line.start.character - at
            row = line.start.line
            found.append(Span(Position(row, base + start), Position(row, base + end)))
        at += length + 1
    return tuple(found)
