"""The patterns that a claims file applies, each with its value, its method and where it is spelled."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tessera_lsp.index.bodies.reader import Bodies
from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import Assigned, FunctionFacts, Imported, ModuleFacts
from tessera_lsp.index.patterns.meanings import Meanings
from tessera_lsp.index.patterns.model import PatternUse
from tessera_lsp.index.patterns.sources import APPLIES, METHODS, last_name, source_of
from tessera_lsp.index.spelling import applied_pattern
from tessera_lsp.index.trees import children, span_of
from tessera_lsp.index.values import External, Frame, Pattern
from tessera_lsp.index.wiring import frame_of
from tessera_lsp.text import Document, Span

_APPLYING = frozenset({"compile", *METHODS})


def pattern_uses(facts: ModuleFacts, meanings: Meanings, bodies: Bodies) -> tuple[PatternUse, ...]:
    """The patterns of a claims file whose value the text tells: those that its functions apply, wherever they
    are spelled, and those that its constants hold. In the order of their calls, each call once. ``bodies``
    are those of the module."""
    if not APPLIES.search(facts.own_text):
        return ()
    return sorted_uses((*_constants(facts, meanings.evaluator), *_applied(facts, meanings, bodies)))


def sorted_uses(uses: Iterable[PatternUse]) -> tuple[PatternUse, ...]:
    """In the order of their calls, each once."""
    found: dict[tuple[Span, Span, str], PatternUse] = {}
    for use in uses:
        found.setdefault((use.call, use.literal, use.literal_path), use)
    return tuple(sorted(found.values(), key=lambda use: (use.call, use.literal)))


def _constants(facts: ModuleFacts, evaluator: Evaluator) -> Iterator[PatternUse]:
    frame = Frame(facts.scope)
    for bindings in facts.own_names.values():
        for binding in bindings:
            target = binding.target
            if isinstance(target, Imported) or not isinstance(target, Assigned):
                continue
            if isinstance(target.value, ast.Call) and last_name(target.value.func) == "compile":
                value = evaluator.value(target.value, frame)
                if isinstance(value, Pattern):
                    call = evaluator.place(target.value, frame).span
                    yield _use("compile", value, call, value.place.span)


def _applied(facts: ModuleFacts, meanings: Meanings, bodies: Bodies) -> Iterator[PatternUse]:
    for function in facts.functions:
        if function.node is None or not APPLIES.search(source_of(function)):
            continue
        frame = frame_of(function.scope)
        for call in _calls(function, function.node, bodies):
            yield from _call(call, facts.document, frame, meanings)


def _calls(
    function: FunctionFacts, node: ast.FunctionDef | ast.AsyncFunctionDef, bodies: Bodies
) -> Iterable[ast.Call]:
    """The calls that may apply or compile a pattern, decorators left out."""
    names = bodies.names_of(function)
    if not names.is_whole:
        return _calls_within([node.args, *node.body])
    own = [call for call in names.nodes(ast.Call) if last_name(call.func) in _APPLYING]
    return [*_calls_within([node.args]), *own]


def _calls_within(pending: list[ast.AST]) -> Iterator[ast.Call]:
    while pending:
        node = pending.pop()
        kind = type(node)
        if kind is ast.Name or kind is ast.Constant:
            continue
        if kind is ast.Call and last_name(node.func) in _APPLYING:  # type: ignore[attr-defined]
            yield node  # type: ignore[misc]
        if kind is ast.Attribute:
            pending.append(node.value)  # type: ignore[attr-defined]
        else:
            pending += children(node)


def _call(call: ast.Call, document: Document, frame: Frame, meanings: Meanings) -> Iterator[PatternUse]:
    """The use that a call is."""
    method = last_name(call.func)
    owner = call.func.value if isinstance(call.func, ast.Attribute) else call.func
    is_made_here = isinstance(owner, ast.Call) and last_name(owner.func) == "compile"
    if not is_made_here and not meanings.is_outer(owner, frame):
        return  # a method of something else: what a local name holds is found where it is compiled
    at = span_of(document, call)
    if isinstance(call.func, ast.Attribute) and method in METHODS:
        held = meanings.value(owner, frame)
        if isinstance(held, Pattern):
            literal = owner.args[0] if isinstance(owner, ast.Call) and owner.args else owner
            is_here = not isinstance(literal, ast.Name | ast.Attribute)
            yield _use(method, held, at, span_of(document, literal) if is_here else held.place.span)
            return
    called = meanings.value(call.func, frame)
    if isinstance(called, External) and (called.module, called.name) == ("re", method):
        value = applied_pattern(meanings.evaluator, call, method, frame)
        written = call.args[0] if call.args else None
        if value is None or written is None:
            return
        is_here = not isinstance(written, ast.Name | ast.Attribute)
        yield _use(method, value, at, span_of(document, written) if is_here else value.place.span)


def _use(method: str, value: Pattern, call: Span, literal: Span) -> PatternUse:
    return PatternUse(method, value.pattern, value.flags, call, literal, value.place.path)
