"""Which definitions of a module are claim shapes.

A shape is what a battery declares; what is annotated with ``ClaimShape``, or made by a factory that is; a
public function with the contract's signature that no other function of its module calls; and whatever has
samples in its docstring. A name with an underscore is no shape by its signature alone: it is a helper.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from operator import attrgetter

from tessera_lsp.index.bodies.model import Body
from tessera_lsp.index.bodies.names import is_called_as_written
from tessera_lsp.index.bodies.reader import Bodies
from tessera_lsp.index.contract import has_shape_signature, is_claim_shape
from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import Assigned, ClassFacts, FunctionFacts, ModuleFacts
from tessera_lsp.index.model import LateInsides, ShapeDefinition, Signature
from tessera_lsp.index.values import Frame, Function, Named, Partial, Value

_NOT_MADE = (
    ast.Constant, ast.JoinedStr, ast.Name, ast.Attribute, ast.Compare,
    ast.Tuple, ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip
"""Expressions that make no shape of their own: displays, and names of what is made elsewhere."""


_SPAN = attrgetter("span")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A definition that is a shape by its own text, for ``shape.reason``; where that is empty, it is one if a
    battery declares it. ``declared`` is how a battery would call it."""

    shape: ShapeDefinition
    declared: Signature | None
    _as_declared: ShapeDefinition | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def as_declared(self) -> ShapeDefinition:
        """The shape that it is where a battery declares it: one value for a text that is being edited."""
        if self._as_declared is not None:
            return self._as_declared
        shape = replace(self.shape, reason="declared", signature=self.declared)
        if shape.insides is not None:
            object.__setattr__(self, "_as_declared", shape)
        return shape


def candidates(
    facts: ModuleFacts, evaluator: Evaluator, insides: LateInsides | None = None
) -> tuple[Candidate, ...]:
    """What of a module may be a shape, in the order of the text. Names with several definitions have all."""
    found = [*_functions(facts, insides), *_classes(facts, insides), *_assignments(facts, evaluator)]
    return tuple(sorted(found, key=lambda candidate: candidate.shape.span))


def shapes_of(found: Iterable[Candidate], declared: Collection[str]) -> tuple[ShapeDefinition, ...]:
    """The shapes among a module's candidates, of each name the last. Both are in the order of the text.
    ``declared`` are the qualified names of this module that batteries declare."""
    last: dict[str, ShapeDefinition] = {}
    several = False
    for candidate in found:
        shape = candidate.shape
        name = shape.qualname
        if name in declared:
            shape = candidate.as_declared
        elif not shape.reason:
            continue
        several = several or name in last
        last[name] = shape
    return tuple(sorted(last.values(), key=_SPAN) if several else last.values())


def bodies_of(facts: ModuleFacts, shapes: Iterable[ShapeDefinition], bodies: Bodies) -> dict[str, Body]:
    """The bodies of a module's shapes by qualified name. ``bodies`` reads those of the module."""
    calls = {(item.qualname, item.span): item.call for item in facts.classes if item.call is not None}
    functions = {**{(each.qualname, each.span): each for each in facts.functions}, **calls}
    out = {}
    for shape in shapes:
        function = functions.get((shape.qualname, shape.span))
        body = bodies.of(function) if function is not None else None
        if body is not None:
            out[shape.qualname] = body
    return out


def _functions(facts: ModuleFacts, insides: LateInsides | None) -> Iterator[Candidate]:
    for function in facts.functions:
        reason = _reason(function, facts)
        shape = ShapeDefinition(
            path=facts.path,
            module=facts.module,
            qualname=function.qualname,
            kind=function.kind,
            name_span=function.name_span,
            span=function.span,
            signature=_as_called(function, reason),
            reason=reason,
            docstring=function.docstring,
            partial=function.partial,
            wrapped=not is_called_as_written(function),
            insides=insides,
        )
        yield Candidate(shape, _as_called(function, "declared"))


