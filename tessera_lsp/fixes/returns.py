"""TES113: say ``return None`` where a function falls off its end."""

from __future__ import annotations

from tessera_lsp.fixes.model import Fix, Replacement, edit_of, is_writable
from tessera_lsp.fixes.source import around, indentation, line_end
from tessera_lsp.index.trees import span_of
from tessera_lsp.rules.model import Facts, Finding


def return_none(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """``return None`` as the function's last line, at its body's depth: every path without a ``return`` leads
    there. Nothing where the body stands on the line of its ``def``."""
    ends = [place for place in finding.related if place.path == finding.path]
    document = facts.text(finding.path)
    if document is None or not is_writable(document) or not ends:
        return ()
    functions = around(document, ends[0].span)
    if not functions:
        return ()
    function = functions[0]
    first, last = function.body[0], function.body[-1]
    start = span_of(document, first).start
    blanks = document.line(start.line)[: start.character]
    if blanks.strip() or start.line == span_of(document, function).start.line:
        return ()
    line = span_of(document, last).end.line
    while line + 1 < document.line_count and _goes_on(document.line(line + 1), blanks):
        line += 1
    if indentation(document, start.line) != blanks:
        return ()
    at = line_end(document, line)
    edit = edit_of(finding.path, document, Replacement(at, at, f"{document.line_ending}{blanks}return None"))
    return (Fix("Add return None", (edit,), safe=True, preferred=True),)


def _goes_on(line: str, blanks: str) -> bool:
    """Whether a line is a comment of the body."""
    return line.startswith(blanks) and line.lstrip(" \t\f").startswith("#")
