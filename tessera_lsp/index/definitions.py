"""Read the facts of functions and classes out of their heads."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import lru_cache

from tessera_lsp.index.facts import (
    Binding,
    ClassFacts,
    FunctionFacts,
    FunctionKind,
    ModuleFacts,
    Opaque,
    Parameter,
    Scope,
)
from tessera_lsp.index.model import Signature
from tessera_lsp.index.parsing import Parsed
from tessera_lsp.index.trees import children, span_of
from tessera_lsp.samples import LateBlock, docstring_literal, late_block
from tessera_lsp.text import Document, Position, Span

_NAME = re.compile(r"(?:async[\s\\\0]+)?(?:def|class)[\s\\\0]+(\w+)")
"""A NUL reads as a blank (``parsing``)."""


def function_facts(
    facts: ModuleFacts,
    parsed: Parsed,
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    scope: Scope,
    in_class: bool,
) -> FunctionFacts:
    """A function's facts, its parameters bound in its scope; its body is not read yet."""
    between = ".<locals>." if scope.builder is not None and not in_class else "."
    qualname = f"{scope.qualname}{between}{node.name}" if scope.qualname else node.name
    # A method does not see the names of its class.
    inner = Scope(facts, qualname, scope.parent if in_class else scope)
    headless = node.lineno in parsed.headless
    function = FunctionFacts(
        qualname=qualname,
        kind=_kind(node, parsed.may_yield),
        name_span=_name_span(facts.document, node),
        span=span_of(facts.document, node),
        signature=None if headless else signature_of(node.args),
        parameters=None if headless else node.args,
        returns=node.returns,
        decorators=tuple(node.decorator_list),
        docstring=docstring_of(facts.document, node.body),
        scope=inner,
        in_class=in_class,
        partial=node.lineno in parsed.partial,
        node=None if headless else node,
    )
    inner.builder = function
    _parameters(node.args, inner)
    facts.functions.append(function)
    return function


def class_scope(facts: ModuleFacts, node: ast.ClassDef, scope: Scope) -> Scope:
    """The scope of a class's body."""
    between = ".<locals>." if scope.builder is not None else "."
    return Scope(facts, f"{scope.qualname}{between}{node.name}" if scope.qualname else node.name, scope)


def class_facts(facts: ModuleFacts, node: ast.ClassDef, inner: Scope) -> ClassFacts:
    """A class's facts, once its body has been read into ``inner``."""
    methods = {
        name: binding.target
        for name, bindings in inner.names.items()
        for binding in bindings
        if isinstance(binding.target, FunctionFacts)
    }
    init, call = methods.get("__init__"), methods.get("__call__")
    found = ClassFacts(
        qualname=inner.qualname,
        name_span=_name_span(facts.document, node),
        span=span_of(facts.document, node),
        fields=_annotated(node.body),
        parameters=init.signature.names[1:] if init and init.signature else None,
        bases=tuple(node.bases),
        docstring=docstring_of(facts.document, node.body),
        call=call,
        scope=inner,
    )
    facts.classes.append(found)
    return found


def docstring_of(document: Document, body: Sequence[ast.stmt]) -> LateBlock | None:
    """The docstring that a body begins with, where it has samples."""
    literal = docstring_literal(body)
    return late_block(document, literal) if literal is not None else None


def signature_of(arguments: ast.arguments) -> Signature:
    """How a function with these parameters can be called."""
    positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    keyword_only = tuple(
        argument.arg
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is None
    )
    taken = -1 if arguments.vararg else len(positional)
    return _signature(tuple(positional), len(positional) - len(arguments.defaults), taken, keyword_only)


_signature = lru_cache(maxsize=4096)(Signature)
"""Most functions of a project are called alike: one value for all of them."""


def _parameters(arguments: ast.arguments, scope: Scope) -> None:
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = len(positional) - len(arguments.defaults)
    defaults: list[ast.expr | None] = [*([None] * missing), *arguments.defaults]
    pairs = [*zip(positional, defaults, strict=True)]
    pairs += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    for argument, default in pairs:
        scope.bind(argument.arg, Binding(Parameter(default, argument.annotation)))
    for extra in (arguments.vararg, arguments.kwarg):
        if extra:
            scope.bind(extra.arg, Binding(Opaque()))


def _name_span(document: Document, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Span:
    """The name as it is written, which may be longer than the normalised one."""
    start = document.offset(document.from_ast(node.lineno, node.col_offset))
    match = _NAME.match(document.text, start)
    if match is None:
        place: Position = document.position(start)
        return Span(place, place)
    first, last = document.position(match.start(1)), match.end(1) - match.start(1)
    return Span(first, Position(first.line, first.character + last))


def _kind(node: ast.FunctionDef | ast.AsyncFunctionDef, yields: bool) -> FunctionKind:
    """Not ``yields``: the text has no such word at all."""
    if isinstance(node, ast.AsyncFunctionDef):
        return "async"
    pending: list[ast.AST] = [*node.body] if yields else []
    while pending:
        inner = pending.pop()
        if isinstance(inner, ast.Yield | ast.YieldFrom):
            return "generator"
        if not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending += children(inner)
    return "function"


def _annotated(body: Sequence[ast.stmt]) -> tuple[str, ...]:
    annotated = [statement.target for statement in body if isinstance(statement, ast.AnnAssign)]
    return tuple(target.id for target in annotated if isinstance(target, ast.Name))
