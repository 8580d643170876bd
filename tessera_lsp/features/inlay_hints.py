"""Hints beside samples: who owns the sentence and what was said, or why nothing was."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.features.convert import from_range, to_position
from tessera_lsp.features.standing import of_sample
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Encoding


def inlay_hints(
    snapshot: Snapshot, path: str, given: types.Range, encoding: Encoding
) -> list[types.InlayHint]:
    """A hint at the end of each sample that ends within the range."""
    document = snapshot.document(path)
    if document is None:
        return []
    wanted = from_range(document, given, encoding)
    hints = []
    for shape in snapshot.shapes(path):
        for sample in shape.samples.samples if shape.samples else ():
            if not wanted.start <= sample.span.end <= wanted.end:
                continue
            standing = of_sample(snapshot, shape, sample)
            hints.append(
                types.InlayHint(
                    position=to_position(document, sample.span.end, encoding),
                    label=standing.label,
                    tooltip=standing.detail,
                    padding_left=True,
                )
            )
    return hints
