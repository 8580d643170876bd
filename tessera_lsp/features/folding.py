"""What folds: the samples of a shape, the tuple of a battery."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.snapshot import Snapshot


def folding_ranges(snapshot: Snapshot, path: str) -> list[types.FoldingRange]:
    """Whole lines, each range longer than one."""
    document = snapshot.document(path)
    if document is None:
        return []
    lines = []
    for shape in snapshot.shapes(path):
        block = shape.samples
        if block is not None:
            spans = [*(each.span for each in block.samples), *(each.span for each in block.problems)]
            lines.append((block.heading.start.line, max((span.end.line for span in spans), default=0)))
    for battery in snapshot.index.batteries:
        span = battery.shapes_span
        if span is not None and battery.shapes_path == path:
            lines.append((span.start.line, span.end.line))
    region = types.FoldingRangeKind.Region
    last = document.line_count - 1
    return [
        types.FoldingRange(start, min(end, last), kind=region)
        for start, end in sorted(set(lines))
        if start < min(end, last)
    ]
