"""``# tessera: ignore[CODE, …]``: comments, and the same behind a sample."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from tessera_lsp.index.model import Suppression
from tessera_lsp.samples import Block
from tessera_lsp.text import Document, Span

_COMMENT = re.compile(r"#[ \t]*tessera:[ \t]*ignore\[([^\]\[\r\n]*)\]", re.ASCII)
_CODE = re.compile(r"[^\s,]+")


def comments(
    path: str, document: Document, strings: Sequence[tuple[int, int]], within: tuple[int, int]
) -> Iterator[Suppression]:
    """The suppressions that are comments, between two offsets. ``strings`` are the offsets of the string
    literals: outside of them each ``#`` begins a comment. (Implicitly joined literals with a comment between
    their parts count as one, and that comment as theirs.)"""
    for match in _COMMENT.finditer(document.text, *within):
        if any(start <= match.start() < end for start, end in strings):
            continue
        span = Span(document.position(match.start()), document.position(match.end()))
        yield Suppression(path, span.start.line, tuple(_CODE.findall(match[1])), span)


def sample_suppressions(path: str, blocks: Iterable[Block]) -> Iterator[Suppression]:
    """Those that stand behind the samples of docstrings."""
    for block in blocks:
        for found in block.suppressions:
            yield Suppression(path, found.span.start.line, found.codes, found.span)
