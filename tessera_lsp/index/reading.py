"""Read the facts of a module out of its document."""

from __future__ import annotations

import ast

from tessera_lsp.index.facts import ClassFacts, FunctionFacts, ModuleFacts
from tessera_lsp.index.model import Unreadable
from tessera_lsp.index.parsing import Parsed, Parser
from tessera_lsp.index.statements import StatementReader
from tessera_lsp.index.suppressions import comments, sample_suppressions
from tessera_lsp.index.trees import span_of
from tessera_lsp.text import BrokenDocument, Document, Span


def read_module(path: str, module: str, document: Document, parser: Parser) -> ModuleFacts:
    """The facts of one text; parses it once. Never raises."""
    is_package = path.replace("\\", "/").endswith("/__init__.py")
    facts = ModuleFacts(path, module, is_package, document)
    try:
        parsed = parser.parse(document)
        StatementReader(facts, parsed).read()
        strings = _string_spans(parsed, document)
    except RecursionError:
        facts = ModuleFacts(path, module, is_package, document)
        facts.dynamic = True
        start = document.position(0)
        facts.unreadable = Unreadable(path, Span(start, start), "is nested too deeply to be read")
        return facts
    if parsed.trouble is not None:
        facts.unreadable = Unreadable(path, parsed.trouble.span, parsed.trouble.message)
        facts.dynamic = True
    if isinstance(document, BrokenDocument):
        at = document.position(document.at)
        facts.unreadable = Unreadable(path, Span(at, document.position(document.at + 1)), document.problem)
        facts.dynamic = True
    documented: list[FunctionFacts | ClassFacts] = [*facts.functions, *facts.classes]
    blocks = [item.block for item in documented if item.block]
    facts.suppressions = (*comments(path, document, strings), *sample_suppressions(path, blocks))
    return facts


def _string_spans(parsed: Parsed, document: Document) -> list[tuple[int, int]]:
    """Offsets of the string literals of the text, where ``#`` begins no comment."""
    if "tessera:" not in document.text:
        return []
    out = []
    for statement in parsed.body:
        for node in ast.walk(statement):
            if not isinstance(node, ast.Constant | ast.JoinedStr):
                continue
            if isinstance(node, ast.JoinedStr) or isinstance(node.value, str | bytes):
                start, end = span_of(document, node)
                out.append((document.offset(start), document.offset(end)))
    return out
