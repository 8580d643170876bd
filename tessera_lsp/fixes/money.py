"""TES109: ``Decimal`` in place of ``float``. This can change verdicts: that is what it is for."""

from __future__ import annotations

import ast

from tessera_lsp.fixes.imports import library_name
from tessera_lsp.fixes.model import MAY_CHANGE, Fix, Replacement, edit_of, is_writable
from tessera_lsp.fixes.source import node_at, offsets
from tessera_lsp.index.trees import span_of
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.text import Document


def exact_decimal(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """``float(x)`` becomes ``Decimal(x)``, a literal ``0.5`` becomes ``Decimal("0.5")``; imported if need
    be."""
    document = facts.text(finding.path)
    if document is None or not is_writable(document):
        return ()
    node = node_at(document, finding.span, ast.expr)
    named = library_name(document, "decimal", "Decimal", finding.span)
    change = _change(document, node, named.expression) if node is not None else None
    if change is None:
        return ()
    edits = tuple(edit_of(finding.path, document, each) for each in (*named.added, change))
    return (Fix(f"Hold the amount in Decimal {MAY_CHANGE}", edits),)


def _change(document: Document, node: ast.expr, decimal: str) -> Replacement | None:
    start, end = offsets(document, span_of(document, node))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float":
        return Replacement(start, offsets(document, span_of(document, node.func))[1], decimal)
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        return Replacement(start, end, f'{decimal}("{document.text[start:end]}")')
    return None
