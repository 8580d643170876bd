"""Read one sample: word, text and citations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tessera_lsp.samples.lines import BLANKS, Line, strip
from tessera_lsp.samples.literals import Char
from tessera_lsp.samples.model import Citation, Sample
from tessera_lsp.text import Document, Span

_ARROW = "<-"


@dataclass(frozen=True)
class Trouble:
    """Why it is no sample, and where (offsets)."""

    message: str
    start: int
    end: int


def read_sample(document: Document, word: str, lines: Sequence[Line]) -> Sample | Trouble:
    """The sample that begins with ``word`` and its colon on ``lines[0]``; the other lines continue it."""
    first, last = lines[0].chars, lines[-1].chars
    whole = (first[0].start, last[-1].end)
    chars = [*first[len(word) + 1 :]]
    for line in lines[1:]:
        # The blank that joins two lines has no text of its own: it stands where the line before it ends.
        end = chars[-1].end if chars else first[-1].end
        chars += [Char(" ", end, end, False), *line.chars]
    arrow = _last_arrow(chars)
    if arrow is None:
        return Trouble(_no_citations(chars), *whole)
    text = strip(chars[:arrow])
    if not text:
        return Trouble("a sample needs a sentence between its word and the <-", *whole)
    citations = _citations(document, chars[arrow + len(_ARROW) :], whole)
    if isinstance(citations, Trouble):
        return citations
    return Sample(
        word=word,
        text="".join(char.char for char in text),
        citations=citations,
        word_span=_span(document, first[0].start, first[len(word) - 1].end),
        text_span=_span(document, text[0].start, text[-1].end),
        span=_span(document, *whole),
        line_spans=tuple(_line_spans(document, lines, text)),
    )


def _span(document: Document, start: int, end: int) -> Span:
    return Span(document.position(start), document.position(end))


def _line_spans(document: Document, lines: Sequence[Line], text: Sequence[Char]) -> list[Span]:
    """The parts of the text on their lines."""
    first, last = text[0].start, text[-1].end
    spans = []
    for line in lines:
        part = [char for char in line.chars if first <= char.start and char.end <= last]
        if part:
            spans.append(_span(document, part[0].start, part[-1].end))
    return spans


def _last_arrow(chars: Sequence[Char]) -> int | None:
    """Where the last ``<-`` with a blank on both sides begins."""
    text = "".join([char.char for char in chars])
    at = text.rfind(_ARROW)
    while at > 0:
        if text[at - 1] in BLANKS and text[at + 2 : at + 3] and text[at + 2] in BLANKS:
            return at
        at = text.rfind(_ARROW, 0, at + 1)
    return None


def _no_citations(chars: Sequence[Char]) -> str:
    said = "".join(char.char for char in chars).strip(BLANKS)
    if said.endswith(_ARROW):
        return "no record is cited behind the <-: name at least one id"
    if _ARROW in said:
        return "the <- before the citations needs a blank on both sides"
    return "a sample cites its records: end it with ' <- ' and their ids, separated by commas"


def _citations(
    document: Document, chars: Sequence[Char], whole: tuple[int, int]
) -> tuple[Citation, ...] | Trouble:
    out: list[Citation] = []
    for part in _parts(chars):
        id_ = strip(part)
        at = (part[0].start, part[-1].end) if part else whole
        if not id_:
            return Trouble("an empty record id: take the comma away or name the record", *at)
        at = (id_[0].start, id_[-1].end)
        if id_[0].char == '"':
            closing = next((n for n in range(1, len(id_)) if id_[n].char == '"'), 0)
            if not closing:
                return Trouble("the quoted record id does not end: add a double quote", *at)
            if closing != len(id_) - 1:
                return Trouble("a comma is missing behind the quoted record id", *at)
            id_ = id_[1:-1]
            if not id_:
                return Trouble("an empty record id: name the record", *at)
        name = "".join(char.char for char in id_)
        out.append(Citation(name, _span(document, id_[0].start, id_[-1].end)))
    return tuple(out)


def _parts(chars: Sequence[Char]) -> list[Sequence[Char]]:
    """Divide at the commas that stand outside of double quotes; a quote opens only at an id's beginning."""
    parts: list[Sequence[Char]] = []
    start, quoted, fresh = 0, False, True
    for index, char in enumerate(chars):
        if char.char == "," and not quoted:
            parts.append(chars[start:index])
            start, fresh = index + 1, True
        elif char.char == '"' and (quoted or fresh):
            quoted, fresh = not quoted, False
        elif char.char not in BLANKS:
            fresh = False
    parts.append(chars[start:])
    return parts
