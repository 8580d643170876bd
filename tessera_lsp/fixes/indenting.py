"""TES402: samples that are indented as samples are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from tessera_lsp.fixes.model import Edit, Fix, is_writable
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.samples import Block, SampleProblem
from tessera_lsp.text import Document, Position, Span

_BLANKS = re.compile(r"[ \t]*")
_WORD = re.compile(r"(?:true|false|none)[ \t]*:", re.IGNORECASE)
_DEEPER = "    "


def mend_indentation(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """A sample with the lines that continue it is moved to where the first one stands; samples that stand
    no deeper than their heading are moved together. A sample that is deeper than the one above it may have
    been meant as its continuation, so that one is no part of fix-all."""
    document = facts.text(finding.path)
    found = _problem(facts, finding)
    if found is None or document is None or not is_writable(document):
        return ()
    block, problem = found
    assert problem.beside is not None
    if not all(_is_first(document, place.start) for place in (problem.span, problem.beside)):
        return ()  # within a joined string
    line, model = problem.span.start.line, problem.beside.start.line
    if problem.beside == block.heading:
        old = _indent(document, model)
        lines, new, title, safe = _below(document, model), old + _DEEPER, "Indent the samples", True
    else:
        old, new = _indent(document, line), _indent(document, model)
        safe = _width(old) < _width(new)
        lines, title = _entry(document, line), "Indent it as the first sample is"
    edits = [_moved(finding.path, document, number, old, new) for number in lines]
    whole = [edit for edit in edits if edit is not None]
    if len(whole) < len(edits):
        return ()
    return (Fix(title, tuple(whole), safe=safe, preferred=True),)


def _problem(facts: Facts, finding: Finding) -> tuple[Block, SampleProblem] | None:
    """The problem of indentation that the finding tells of."""
    file = facts.index.files.get(finding.path)
    for shape in chain(file.shapes if file is not None else (), facts.index.elsewhere):
        block = shape.samples if shape.path == finding.path else None
        for problem in block.problems if block is not None else ():
            if problem.span == finding.span and problem.beside is not None:
                return (block, problem) if block is not None else None
    return None


def _indent(document: Document, line: int) -> str:
    found = _BLANKS.match(document.line(line))
    return found[0] if found else ""


def _is_first(document: Document, position: Position) -> bool:
    """Whether nothing but blanks stands before it on its line."""
    return position.character == len(_indent(document, position.line))


def _width(indent: str) -> int:
    """In columns, a tab reaching the next multiple of 8."""
    return len(indent.expandtabs(8))


def _entry(document: Document, first: int) -> Iterator[int]:
    """A line and those that are deeper and begin no sample."""
    yield first
    own = _width(_indent(document, first))
    for number in range(first + 1, document.line_count):
        text = document.line(number)
        if not text.strip():
            continue
        if _width(_indent(document, number)) <= own or _WORD.match(text.strip()):
            return
        yield number


def _below(document: Document, heading: int) -> Iterator[int]:
    """The lines of samples that stand as deep as their heading, with what is deeper between them."""
    own = _width(_indent(document, heading))
    for number in range(heading + 1, document.line_count):
        text = document.line(number)
        if not text.strip():
            continue
        if _width(_indent(document, number)) <= own and not _WORD.match(text.strip()):
            return
        yield number


def _moved(path: str, document: Document, line: int, old: str, new: str) -> Edit | None:
    """The edit that puts one indentation in place of another; None where the line begins otherwise, or goes
    on from the line above it."""
    if not document.line(line).startswith(old) or document.line(line - 1).endswith("\\"):
        return None
    return Edit(path, Span(Position(line, 0), Position(line, len(old))), new)
