"""Small things about syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tessera_lsp.text import Document, Span


def span_of(document: Document, node: ast.expr | ast.stmt | ast.alias) -> Span:
    """Where a node stands."""
    start = document.from_ast(node.lineno, node.col_offset)
    end = document.from_ast(node.end_lineno or node.lineno, node.end_col_offset or 0)
    return Span(start, max(start, end))


def children(node: ast.AST) -> Iterator[ast.AST]:
    """Like ``ast.iter_child_nodes``, in a fraction of the time."""
    for value in vars(node).values():
        if isinstance(value, list):
            yield from (item for item in value if isinstance(item, ast.AST))
        elif isinstance(value, ast.AST):
            yield value


def own_expressions(node: ast.stmt) -> list[ast.AST]:
    """The expressions of a statement that are not within a statement of its body."""
    out: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr | ast.keyword | ast.withitem | ast.arguments):
            out.append(child)
    return out


def names_in(target: ast.expr | None) -> list[str]:
    """The names that a target binds."""
    if target is None:
        return []
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
