"""The contract of a claim shape, as signatures and annotations tell it."""

from __future__ import annotations

import ast
import builtins

from tessera_lsp.index.facts import FunctionFacts, Imported, Scope

_PARAMETERS = ("claim", "nodes", "graph")
_NO_ANSWERS = frozenset(dir(builtins)) - {"bool", "None", "object"} | {"Decimal", "Claim", "Node"}


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


def is_claim_shape(annotation: ast.expr | None, scope: Scope) -> bool:
    """Whether an annotation is the project's ``ClaimShape``."""
    plain = _plain(annotation)
    if isinstance(plain, ast.Subscript) and _last_name(plain.value, scope) == "Final":
        plain = plain.slice
    return _last_name(plain, scope) == "ClaimShape"