def _reason(function: FunctionFacts, facts: ModuleFacts) -> str:
    is_public = "." not in function.qualname and not function.qualname.startswith("_")
    if is_public and has_shape_signature(function, facts.scope) and not facts.is_called(function):
        return "signature"
    is_call_of_class = function.in_class and function.qualname.endswith(".__call__")
    return "samples" if not is_call_of_class and function.block else ""


def _classes(facts: ModuleFacts, insides: LateInsides | None) -> Iterator[Candidate]:
    for item in facts.classes:
        called = item.call
        docstring = item.docstring if item.block or called is None else called.docstring
        signature = _bound_signature(item)
        shape = ShapeDefinition(
            path=facts.path,
            module=facts.module,
            qualname=item.qualname,
            kind="class",
            name_span=item.name_span,
            span=item.span,
            signature=signature,
            reason="samples" if docstring is not None and docstring.get() else "",
            docstring=docstring,
            wrapped=item.call is not None and not is_called_as_written(item.call),
            insides=insides,
        )
        yield Candidate(shape, signature)


def _bound_signature(item: ClassFacts) -> Signature | None:
    """How an instance can be called: ``__call__`` without ``self``."""
    return _bound(item.call.signature) if item.call else None


def _as_called(function: FunctionFacts, reason: str) -> Signature | None:
    """How a function is called by the name that leads to it: a class method without its class, a method
    without its instance. Only what is declared as ``Class.method`` is called with all of its parameters."""
    made = {decorator.id for decorator in function.decorators if isinstance(decorator, ast.Name)}
    if not function.in_class or "staticmethod" in made:
        return function.signature
    if "classmethod" in made or reason != "declared":
        return _bound(function.signature)
    return function.signature


def _bound(signature: Signature | None) -> Signature | None:
    """The signature once its first argument is given."""
    if signature is None or not signature.names:
        return signature
    return Signature(
        signature.names[1:],
        max(0, signature.required - 1),
        signature.positional - 1 if signature.positional > 0 else signature.positional,
        signature.keyword_only,
    )


def _assignments(facts: ModuleFacts, evaluator: Evaluator) -> Iterator[Candidate]:
    for name, bindings in facts.own_names.items():
        target = bindings[-1].target
        is_last = facts.scope.names[name][-1] is bindings[-1]
        if not is_last or not isinstance(target, Assigned) or target.grown:
            continue
        value = _made(name, target, facts, evaluator)
        reason = _assignment_reason(name, target, facts, value)
        if reason or value is not None:
            signature = _signature(value)
            shape = ShapeDefinition(
                path=facts.path,
                module=facts.module,
                qualname=name,
                kind="assignment",
                name_span=target.name_span,
                span=target.span,
                signature=signature,
                reason=reason,
                docstring=target.docstring,
            )
            yield Candidate(shape, signature)


def _made(name: str, target: Assigned, facts: ModuleFacts, evaluator: Evaluator) -> Value | None:
    """What a constant holds that was made for it, and that a battery can declare by the constant's name."""
    if isinstance(target.value, _NOT_MADE):
        return None
    value = evaluator.name(name, Frame(facts.scope), target.value)
    return value.value if isinstance(value, Named) and value.key == (facts.module, name) else None


def _assignment_reason(name: str, target: Assigned, facts: ModuleFacts, made: Value | None) -> str:
    if is_claim_shape(target.annotation, facts.scope):
        return "annotated"
    if isinstance(made, Function) and isinstance(target.value, ast.Call) and not name.startswith("_"):
        factory = made.frame.scope.builder
        if factory is not None and is_claim_shape(factory.returns, factory.scope.facts.scope):
            return "annotated"
        if has_shape_signature(made.facts, made.facts.scope.facts.scope):
            return "signature"
    return "samples" if target.block else ""


def _signature(made: Value | None) -> Signature | None:
    """How what a factory or ``partial`` has made can be called; None where the text does not tell."""
    if isinstance(made, Function):
        return made.facts.signature
    if not isinstance(made, Partial) or not isinstance(made.of, Function) or made.count < 0:
        return None
    signature = made.of.facts.signature
    return signature.given(made.count, made.names) if signature is not None else None
