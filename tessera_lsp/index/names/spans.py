"""Where names are written: the tree tells it of expressions only, and not always rightly."""

from __future__ import annotations

import ast
import re
import sys
import unicodedata
from collections.abc import Iterator

from tessera_lsp.index.trees import span_of
from tessera_lsp.text import Document, Span

_WORD = re.compile(r"[^\W\d]\w*")
_TRUE_POSITIONS = sys.version_info >= (3, 12)
"""Before, names within an f-string of several lines have wrong positions."""


class Spans:
    """Spans of one text's names. Identifiers are compared as Python does, normalised (NFKC)."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._moved: dict[int, Span | None] = {}

    def name(self, node: ast.Name) -> Span | None:
        """The name of a bare expression; None where it can't be told."""
        if id(node) in self._moved:
            return self._moved[id(node)]
        return self._if_named(span_of(self._document, node), node.id)

    def attribute(self, node: ast.Attribute) -> Span | None:
        """The last name of ``a.b``."""
        end = self._document.offset(span_of(self._document, node).end)
        start = end
        while start and (self._document.text[start - 1].isalnum() or self._document.text[start - 1] == "_"):
            start -= 1
        return self._if_named(self._span(start, end), node.attr)

    def defined(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, name: str) -> Span | None:
        """The name behind ``def`` or ``class``."""
        keyword = "class" if isinstance(node, ast.ClassDef) else "def"
        start, end = self._range(node)
        match = re.compile(rf"{keyword}\b").search(self._document.text, start, end)
        return self._first(name, match.end(), end) if match else None

    def start_word(self, node: ast.alias | ast.arg, name: str) -> Span | None:
        """The name with which the node begins."""
        start, end = self._range(node)
        return self._first(name, start, end)

    def alias(self, node: ast.alias) -> Span | None:
        """The name behind ``as``."""
        return self._last(node.asname or "", *self._range(node))

    def word(self, node: ast.stmt, name: str) -> Span | None:
        """The name within a statement of names alone."""
        return self._first(name, *self._range(node))

    def bound_word(self, node: ast.AST, name: str) -> Span | None:
        """The name that an ``except`` or a pattern binds."""
        start, end = self._range(node)
        if isinstance(node, ast.ExceptHandler):
            start = self._range(node.type)[1] if node.type else start
            return self._first(name, start, end)
        return self._last(name, start, end)

    def enter_string(self, node: ast.JoinedStr) -> None:
        """Look for the names within an f-string, where the tree's positions are not to be trusted."""
        if _TRUE_POSITIONS:
            return
        names = [each for each in _in_order(node) if isinstance(each, ast.Name)]
        start, end = self._range(node)
        holes = list(_holes(self._document.text, start, end))
        for name in {each.id for each in names}:
            nodes = [each for each in names if each.id == name]
            pattern = re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w|\s*=[^=])")
            found = [m for hole in holes for m in pattern.finditer(self._document.text, *hole)]
            fits = len(found) == len(nodes)
            for number, each in enumerate(nodes):
                self._moved[id(each)] = self._span(*found[number].span()) if fits else None

    def _range(self, node: ast.AST) -> tuple[int, int]:
        span = span_of(self._document, node)  # type: ignore[arg-type]
        return self._document.offset(span.start), self._document.offset(span.end)

    def _span(self, start: int, end: int) -> Span:
        return Span(self._document.position(start), self._document.position(end))

    def _words(self, name: str, start: int, end: int) -> list[Span]:
        return [
            self._span(*match.span())
            for match in _WORD.finditer(self._document.text, start, end)
            if _is_same(match[0], name)
        ]

    def _first(self, name: str, start: int, end: int) -> Span | None:
        return next(iter(self._words(name, start, end)), None)

    def _last(self, name: str, start: int, end: int) -> Span | None:
        return next(reversed(self._words(name, start, end)), None)

    def _if_named(self, span: Span, name: str) -> Span | None:
        return span if _is_same(self._document.slice(span), name) else None


def _is_same(written: str, name: str) -> bool:
    return written == name or unicodedata.normalize("NFKC", written) == name


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        yield child
        yield from _in_order(child)


def _holes(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The outermost ``{…}`` of an f-string."""
    depth, opened, at = 0, start, start
    while at < end:
        if depth == 0 and text[at : at + 2] in ("{{", "}}"):
            at += 2
            continue
        if text[at] == "{":
            opened = at + 1 if depth == 0 else opened
            depth += 1
        elif text[at] == "}" and depth:
            depth -= 1
            if depth == 0:
                yield opened, at
        at += 1
