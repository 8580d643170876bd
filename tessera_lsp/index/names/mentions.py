"""Names that a docstring speaks of: those between backticks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tessera_lsp.index.trees import span_of
from tessera_lsp.text import Document, Span

_MENTION = re.compile(
    r"(?<!`)(?P<ticks>``?)(?P<names>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?(?P=ticks)(?!`)", re.ASCII
)
_SAMPLES = re.compile(r"^[ \t]*(?:[A-Za-z]*(?:'''|\"\"\"|'|\"))?Samples:[ \t]*$", re.MULTILINE)


class Mention(NamedTuple):
    """``root.attributes.name`` between backticks, or ``name`` alone where ``root`` is empty. ``spans`` are
    those of root and name, or that of the name alone."""

    root: str
    attributes: tuple[str, ...]
    name: str
    spans: tuple[Span, ...]


def mentions(document: Document, body: Sequence[ast.stmt]) -> Iterator[Mention]:
    """Those of the docstring with which ``body`` begins, in order. What stands below ``Samples:`` are claims,
    not words about the code."""
    first = body[0].value if body and isinstance(body[0], ast.Expr) else None
    if not isinstance(first, ast.Constant) or not isinstance(first.value, str) or "`" not in first.value:
        return
    span = span_of(document, first)
    start, end = document.offset(span.start), document.offset(span.end)
    samples = _SAMPLES.search(document.text, start, end)
    for found in _MENTION.finditer(document.text, start, samples.start() if samples else end):
        names = found["names"].split(".")
        last = _span(document, found.end("names") - len(names[-1]), len(names[-1]))
        if len(names) == 1:
            yield Mention("", (), names[0], (last,))
        else:
            root = _span(document, found.start("names"), len(names[0]))
            yield Mention(names[0], tuple(names[1:-1]), names[-1], (root, last))


def _span(document: Document, start: int, length: int) -> Span:
    return Span(document.position(start), document.position(start + length))
