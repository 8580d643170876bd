"""A function's text, read once: which names it takes from outside, and which calls may apply patterns."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tessera_lsp.index.facts import FunctionFacts
from tessera_lsp.index.trees import children
from tessera_lsp.text import Document, Position, Span

METHODS = ("match", "search", "fullmatch", "findall", "finditer", "sub", "subn", "split")
APPLIES = re.compile(rf"\b(?:compile|{'|'.join(METHODS)})\s*\(")
_LONGEST = 4
At = tuple[int, int, int, int]
"""First line (from 1), column in bytes, last line, column behind the end."""
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_NAMED = FunctionNode | ast.ClassDef | ast.ExceptHandler | ast.MatchAs | ast.MatchStar


@dataclass(frozen=True)
class FunctionText:
    """``names`` are the outer names and dotted names in it, each with every beginning of it; ``calls`` the
    calls that may apply or compile a pattern."""

    names: tuple[tuple[str, ast.expr], ...]
    calls: tuple[ast.Call, ...]


def source_of(function: FunctionFacts) -> str:
    """The whole lines of a function, decorators left out."""
    document = function.scope.facts.document
    start = document.line_starts[min(function.span.start.line, document.line_count - 1)]
    return document.text[start : document.offset(function.span.end)].replace("\r\n", "\n").replace("\r", "\n")


@lru_cache(maxsize=64)
def tree_of(source: str) -> FunctionNode | None:
    """The definition in a function's text; its first line is line 1. None where the text is none alone."""
    body = f"if 1:\n{source}" if source[:1].isspace() else source
    try:
        statement = ast.parse(body).body[0]
    except (SyntaxError, ValueError, RecursionError, MemoryError, IndexError):
        return None
    if isinstance(statement, ast.If):
        statement = ast.increment_lineno(statement, -1).body[0]
    return statement if isinstance(statement, FunctionNode) else None


@lru_cache(maxsize=8192)
def read_text(source: str) -> FunctionText:
    """What a function's text takes from outside. Empty for a text that does not parse alone."""
    node = tree_of(source)
    if node is None:
        return FunctionText((), ())
    own = _bound(node)
    names: dict[str, ast.expr] = {}
    calls: list[ast.Call] = []
    pending: list[ast.AST] = [node]
    while pending:
        at = pending.pop()
        if isinstance(at, ast.Call) and last_name(at.func) in ("compile", *METHODS):
            calls.append(at)
        if isinstance(at, ast.Name | ast.Attribute):
            dotted = dotted_name(at)
            if dotted and dotted.partition(".")[0] not in own:
                _beginnings(at, names)
                continue
        pending += children(at)
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    return FunctionText(tuple(sorted(names.items(), key=lambda item: item[0])), tuple(calls))


def _beginnings(node: ast.expr, names: dict[str, ast.expr]) -> None:
    """Note ``a``, ``a.b`` and ``a.b.c`` of ``a.b.c``."""
    chain: list[ast.expr] = [node]
    while isinstance(chain[-1], ast.Attribute):
        chain.append(chain[-1].value)
    for part in chain[::-1][:_LONGEST]:
        names.setdefault(dotted_name(part), part)


def dotted_name(node: ast.expr) -> str:
    """``a.b.c`` as text; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted_name(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def last_name(node: ast.expr) -> str:
    """The last part of what is called."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _bound(function: FunctionNode) -> frozenset[str]:
    """The names that a function binds itself, imports apart."""
    return frozenset(_bindings(function))


def _bindings(function: FunctionNode) -> Iterator[str]:
    arguments = function.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        yield argument.arg
    for extra in (arguments.vararg, arguments.kwarg):
        if extra is not None:
            yield extra.arg
    pending: list[ast.AST] = [*function.body]
    while pending:
        at = pending.pop()
        if isinstance(at, ast.Name) and not isinstance(at.ctx, ast.Load):
            yield at.id
        elif isinstance(at, _NAMED):
            if at.name:
                yield at.name
        elif isinstance(at, ast.arg):
            yield at.arg
        pending += children(at)


def at_of(node: ast.expr) -> At:
    """Where a node stands in its function's text, as ``ast`` counts."""
    return node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or 0


def place_in(source: str, at: At, line: int) -> Span:
    """A place in a function's text as one of the file in which the function begins on ``line`` (from 0)."""
    document = Document("", None, source)
    start, end = document.from_ast(at[0], at[1]), document.from_ast(at[2], at[3])
    return Span(Position(start.line + line, start.character), Position(end.line + line, end.character))
