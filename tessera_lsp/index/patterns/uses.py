"""The patterns that a claims file applies, each with its value, its method and where it is spelled."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import Assigned, FunctionFacts, Imported, ModuleFacts
from tessera_lsp.index.patterns.meanings import Meanings
from tessera_lsp.index.patterns.model import PatternUse
from tessera_lsp.index.patterns.sources import (
    APPLIES,
    METHODS,
    at_of,
    last_name,
    place_in,
    read_text,
    source_of,
)
from tessera_lsp.index.spelling import applied_pattern
from tessera_lsp.index.values import External, Frame, Pattern
from tessera_lsp.index.wiring import frame_of
from tessera_lsp.text import Span


def pattern_uses(facts: ModuleFacts, meanings: Meanings) -> tuple[PatternUse, ...]:
    """The patterns of a claims file whose value the text tells: those that its functions apply, wherever they
    are spelled, and those that its constants hold. In the order of their calls, each call once."""
    if not APPLIES.search(facts.document.text):
        return ()
    found: dict[tuple[Span, Span, str], PatternUse] = {}
    for use in (*_constants(facts, meanings.evaluator), *_applied(facts, meanings)):
        found.setdefault((use.call, use.literal, use.literal_path), use)
    return tuple(sorted(found.values(), key=lambda use: (use.call, use.literal)))


def _constants(facts: ModuleFacts, evaluator: Evaluator) -> Iterator[PatternUse]:
    frame = Frame(facts.scope)
    for bindings in facts.scope.names.values():
        for binding in bindings:
            target = binding.target
            if isinstance(target, Imported) or not isinstance(target, Assigned):
                continue
            if isinstance(target.value, ast.Call) and last_name(target.value.func) == "compile":
                value = evaluator.value(target.value, frame)
                if isinstance(value, Pattern):
                    call = evaluator.place(target.value, frame).span
                    yield _use("compile", value, call, value.place.span)


def _applied(facts: ModuleFacts, meanings: Meanings) -> Iterator[PatternUse]:
    for function in facts.functions:
        source = source_of(function)
        if not APPLIES.search(source):
            continue
        frame = frame_of(function.scope)
        for call in read_text(source).calls:
            yield from _call(call, source, function, frame, meanings)


def _call(
    call: ast.Call, source: str, function: FunctionFacts, frame: Frame, meanings: Meanings
) -> Iterator[PatternUse]:
    """The use that a call is. Its nodes are those of the function's text: they have no place of the file."""
    line = function.span.start.line
    method = last_name(call.func)
    at = place_in(source, at_of(call), line)
    called = meanings.value(call.func, frame)
    if isinstance(called, External) and (called.module, called.name) == ("re", method):
        value = applied_pattern(meanings.evaluator, call, method, frame)
        written = call.args[0] if call.args else None
        if value is None or written is None:
            return
        is_here = not isinstance(written, ast.Name | ast.Attribute)
        yield _use(method, value, at, place_in(source, at_of(written), line) if is_here else value.place.span)
    elif isinstance(call.func, ast.Attribute) and method in METHODS:
        owner = call.func.value
        held = meanings.value(owner, frame)
        if isinstance(held, Pattern):
            literal = owner.args[0] if isinstance(owner, ast.Call) and owner.args else owner
            is_here = not isinstance(literal, ast.Name | ast.Attribute)
            span = place_in(source, at_of(literal), line) if is_here else held.place.span
            yield _use(method, held, at, span)


def _use(method: str, value: Pattern, call: Span, literal: Span) -> PatternUse:
    return PatternUse(method, value.pattern, value.flags, call, literal, value.place.path)
