"""The conditions that led to a line of a function: those around it, and those before it that would have
left."""

import ast
from typing import Any, Container, Iterator, List, Sequence, Tuple

_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_BLOCKS = (*_LOOPS, ast.With, ast.AsyncWith)
_MATCH: Any = getattr(ast, "Match", ())
"""Python 3.9 has none."""

Found = Tuple[Any, Any]
"""A condition's own node, from which its lines are told, and whether it held, None where that is unknown."""


def conditions(body: Sequence[ast.stmt], line: int, ran: Container[int]) -> List[Found]:
    """The conditions that led to ``line``, in the order of the text. ``ran`` are the lines that ran."""
    found: List[Found] = []
    for statement in body:
        if _holds(statement, line):
            return found + list(_around(statement, line, ran))
        found += _before(statement, ran)
    return found


def _holds(node: Any, line: int) -> bool:
    return bool(_first(node) <= line <= (node.end_lineno or node.lineno))


def _first(node: Any) -> int:
    lines: List[int] = [decorator.lineno for decorator in getattr(node, "decorator_list", ())]
    return min(lines, default=int(node.lineno))


def _within(body: Sequence[ast.stmt], line: int) -> bool:
    return any(_holds(statement, line) for statement in body)


def _around(statement: Any, line: int, ran: Container[int]) -> Iterator[Found]:
    """The conditions of the statement that holds the line."""
    if isinstance(statement, (ast.If, ast.While)):
        if line <= (statement.test.end_lineno or statement.lineno) and not _within(statement.body, line):
            return  # its own condition is the line
        yield statement.test, _within(statement.body, line)
    elif _MATCH and isinstance(statement, _MATCH):
        yield from _cases(statement, line, ran)
    for block in _blocks(statement):
        if _within(block, line):
            yield from conditions(block, line, ran)
    for handler in getattr(statement, "handlers", ()):
        if _holds(handler, line):
            yield handler, True
            yield from conditions(handler.body, line, ran)


def _cases(statement: Any, line: int, ran: Container[int]) -> Iterator[Found]:
    for case in statement.cases:
        if _within(case.body, line):
            yield case.pattern, True
            yield from conditions(case.body, line, ran)
            return
        if case.pattern.lineno in ran:
            yield case.pattern, False


def _blocks(statement: Any) -> List[List[ast.stmt]]:
    if not isinstance(statement, (ast.If, ast.Try, *_BLOCKS)):
        return []
    return [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]


def _before(statement: Any, ran: Container[int]) -> Iterator[Found]:
    """Conditions of a statement that was passed: those that ran and would have left, and did not."""
    if isinstance(statement, ast.If):
        if statement.lineno not in ran:
            return
        if _leaves(statement.body):
            yield statement.test, False
        for inner in statement.orelse:
            yield from _before(inner, ran)
    elif isinstance(statement, (ast.Try, *_BLOCKS)):
        for block in _blocks(statement):
            for inner in block:
                yield from _before(inner, ran)


def _leaves(body: Sequence[ast.stmt]) -> bool:
    return isinstance(body[-1], _LEAVING)
