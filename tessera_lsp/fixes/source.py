"""Look into a document as Python: nodes by their place, lines within strings, indentation."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar

from tessera_lsp.index.parsing import Parser
from tessera_lsp.index.trees import span_of
from tessera_lsp.text import Document, Span

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_Node = TypeVar("_Node", ast.expr, ast.stmt)
_LAYOUT = frozenset({tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})


@lru_cache(maxsize=16)
def statements(document: Document) -> tuple[ast.stmt, ...]:
    """The document's top-level statements; of a broken text those that parse."""
    return tuple(Parser().parse(document).body)


def nodes(document: Document) -> Iterator[ast.AST]:
    """Every node of the document."""
    for statement in statements(document):
        yield from ast.walk(statement)


def node_at(document: Document, span: Span, kind: type[_Node]) -> _Node | None:
    """The node of this kind that covers ``span`` exactly."""
    for node in nodes(document):
        if isinstance(node, kind) and span_of(document, node) == span:
            return node
    return None


@lru_cache(maxsize=16)
def around(document: Document, span: Span) -> tuple[FunctionNode, ...]:
    """The functions in whose bodies ``span`` stands, the innermost first."""
    found = [
        node
        for node in nodes(document)
        if isinstance(node, FunctionNode)
        and span_of(document, node.body[0]).start <= span.start
        and span.end <= span_of(document, node).end
    ]
    return tuple(sorted(found, key=lambda node: node.lineno, reverse=True))


def indentation(document: Document, line: int) -> str:
    """The blanks that a line begins with."""
    text = document.line(line)
    return text[: len(text) - len(text.lstrip(" \t\f"))]


def line_end(document: Document, line: int) -> int:
    """The offset behind the last character of a line, before its line end."""
    return document.line_starts[line] + len(document.line(line))


def next_line(document: Document, line: int) -> int:
    """The offset at which the line after ``line`` begins, the text's end where there is none."""
    return document.line_starts[line + 1] if line + 1 < document.line_count else len(document.text)


def offsets(document: Document, span: Span) -> tuple[int, int]:
    """Both ends of a span as offsets."""
    return document.offset(span.start), document.offset(span.end)


def takes_comment(document: Document, line: int) -> bool:
    """Whether a comment may be written at the end of a line: no string and no backslash goes on there.

    False where the text cannot be divided into tokens as far as that.
    """
    inside, known = _rows(document)
    if line + 1 in inside or line + 1 >= known:
        return False
    code = document.line(line).rstrip()
    return not code.endswith("\\") or "#" in code


@lru_cache(maxsize=16)
def _rows(document: Document) -> tuple[frozenset[int], int]:
    """The lines (from 1) at whose end a token goes on, and the line from which on the tokens are not known:
    where the text ends within brackets or a string, or indents oddly."""
    lines = iter([document.line(number) + "\n" for number in range(document.line_count)])
    inside: set[int] = set()
    known = 0
    try:
        for token in tokenize.generate_tokens(lambda: next(lines, "")):
            known = token.start[0]
            if token.type not in _LAYOUT:
                inside.update(range(token.start[0], token.end[0]))
    except (tokenize.TokenError, SyntaxError):
        return frozenset(inside), known
    return frozenset(inside), document.line_count + 1
