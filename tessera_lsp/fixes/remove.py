"""TES201, TES202: take a declaration out of its tuple."""

from __future__ import annotations

import ast
from dataclasses import replace

from tessera_lsp.fixes.model import Fix, Replacement, edit_of, is_writable
from tessera_lsp.fixes.respell import nearest_shape
from tessera_lsp.fixes.sequences import imported_names, written
from tessera_lsp.fixes.source import next_line, nodes, offsets
from tessera_lsp.index.model import Declaration
from tessera_lsp.index.trees import span_of
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.text import Document, Span
from tessera_lsp.wording import bounded, visible


def remove_duplicate(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """TES202: the later occurrence goes. Nothing where another battery, or the first occurrence, is written
    by the same words."""
    if _times(facts, finding) != 1:
        return ()
    return _removed(facts, finding, with_import=False)


def remove_dead(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """TES201: the entry goes, and with it an import of a name that its module does not have. Part of fix-all
    only where every file could be read (what a broken file holds is not known) and no shape has a name so
    near that it was probably meant."""
    fixes = _removed(facts, finding, with_import=True)
    return tuple(replace(fix, safe=False) for fix in fixes) if nearest_shape(facts, finding) else fixes


def _entries(facts: Facts, finding: Finding) -> list[Declaration]:
    place = (finding.path, finding.span)
    return [d for b in facts.index.batteries for d in b.declarations if (d.path, d.span) == place]


def _times(facts: Facts, finding: Finding) -> int:
    """How many batteries' places the entry stands for."""
    return len(_entries(facts, finding))


def _removed(facts: Facts, finding: Finding, *, with_import: bool) -> tuple[Fix, ...]:
    document = facts.text(finding.path)
    entries = _entries(facts, finding)
    if document is None or not is_writable(document) or not entries:
        return ()
    found = _display(document, finding.span)
    if found is None:
        return ()
    display, index = found
    changes = list(written(document, display).without(index))
    entry = display.elts[index]
    if with_import and isinstance(entry, ast.Name):
        changes += _import(document, entry.id)
    readable = not any(file.unreadable for file in facts.index.files.values())
    is_safe = not with_import or (readable and not facts.index.unreadable)
    edits = tuple(edit_of(finding.path, document, each) for each in changes)
    title = f"Take {bounded(visible(entries[0].text), 60)} out of the tuple"
    return (Fix(title, edits, safe=is_safe, preferred=not with_import),)


def _display(document: Document, span: Span) -> tuple[ast.Tuple | ast.List, int] | None:
    """The tuple or list that has an expression at ``span`` as a member, and which."""
    for node in nodes(document):
        if isinstance(node, ast.Tuple | ast.List):
            for number, member in enumerate(node.elts):
                if span_of(document, member) == span:
                    return node, number
    return None


def _import(document: Document, name: str) -> list[Replacement]:
    """The import of ``name`` goes too where nothing else uses it: it would raise."""
    uses = sum(isinstance(node, ast.Name) and node.id == name for node in nodes(document))
    if uses != 1:
        return []
    for node in nodes(document):
        if not isinstance(node, ast.ImportFrom):
            continue
        for number, alias in enumerate(node.names):
            if (alias.asname or alias.name) != name:
                continue
            if len(node.names) > 1:
                return list(imported_names(document, node).without(number))
            start, end = offsets(document, span_of(document, node))
            if _is_alone(document, node):
                return [Replacement(start, end, "pass")]
            line = span_of(document, node).start.line
            return [Replacement(document.line_starts[line], next_line(document, _last(document, node)), "")]
    return []


def _is_alone(document: Document, statement: ast.stmt) -> bool:
    """Whether a statement is a block's only one, or shares its line with another."""
    for node in nodes(document):
        for name in ("body", "orelse", "finalbody", "handlers"):
            block = getattr(node, name, None)
            if isinstance(block, list) and statement in block and len(block) == 1:
                return True
    first, last = span_of(document, statement).start.line, _last(document, statement)
    start, end = offsets(document, span_of(document, statement))
    before = document.text[document.line_starts[first] : start]
    behind = document.text[end : next_line(document, last)].strip()
    return bool(before.strip()) or bool(behind and not behind.startswith("#"))


def _last(document: Document, statement: ast.stmt) -> int:
    return span_of(document, statement).end.line
