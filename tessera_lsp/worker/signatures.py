"""What a function tells of itself: how a verifier is called, whether a helper of the core is a grammar."""

import ast
import inspect
import textwrap
import types
from typing import Any, Dict, List

ROLES = ("claim", "nodes", "graph", "shapes")


class BadVerifierError(TypeError):
    """The configured core is nothing that can be asked."""


def roles_of(function: Any) -> Dict[str, str]:
    """Which parameter of a verifier takes what: by its name, else by its place."""
    usable = [
        parameter.name
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    ]
    found = {}
    aliases = {"shapes": ("shapes", "claim_shapes")}
    for place, role in enumerate(ROLES):
        named = [name for name in aliases.get(role, (role,)) if name in usable]
        if named:
            found[role] = named[0]
        elif place < len(usable) and usable[place] not in ROLES:
            found[role] = usable[place]
    if "claim" not in found:
        raise BadVerifierError("%s takes no claim" % getattr(function, "__name__", function))
    return found


def needs(parameter: inspect.Parameter) -> bool:
    """Whether a call without a value for the parameter fails."""
    star = parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return parameter.default is inspect.Parameter.empty and not star


def reached_code(function: types.FunctionType) -> Dict[str, Any]:
    """What a function does as far as its own module tells: its code and that of the functions that it
    names there, and the numbers and texts. Equal for two imports of equal texts, wherever they stand."""
    found: Dict[str, Any] = {}
    todo = [function]
    while todo:
        one = todo.pop()
        if one.__qualname__ in found:
            continue
        names = _names_in(one.__code__)
        found[one.__qualname__] = _plain_code(one.__code__)
        for name in names:
            value = one.__globals__.get(name)
            if isinstance(value, types.FunctionType) and value.__module__ == one.__module__:
                todo.append(value)
            elif isinstance(value, (int, float, str, bytes, tuple, list, dict, frozenset)):
                found["=" + name] = repr(value)
    return found


def _names_in(code: types.CodeType) -> List[str]:
    inner = [const for const in code.co_consts if isinstance(const, types.CodeType)]
    return [*code.co_names, *(name for one in inner for name in _names_in(one))]


def _plain_code(code: types.CodeType) -> Any:
    consts = [_plain_code(c) if isinstance(c, types.CodeType) else repr(c) for c in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, consts


def knows_none(function: types.FunctionType) -> bool:
    """Whether a function can answer ``None``: by its annotation, else by its text. A helper of the core
    that takes a claim and never says "not mine" is a test, not a grammar."""
    hint = function.__annotations__.get("return", inspect.Parameter.empty)
    if hint is not inspect.Parameter.empty:
        text = hint if isinstance(hint, str) else repr(hint)
        return hint is not bool and ("None" in text or "Optional" in text)
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError, TypeError, IndexError):
        return False
    if not isinstance(tree, ast.FunctionDef):
        return False
    returns = [node for node in _own(tree) if isinstance(node, ast.Return)]
    said = any(
        node.value is None
        or any(isinstance(part, ast.Constant) and part.value is None for part in ast.walk(node.value))
        for node in returns
    )
    return said or not isinstance(tree.body[-1], (ast.Return, ast.Raise, ast.If, ast.With, ast.Try))


def _own(tree: ast.AST) -> List[ast.AST]:
    found = []
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            found += [node, *_own(node)]
    return found
