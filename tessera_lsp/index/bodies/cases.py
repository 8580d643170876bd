"""Patterns of ``match`` statements."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def captured(pattern: ast.pattern) -> Iterator[str]:
    """The names that a pattern binds."""
    for node in ast.walk(pattern):
        name = getattr(node, "rest", None) or getattr(node, "name", None)
        if isinstance(name, str):
            yield name


def is_literal(pattern: ast.pattern) -> bool:
    """Whether a pattern takes only constants."""
    if isinstance(pattern, ast.MatchOr):
        return all(is_literal(part) for part in pattern.patterns)
    return isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Constant)


def is_irrefutable(pattern: ast.pattern) -> bool:
    """Whether a pattern takes every value."""
    if isinstance(pattern, ast.MatchOr):
        return any(is_irrefutable(part) for part in pattern.patterns)
    return isinstance(pattern, ast.MatchAs) and (pattern.pattern is None or is_irrefutable(pattern.pattern))
