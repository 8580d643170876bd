"""Decorators that put a shape into a collection: registration, where a tuple should say it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import FunctionFacts, ModuleFacts, Mutation, Parameter, Scope
from tessera_lsp.index.model import Registration, Trail
from tessera_lsp.index.trees import span_of
from tessera_lsp.index.values import Class, Frame, Function, Instance, Named


def registrations(facts: ModuleFacts, evaluator: Evaluator) -> Iterator[Registration]:
    """The decorators of a module's functions that are read as registering what they decorate: they, or a
    function within them, put a parameter of theirs into something that outlives the call."""
    for function in facts.functions:
        for decorator in function.decorators:
            found = _filled(decorator, facts, evaluator)
            if found is not None:
                into, by = found
                here = _trail(facts, decorator)
                yield Registration(facts.path, here.span, here.text, function.qualname, into, by)


def _filled(decorator: ast.expr, facts: ModuleFacts, evaluator: Evaluator) -> tuple[str, Trail] | None:
    """The last name of the collection that the decorator fills, and the statement that does it."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    function = _function(called, facts, evaluator)
    if function is None:
        return None
    for mutation in function.scope.facts.mutations:
        scopes = _up_to(mutation.scope, function.scope)
        # What runs when the shape is defined: the decorator itself, or what its call has returned.
        runs_now = len(scopes) == (2 if isinstance(decorator, ast.Call) else 1)
        if not runs_now or not _puts_function(mutation):
            continue
        holder = next((scope for scope in scopes if mutation.name in scope.names), None)
        if mutation.owned or holder is None:
            return mutation.name, _trail(function.scope.facts, mutation.node)
        given = decorator.args[0] if isinstance(decorator, ast.Call) and len(decorator.args) == 1 else None
        is_parameter = isinstance(holder.names[mutation.name][0].target, Parameter)
        if is_parameter and holder is function.scope and isinstance(given, ast.Name | ast.Attribute):
            name = given.id if isinstance(given, ast.Name) else given.attr
            return name, _trail(facts, decorator)
    return None


def _function(called: ast.expr, facts: ModuleFacts, evaluator: Evaluator) -> FunctionFacts | None:
    frame = Frame(facts.scope)
    value = evaluator.value(called, frame)
    if isinstance(value, Function):
        return value.facts
    if not isinstance(called, ast.Attribute):
        return None
    owner = evaluator.value(called.value, frame)
    owner = owner.value if isinstance(owner, Named) else owner
    kind = owner.of if isinstance(owner, Instance) else owner
    found = kind.facts.scope.names.get(called.attr, []) if isinstance(kind, Class) else []
    target = found[-1].target if found else None
    return target if isinstance(target, FunctionFacts) else None


def _up_to(scope: Scope, top: Scope) -> list[Scope]:
    """From ``scope`` outward to ``top``; empty where ``top`` does not hold it."""
    chain: list[Scope] = []
    at: Scope | None = scope
    while at is not None:
        chain.append(at)
        if at is top:
            return chain
        at = at.parent
    return []


def _puts_function(mutation: Mutation) -> bool:
    """Whether what goes in is a parameter or a function of the scope itself, bare or beside other things."""
    parts = [
        part
        for value in mutation.values
        for part in (value.elts if isinstance(value, ast.Tuple | ast.List) else [value])
    ]
    names = [part.id for part in parts if isinstance(part, ast.Name) and part.id not in ("self", "cls")]
    found = [mutation.scope.names[name][-1].target for name in names if name in mutation.scope.names]
    return any(isinstance(target, Parameter | FunctionFacts) for target in found)


def _trail(facts: ModuleFacts, node: ast.expr | ast.stmt) -> Trail:
    span = span_of(facts.document, node)
    return Trail(facts.path, span, " ".join(facts.document.slice(span).split()))
