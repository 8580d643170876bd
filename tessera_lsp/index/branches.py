"""Tests whose outcome the text tells."""

from __future__ import annotations

import ast


def constant_truth(test: ast.expr) -> bool | None:
    """The outcome of a literal test: a constant, ``not`` one, ``TYPE_CHECKING``; None for any other."""
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = constant_truth(test.operand)
        return None if inner is None else not inner
    name = test.id if isinstance(test, ast.Name) else test.attr if isinstance(test, ast.Attribute) else ""
    return False if name == "TYPE_CHECKING" else None
