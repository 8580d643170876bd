"""What a fix is, and how its edits make a new text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tessera_lsp.text import BrokenDocument, Document, Span

Kind = Literal["quickfix", "rewrite"]
MAY_CHANGE = "(verdicts may change)"
"""How the title of a fix ends that can change what the verifier says."""


class Edit(NamedTuple):
    """Put ``text`` in place of ``span`` (code points from 0) of a file; ``path`` is absolute and real."""

    path: str
    span: Span
    text: str


@dataclass(frozen=True)
class Fix:
    """One way to mend a finding, or to rewrite something.

    ``edits`` do not overlap and hold for the texts that they were made from. ``safe``: part of fix-all and of
    ``check --fix``, for it leaves no choice: one that guesses, or that changes what a shape answers, is not.
    To declare a shape is safe: it may own claims from then on, as its author wants. ``preferred``: the one to
    take without thinking.
    """

    title: str
    edits: tuple[Edit, ...]
    kind: Kind = "quickfix"
    safe: bool = False
    preferred: bool = False

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that it changes, sorted."""
        return tuple(sorted({edit.path for edit in self.edits}))


class Replacement(NamedTuple):
    """An edit within one text, by offsets (code points)."""

    start: int
    end: int
    text: str


def edit_of(path: str, document: Document, replacement: Replacement) -> Edit:
    """The edit with positions in place of offsets."""
    start, end, text = replacement
    return Edit(path, Span(document.position(start), document.position(end)), text)


def is_writable(document: Document | None) -> bool:
    """Whether a file's text may be written back: it was read whole."""
    return document is not None and not isinstance(document, BrokenDocument)


def applied(document: Document, edits: Iterable[Edit]) -> str:
    """The text after edits of it that do not overlap; insertions at one place come in the order given."""
    text, end = document.text, len(document.text)
    parts: list[str] = []
    numbered = sorted(
        enumerate(edits), key=lambda pair: (document.offset(pair[1].span.start), pair[0]), reverse=True
    )
    for _, edit in numbered:
        start, stop = document.offset(edit.span.start), document.offset(edit.span.end)
        if stop > end:
            raise ValueError(f"edits of {document.uri} overlap at offset {start}")
        parts += [text[stop:end], edit.text]
        end = start
    return text[:end] + "".join(reversed(parts))


def overlap(one: Edit, other: Edit) -> bool:
    """Whether two edits cannot both be made: they share text, or insert at the same place."""
    if one.path != other.path:
        return False
    touching = one.span.start == other.span.start
    return touching or (one.span.start < other.span.end and other.span.start < one.span.end)
