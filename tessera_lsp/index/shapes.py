"""Which definitions of a module are claim shapes.

A shape is what a battery declares; what is annotated with ``ClaimShape``, or made by a factory that is; a
public function with the contract's signature that no other function of its module calls; and whatever has
samples in its docstring. A name with an underscore is no shape by its signature alone: it is a helper.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator

from tessera_lsp.index.bodies.kept import KeptBodies
from tessera_lsp.index.bodies.reader import Bodies
from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import Assigned, ClassFacts, FunctionFacts, Imported, ModuleFacts, Scope
from tessera_lsp.index.model import ShapeDefinition, Signature
from tessera_lsp.index.values import Frame, Function, Named, Partial, Value

_PARAMETERS = ("claim", "nodes", "graph")
_NO_ANSWERS = frozenset(dir(builtins)) - {"bool", "None", "object"} | {"Decimal", "Claim", "Node"}


def shapes_of(
    facts: ModuleFacts, declared: Collection[str], evaluator: Evaluator, before: KeptBodies | None = None
) -> list[ShapeDefinition]:
    """The shapes of a module in the order of their text. ``declared`` are the qualified names of this module
    that batteries declare, ``before`` what was read of the bodies of its last text."""
    bodies = Bodies(facts, before)
    found = [
        *_functions(facts, declared, bodies),
        *_classes(facts, declared, bodies),
        *_assignments(facts, declared, evaluator),
    ]
    last = {shape.qualname: shape for shape in sorted(found, key=lambda shape: shape.span)}
    return sorted(last.values(), key=lambda shape: shape.span)


def _functions(facts: ModuleFacts, declared: Collection[str], bodies: Bodies) -> Iterator[ShapeDefinition]:
    for function in facts.functions:
        reason = _reason(function, declared, facts)
        if reason:
            yield ShapeDefinition(
                path=facts.path,
                module=facts.module,
                qualname=function.qualname,
                kind=function.kind,
                name_span=function.name_span,
                span=function.span,
                signature=_as_called(function, reason),
                reason=reason,
                samples=function.block,
                partial=function.partial,
                body=bodies.of(function),
            )


def _reason(function: FunctionFacts, declared: Collection[str], facts: ModuleFacts) -> str:
    if function.qualname in declared:
        return "declared"
    is_public = "." not in function.qualname and not function.qualname.startswith("_")
    if is_public and has_shape_signature(function, facts.scope) and not _is_called(function, facts):
        return "signature"
    is_call_of_class = function.in_class and function.qualname.endswith(".__call__")
    return "samples" if function.block and not is_call_of_class else ""


def has_shape_signature(function: FunctionFacts, scope: Scope) -> bool:
    """Whether a function is called and answers as the contract says: parameters ``claim``, ``nodes`` and
    ``graph`` and no annotation of another answer; or three parameters of which the first is the claim, and
    an annotation ``bool | None``."""
    signature = function.signature
    if signature is None or not signature.takes(3):
        return False
    if signature.names[:3] == _PARAMETERS:
        return function.returns is None or not _answers_otherwise(function.returns)
    if signature.required != 3 or function.parameters is None:
        return False
    first = [*function.parameters.posonlyargs, *function.parameters.args][0]
    is_claim = first.arg == "claim" or _last_name(_plain(first.annotation), scope) == "Claim"
    return is_claim and _is_tri_state(function.returns)


def _is_called(function: FunctionFacts, facts: ModuleFacts) -> bool:
    """Whether another function of the module calls it by its name: then it is a helper."""
    return any(
        function.qualname in other.scope.mentioned for other in facts.functions if other is not function
    )


def _answers_otherwise(annotation: ast.expr) -> bool:
    plain = _plain(annotation)
    if plain is None or (isinstance(plain, ast.Constant) and plain.value is None):
        return False
    names = {node.id for node in ast.walk(plain) if isinstance(node, ast.Name)}
    if "bool" in names:
        return isinstance(plain, ast.Subscript) and _last_name(plain.value, None) not in ("Optional", "Union")
    return not isinstance(plain, ast.Name) or plain.id in _NO_ANSWERS


def _is_tri_state(annotation: ast.expr | None) -> bool:
    plain = _plain(annotation)
    if isinstance(plain, ast.Subscript):
        if _last_name(plain.value, None) == "Optional":
            return isinstance(plain.slice, ast.Name) and plain.slice.id == "bool"
        if _last_name(plain.value, None) != "Union" or not isinstance(plain.slice, ast.Tuple):
            return False
        return _are_bool_and_none(plain.slice.elts)
    if isinstance(plain, ast.BinOp) and isinstance(plain.op, ast.BitOr):
        return _are_bool_and_none([plain.left, plain.right])
    return False


def _are_bool_and_none(parts: list[ast.expr]) -> bool:
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    nothing = any(isinstance(part, ast.Constant) and part.value is None for part in parts)
    return len(parts) == 2 and names == {"bool"} and nothing


def _plain(annotation: ast.expr | None) -> ast.expr | None:
    """An annotation that is written as a string, read."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            return ast.parse(annotation.value.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    return annotation


