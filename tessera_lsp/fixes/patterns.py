"""TES111, TES112: patterns that take whole sentences. All of these can change verdicts."""

from __future__ import annotations

import ast
import re
import tokenize

from tessera_lsp.fixes.model import MAY_CHANGE, Fix, Replacement, edit_of, is_writable
from tessera_lsp.fixes.source import node_at, offsets
from tessera_lsp.index.trees import span_of
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.text import Document, Position, Span

_OPEN = ("search", "match")
_LAZY = re.compile(r"""(?<!\\)(?P<quote>['"])\((?P<name>\?P<\w+>)?\.(?P<times>[+*])\?\)(?P=quote)""")
_OPENING = re.compile(r"""[A-Za-z]*('''|\"{3}|'|")""")


def anchor(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """``search`` or ``match`` becomes ``fullmatch`` in the call that TES111 marks."""
    document = facts.text(finding.path)
    if document is None or not is_writable(document):
        return ()
    call = node_at(document, finding.span, ast.expr)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return ()
    method = call.func.attr
    if method not in _OPEN:
        return ()
    _, end = offsets(document, span_of(document, call.func))
    if document.text[end - len(method) : end] != method:
        return ()
    edit = edit_of(finding.path, document, Replacement(end - len(method), end, "fullmatch"))
    return (Fix(f"Apply the pattern with fullmatch {MAY_CHANGE}", (edit,)),)


def within_quotes(facts: Facts, path: str, span: Span) -> tuple[Fix, ...]:
    """``'(.+?)'`` becomes ``'([^']+)'`` in the pattern whose literal is at ``span``: the group can then not
    run over the closing quote."""
    document = facts.text(path)
    if document is None or not is_writable(document):
        return ()
    changes = [
        Replacement(
            match.start(),
            match.end(),
            "{0}({1}[^{0}]{2}){0}".format(match["quote"], match["name"] or "", match["times"]),
        )
        for start, end in _parts(document, span)
        for match in _LAZY.finditer(document.text, start, end)
    ]
    edits = tuple(edit_of(path, document, change) for change in changes)
    if not edits:
        return ()
    title = f"Let quoted groups end at the quote: '([^']+)' {MAY_CHANGE}"
    return (Fix(title, edits, kind="rewrite"),)


def _parts(document: Document, span: Span) -> list[tuple[int, int]]:
    """The offsets of what stands between the quotes of each string in an expression."""
    start, end = offsets(document, span)
    text = Document("", None, f"({document.text[start:end]})")
    lines = iter([text.line(number) + "\n" for number in range(text.line_count)])
    found = []
    try:
        for token in tokenize.generate_tokens(lambda: next(lines, "")):
            opening = _OPENING.match(token.string) if token.type == tokenize.STRING else None
            if opening is not None:
                first = start - 1 + text.offset(Position(token.start[0] - 1, token.start[1]))
                last = start - 1 + text.offset(Position(token.end[0] - 1, token.end[1]))
                found.append((first + opening.end(), last - len(opening[1])))
    except (tokenize.TokenError, SyntaxError):  # half-typed: nothing is offered
        return []
    return found


def pattern_at(facts: Facts, path: str, span: Span) -> Span | None:
    """The literal of a pattern that a position or selection stands in, by the text of the claims file."""
    file = facts.index.files.get(path)
    for use in file.patterns if file is not None else ():
        inside = use.literal.start <= span.start and span.end <= use.literal.end
        if use.literal_path == path and inside:
            return use.literal
    return None


def quoted_groups(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """TES112: the same, where the pattern that takes exponential time has such groups."""
    return tuple(Fix(fix.title, fix.edits) for fix in within_quotes(facts, finding.path, finding.span))
