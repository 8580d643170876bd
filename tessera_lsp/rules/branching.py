"""Where a function's branches are, and which of them were never taken, by what an interpreter executed."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tessera_lsp.index.trees import children, span_of
from tessera_lsp.text import Document, Span
from tessera_lsp.wire import Covered

Spot = tuple[int, int, int, int]
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Branch(NamedTuple):
    """A branch that was not taken: of ``function``, at its first statement, or the expression that it is."""

    function: str
    span: Span
    words: str


class Executed:
    """What was executed of one file, and what was not."""

    def __init__(self, covered: Iterable[Covered]) -> None:
        self._executed: set[Spot] = set()
        self._missed: set[Spot] = set()
        for one in covered:
            self._executed.update(one.executed)
            self._missed.update(one.missed)
        self.exact = all(spot[2] >= 0 for spot in (*self._executed, *self._missed))
        """Whether columns are known, and not lines alone."""

    def ran(self, nodes: Sequence[ast.stmt | ast.expr]) -> bool | None:
        """Whether something within the nodes was executed; None where the code has nothing there, or where
        it cannot be told apart."""
        first, last = nodes[0], nodes[-1]
        start = (first.lineno, first.col_offset)
        end = (last.end_lineno or last.lineno, last.end_col_offset or 0)
        if any(_within(spot, start, end) for spot in self._executed):
            return True
        return False if any(_within(spot, start, end) for spot in self._missed) else None


def _within(spot: Spot, start: tuple[int, int], end: tuple[int, int]) -> bool:
    line, end_line, column, end_column = spot
    if column < 0:
        return start[0] <= line <= end[0]
    return start <= (line, column) and (end_line, end_column) <= end


def untaken(document: Document, covered: Iterable[Covered], roots: Iterable[str]) -> Iterator[Branch]:
    """The branches of the functions ``roots`` (qualified names) of a file, and of those that they name, that
    were not taken; of functions that were entered at all. Of a branch that was not taken nothing further is
    told of what is within it."""
    executed = Executed(covered)
    try:
        tree = ast.parse(document.text)
    except (SyntaxError, ValueError):
        return
    functions = dict(_functions(tree))
    for name in _reached(functions, roots):
        function = functions[name]
        if executed.ran(function.body) is True:
            yield from _in_block(document, executed, name, function.body)


def _functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, _Function]]:
    for node in children(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name, node
            yield from _functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{prefix}{node.name}.")
        elif not isinstance(node, ast.expr):
            yield from _functions(node, prefix)


def names_used(function: ast.AST) -> set[str]:
    """The names and attributes that a function mentions."""
    return {n.id for n in ast.walk(function) if isinstance(n, ast.Name)} | {
        n.attr for n in ast.walk(function) if isinstance(n, ast.Attribute)
    }


def _reached(functions: dict[str, _Function], roots: Iterable[str]) -> list[str]:
    """The functions of a file by the names that lead to them, in the order of the text."""
    by_name: dict[str, list[str]] = {}
    for qualname in functions:
        by_name.setdefault(qualname.rpartition(".")[2], []).append(qualname)
    found: set[str] = set()
    pending = [qualname for name in roots for qualname in by_name.get(name, ())]
    while pending:
        qualname = pending.pop()
        if qualname not in found:
            found.add(qualname)
            used = names_used(functions[qualname])
            pending += [each for name in used for each in by_name.get(name, ())]
    return [qualname for qualname in functions if qualname in found]


def _in_block(
    document: Document, executed: Executed, name: str, block: Sequence[ast.stmt]
) -> Iterator[Branch]:
    for at, statement in enumerate(block):
        rest = block[at + 1 :]
        if isinstance(statement, ast.If):
            yield from _in_if(document, executed, name, statement)
            if rest and not statement.orelse and _leaves(statement.body) and executed.ran(rest) is False:
                if executed.ran([statement.test]) and executed.ran(statement.body):
                    words = f"gets past `{_short(statement)}`"
                    yield Branch(name, _line(document, rest[0]), words)
                return
        elif isinstance(statement, ast.Match):
            for case in statement.cases:
                if executed.ran(case.body) is False:
                    yield Branch(name, _line(document, case.body[0]), f"comes to `{_short(case)}`")
                else:
                    yield from _in_block(document, executed, name, case.body)
        elif not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for inner in _blocks(statement):
                if executed.ran(inner) is not False:
                    yield from _in_block(document, executed, name, inner)
        yield from _in_expressions(document, executed, name, statement)


def _in_if(document: Document, executed: Executed, name: str, node: ast.If) -> Iterator[Branch]:
    if executed.exact or node.body[0].lineno > (node.test.end_lineno or node.test.lineno):
        if executed.ran(node.body) is False:
            yield Branch(name, _line(document, node.body[0]), f"comes into `{_short(node)}`")
        else:
            yield from _in_block(document, executed, name, node.body)
    if not node.orelse:
        return
    if executed.ran(node.orelse) is False:
        is_elif = isinstance(node.orelse[0], ast.If) and len(node.orelse) == 1
        words = (
            f"comes to `{_short(node.orelse[0])}`" if is_elif else f"comes to the else of `{_short(node)}`"
        )
        yield Branch(name, _line(document, node.orelse[0]), words)
    else:
        yield from _in_block(document, executed, name, node.orelse)


def _in_expressions(
    document: Document, executed: Executed, name: str, statement: ast.stmt
) -> Iterator[Branch]:
    """The halves of conditional expressions in a statement's own expressions."""
    if not executed.exact or executed.ran([statement]) is not True:
        return
    pending = [child for child in children(statement) if not isinstance(child, ast.stmt)]
    while pending:
        node = pending.pop(0)
        if isinstance(node, ast.Lambda | ast.ExceptHandler | ast.match_case):
            continue
        if isinstance(node, ast.IfExp) and executed.ran([node]) is True:
            for half, words in ((node.body, "takes this half of"), (node.orelse, "takes the else of")):
                if executed.ran([half]) is False:
                    yield Branch(name, span_of(document, half), f"{words} `{_short(node)}`")
        pending += [child for child in children(node) if not isinstance(child, ast.stmt)]


def _blocks(statement: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(statement, field, None)
        if block:
            yield block
    for handler in getattr(statement, "handlers", ()):
        yield handler.body


def _leaves(block: Sequence[ast.stmt]) -> bool:
    return isinstance(block[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)


def _line(document: Document, node: ast.stmt) -> Span:
    """A statement; a condition without its blocks; its first line where it has several."""
    span = span_of(document, node)
    if isinstance(node, ast.If | ast.While):
        return Span(span.start, span_of(document, node.test).end)
    if span.start.line == span.end.line:
        return span
    text = document.line(span.start.line)
    return Span(span.start, span.start._replace(character=len(text.rstrip())))


def _short(node: ast.If | ast.IfExp | ast.match_case | ast.stmt) -> str:
    if isinstance(node, ast.If):
        text = f"if {ast.unparse(node.test)}"
    elif isinstance(node, ast.match_case):
        text = f"case {ast.unparse(node.pattern)}"
    else:
        text = ast.unparse(node).partition("\n")[0]
    return text if len(text) <= 60 else text[:59] + "…"