def _last_name(node: ast.expr | None, scope: Scope | None) -> str:
    """The last part of a dotted name; a name that is imported under another one counts by its own."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if not isinstance(node, ast.Name):
        return ""
    for binding in scope.names.get(node.id, []) if scope else []:
        if isinstance(binding.target, Imported) and binding.target.attribute:
            return binding.target.attribute
    return node.id


def _is_claim_shape(annotation: ast.expr | None, scope: Scope) -> bool:
    plain = _plain(annotation)
    if isinstance(plain, ast.Subscript) and _last_name(plain.value, scope) == "Final":
        plain = plain.slice
    return _last_name(plain, scope) == "ClaimShape"


def _classes(facts: ModuleFacts, declared: Collection[str], bodies: Bodies) -> Iterator[ShapeDefinition]:
    for item in facts.classes:
        block = item.block or (item.call.block if item.call else None)
        if item.qualname not in declared and block is None:
            continue
        yield ShapeDefinition(
            path=facts.path,
            module=facts.module,
            qualname=item.qualname,
            kind="class",
            name_span=item.name_span,
            span=item.span,
            signature=_bound_signature(item),
            reason="declared" if item.qualname in declared else "samples",
            samples=block,
            body=bodies.of(item.call) if item.call else None,
        )


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


def _assignments(
    facts: ModuleFacts, declared: Collection[str], evaluator: Evaluator
) -> Iterator[ShapeDefinition]:
    for name, bindings in facts.scope.names.items():
        target = bindings[-1].target
        if not isinstance(target, Assigned) or target.grown:
            continue
        made = _made(name, target, facts, evaluator)
        reason = _assignment_reason(name, target, facts, declared, made)
        if reason:
            bound = None if made else _partial_signature(name, target, facts, evaluator)
            yield ShapeDefinition(
                path=facts.path,
                module=facts.module,
                qualname=name,
                kind="assignment",
                name_span=target.name_span,
                span=target.span,
                signature=made.facts.signature if made else bound,
                reason=reason,
                samples=target.block,
            )


def _assignment_reason(
    name: str, target: Assigned, facts: ModuleFacts, declared: Collection[str], made: Function | None
) -> str:
    if name in declared:
        return "declared"
    if _is_claim_shape(target.annotation, facts.scope):
        return "annotated"
    if made is not None and not name.startswith("_"):
        factory = made.frame.scope.builder
        if factory is not None and _is_claim_shape(factory.returns, factory.scope.facts.scope):
            return "annotated"
        if has_shape_signature(made.facts, made.facts.scope.facts.scope):
            return "signature"
    return "samples" if target.block else ""


def _made(name: str, target: Assigned, facts: ModuleFacts, evaluator: Evaluator) -> Function | None:
    """The function that a call of a factory has made, where the constant holds one."""
    if not isinstance(target.value, ast.Call):
        return None
    value: Value = evaluator.name(name, Frame(facts.scope), target.value)
    inner = value.value if isinstance(value, Named) else value
    return inner if isinstance(inner, Function) else None


def _partial_signature(
    name: str, target: Assigned, facts: ModuleFacts, evaluator: Evaluator
) -> Signature | None:
    """How a ``partial`` of a function can be called; None where the text does not tell."""
    if not isinstance(target.value, ast.Call):
        return None
    value = evaluator.name(name, Frame(facts.scope), target.value)
    inner = value.value if isinstance(value, Named) else value
    if not isinstance(inner, Partial) or not isinstance(inner.of, Function) or inner.count < 0:
        return None
    signature = inner.of.facts.signature
    return signature.given(inner.count, inner.names) if signature is not None else None
