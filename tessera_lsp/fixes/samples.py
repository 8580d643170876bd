"""TES402, TES403: samples that can be read, and citations that are there."""

from __future__ import annotations

import re

from tessera_lsp.fixes.model import Fix, Replacement, edit_of, is_writable
from tessera_lsp.fixes.source import offsets
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.text import Document
from tessera_lsp.wording import quoted, visible

_WORD = re.compile(r"(?P<word>true|false|none)(?P<gap>[ \t]*):", re.IGNORECASE)
_F_STRING = re.compile(r"(?P<prefix>[rR]?[fF][rR]?)(?:\"\"\"|'''|\"|')")
_ARROW = re.compile(r"[ \t]*<-[ \t]*(?=[^\s<-])")
_PLAIN_ID = re.compile(r"[^\s\"\\,]+(?: [^\s\"\\,]+)*")


def mend_spelling(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """TES402: ``true:``, ``TRUE :`` and ``True:x`` become ``True: ``; blanks around the ``<-``; an f before
    the docstring goes."""
    document = facts.text(finding.path)
    if document is None or not is_writable(document):
        return ()
    for mend in (_word, _prefix, _arrow):
        fix = mend(document, finding)
        if fix is not None:
            return (fix,)
    return ()


def _one(finding: Finding, document: Document, title: str, change: Replacement) -> Fix:
    return Fix(title, (edit_of(finding.path, document, change),), safe=True, preferred=True)


def _word(document: Document, finding: Finding) -> Fix | None:
    start, end = offsets(document, finding.span)
    match = _WORD.fullmatch(document.text, start, end)
    if match is None:
        return None
    right = match["word"].capitalize() + ":"
    behind = document.text[end : end + 1]
    text = right if behind in ("", " ", "\t", "\r", "\n") else f"{right} "
    change = Replacement(start, end, text)
    return None if text == match[0] else _one(finding, document, f"Write {right}", change)


def _prefix(document: Document, finding: Finding) -> Fix | None:
    start, end = offsets(document, finding.span)
    match = _F_STRING.fullmatch(document.text, start, end)
    if match is None:
        return None
    kept = match["prefix"].replace("f", "").replace("F", "")
    change = Replacement(start, start + len(match["prefix"]), kept)
    return _one(finding, document, "Make it a plain docstring", change)


def _arrow(document: Document, finding: Finding) -> Fix | None:
    """The last ``<-`` of a sample that lacks a blank on one side, where ids follow it."""
    start, end = offsets(document, finding.span)
    text = document.text[start:end]
    if not _WORD.match(text) or " <- " in text:
        return None
    arrows = list(_ARROW.finditer(text))
    if not arrows:
        return None
    last = arrows[-1]
    change = Replacement(start + last.start(), start + last.end(), " <- ")
    return _one(finding, document, "Put blanks around the <-", change)


def nearest_record(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """TES403: the nearest record id that is known. A guess, so no part of fix-all."""
    document = facts.text(finding.path)
    near = finding.aid
    if document is None or not is_writable(document) or not near or finding.stale:
        return ()
    start, end = offsets(document, finding.span)
    is_quoted = document.text[start - 1 : start] == '"' and document.text[end : end + 1] == '"'
    if not _PLAIN_ID.fullmatch(near.replace(",", "")) or (visible(near) != near):
        return ()
    text = near if is_quoted or "," not in near else f'"{near}"'
    edit = edit_of(finding.path, document, Replacement(start, end, text))
    return (Fix(f"Cite {quoted(near, 60)}", (edit,), preferred=True),)
