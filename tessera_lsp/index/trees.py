"""Small things about syntax trees."""

from __future__ import annotations

import ast

from tessera_lsp.text import Document, Span


def span_of(document: Document, node: ast.expr | ast.stmt | ast.alias) -> Span:
    """Where a node stands."""
    start = document.from_ast(node.lineno, node.col_offset)
    end = document.from_ast(node.end_lineno or node.lineno, node.end_col_offset or 0)
    return Span(start, max(start, end))


_NO_NODES = "arg asname attr conversion ctx id is_async kind level module op ops rest simple type_comment"
_PLAIN = frozenset(_NO_NODES.split())
"""Fields that hold no node with anything in it."""
_PLAIN_VALUES = (ast.Constant, ast.MatchSingleton)
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}


def node_fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a kind of node that may hold nodes, or lists of them; not those of operators."""
    fields = _FIELDS.get(kind)
    if fields is None:
        plain = {*_PLAIN, "value"} if issubclass(kind, _PLAIN_VALUES) else _PLAIN
        fields = _FIELDS[kind] = tuple(name for name in kind._fields if name not in plain)
    return fields


def children(node: ast.AST) -> list[ast.AST]:
    """Like ``ast.iter_child_nodes``, without operators and in a fraction of the time."""
    found: list[ast.AST] = []
    for name in _FIELDS.get(type(node)) or node_fields(type(node)):
        value = getattr(node, name, None)
        if value is None:
            continue
        if type(value) is not list:
            if isinstance(value, ast.AST):
                found.append(value)
        elif value:
            found += [item for item in value if isinstance(item, ast.AST)]
    return found


_EXPRESSIONS = (ast.expr, ast.keyword, ast.withitem, ast.arguments)


def own_expressions(node: ast.stmt) -> list[ast.AST]:
    """The expressions of a statement that are not within a statement of its body."""
    return [child for child in children(node) if isinstance(child, _EXPRESSIONS)]


def names_in(target: ast.expr | None) -> list[str]:
    """The names that a target binds."""
    if target is None:
        return []
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
