"""``# tessera: ignore[CODE]``: written on a line, and taken away where it hides nothing (TES903)."""

from __future__ import annotations

import ast
import re

from tessera_lsp.fixes.model import Fix, Replacement, edit_of, is_writable
from tessera_lsp.fixes.source import line_end, next_line, offsets, statements, takes_comment
from tessera_lsp.index.model import ShapeDefinition, Suppression
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.samples import docstring_literal
from tessera_lsp.text import Document
from tessera_lsp.wording import visible

NEVER = frozenset({"TES900", "TES901", "TES902", "TES903"})
"""Codes that a comment cannot hide, or that are mended otherwise."""
_CLOSING = re.compile(r"[ \t]*(?:\"\"\"|''')[ \t]*(?:#.*)?$")


def ignore(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """A suppression on the finding's line, merged into one that is there. Behind a sample it stands in the
    docstring; within another string, or before a backslash, there is no place for one."""
    document = facts.text(finding.path)
    if finding.code in NEVER or document is None or not is_writable(document):
        return ()
    if not finding.path.endswith(".py") or finding.path not in _read(facts):
        return ()
    change = _change(facts, document, finding)
    if change is None:
        return ()
    title = f"Ignore {finding.code} on this line"
    return (Fix(title, (edit_of(finding.path, document, change),)),)


def _read(facts: Facts) -> set[str]:
    """The files in which suppressions count."""
    index = facts.index
    wired = {battery.path for battery in index.batteries}
    return {*index.files, index.registry_path, index.core_path, *wired}


def _change(facts: Facts, document: Document, finding: Finding) -> Replacement | None:
    line = finding.span.start.line
    first, last = _sample_lines(facts, finding)
    there = next(
        (s for s in facts.index.suppressions if s.path == finding.path and first <= s.line <= last), None
    )
    if there is not None:
        codes = (*there.codes, finding.code)
        return Replacement(*offsets(document, there.span), _written(codes))
    comment = f"  {_written((finding.code,))}"
    at = _in_docstring(facts, document, finding, last)
    if at is not None:
        return Replacement(at, at, comment)
    if not takes_comment(document, line):
        return None
    code = document.line(line).rstrip(" \t")
    start = document.line_starts[line] + len(code)
    return Replacement(start, line_end(document, line), comment)


def _written(codes: tuple[str, ...]) -> str:
    return f"# tessera: ignore[{', '.join(codes)}]"


def _shape_at(facts: Facts, finding: Finding) -> ShapeDefinition | None:
    """The shape among whose samples the finding stands."""
    file = facts.index.files.get(finding.path)
    for shape in file.shapes if file is not None else ():
        block = shape.samples
        if block is None:
            continue
        spans = [*(s.span for s in block.samples), *(p.span for p in block.problems)]
        if any(s.start.line <= finding.span.start.line <= s.end.line for s in spans):
            return shape
    return None


def _sample_lines(facts: Facts, finding: Finding) -> tuple[int, int]:
    """The lines of the sample that the finding is about, else its own line."""
    line = finding.span.start.line
    shape = _shape_at(facts, finding)
    for sample in shape.samples.samples if shape is not None and shape.samples else ():
        if sample.span.start.line <= line <= sample.span.end.line:
            return sample.span.start.line, sample.span.end.line
    return line, line


def _in_docstring(facts: Facts, document: Document, finding: Finding, line: int) -> int | None:
    """Where a suppression goes within a docstring: behind the sample that ends on ``line``. None for a
    finding that stands in no docstring's samples, or in an f-string."""
    if _shape_at(facts, finding) is None or not _is_in_docstring(document, finding.span.start.line):
        return None
    text = document.line(line)
    closing = _CLOSING.search(text)
    return document.line_starts[line] + (closing.start() if closing else len(text.rstrip(" \t")))


def _is_in_docstring(document: Document, line: int) -> bool:
    for statement in statements(document):
        for node in ast.walk(statement):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                literal = docstring_literal(node.body)
                is_text = isinstance(literal, ast.Constant) and isinstance(literal.value, str)
                if literal is not None and is_text and literal.lineno - 1 <= line < (literal.end_lineno or 0):
                    return True
    return False


# ---------------------------------------------------------------------- TES903


def remove_unused(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """The code that hides nothing goes, with the last one the comment."""
    document = facts.text(finding.path)
    found = next(
        (s for s in facts.index.suppressions if s.path == finding.path and s.span == finding.span), None
    )
    if document is None or not is_writable(document) or found is None:
        return ()
    left = tuple(code for code in found.codes if code != finding.aid)
    if found.codes and len(left) == len(found.codes):
        return ()
    change = Replacement(*offsets(document, found.span), _written(left)) if left else _gone(document, found)
    what = visible(finding.aid) if finding.aid else "the suppression"
    edit = edit_of(finding.path, document, change)
    return (Fix(f"Remove {what}, which hides nothing", (edit,), safe=True, preferred=True),)


def _gone(document: Document, found: Suppression) -> Replacement:
    """The comment away: what stands around it on its line stays what it was."""
    line = found.span.start.line
    start, end = offsets(document, found.span)
    begin, stop = document.line_starts[line], line_end(document, line)
    before, behind = document.text[begin:start], document.text[end:stop].strip()
    if behind.startswith(('"', "'")):  # the docstring ends here
        return Replacement(begin + len(before.rstrip(" \t")), end, "")
    if behind and not behind.startswith("#"):
        return Replacement(start, stop, f"# {behind}")
    if behind:
        return Replacement(start, stop, behind)
    if not before.strip():
        return Replacement(begin, next_line(document, line), "")
    return Replacement(begin + len(before.rstrip(" \t")), stop, "")
