"""What a function tells of itself: how a verifier is called, whether a helper of the core is a grammar."""

import ast
import inspect
import textwrap
import types
from typing import Any, Dict, List, Tuple

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


class Arguments:
    """How a function with this signature is called, told by the names of its parameters."""

    def __init__(self, signature: inspect.Signature) -> None:
        self._signature = signature
        kinds = [parameter.kind for parameter in signature.parameters.values()]
        plain = all(kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for kind in kinds)
        self._names = tuple(signature.parameters) if plain else ()
        self._needed = {name for name, one in signature.parameters.items() if one.default is one.empty}

    def by_name(self, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Dict[str, Any]:
        """The value of each parameter that one is given for. Raises ``TypeError`` as the call would."""
        names = self._names  # for there is one call for each claim, and to bind it takes as long as to ask
        values = dict(zip(names, args))
        values.update(kwargs)
        each_once = len(args) <= len(names) and len(values) == len(args) + len(kwargs)
        if each_once and self._needed <= values.keys() <= set(names):
            return values
        return self._signature.bind(*args, **kwargs).arguments

    def replaced(
        self, args: Tuple[Any, ...], kwargs: Dict[str, Any], name: str, value: Any
    ) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
        """The same call with another value for a parameter."""
        bound = self._signature.bind(*args, **kwargs)
        bound.arguments[name] = value
        return bound.args, bound.kwargs


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
        names = names_in(one.__code__)
        found[one.__qualname__] = plain_code(one.__code__)
        for name in names:
            value = one.__globals__.get(name)
            if isinstance(value, types.FunctionType) and value.__module__ == one.__module__:
                todo.append(value)
            elif isinstance(value, (int, float, str, bytes, tuple, list, dict, frozenset)):
                found["=" + name] = repr(value)
    return found


def names_in(code: types.CodeType) -> List[str]:
    """The names that code and the code within it use: of globals, of attributes."""
    inner = [const for const in code.co_consts if isinstance(const, types.CodeType)]
    return [*code.co_names, *(name for one in inner for name in names_in(one))]


def plain_code(code: types.CodeType) -> Any:
    """Code as a value that is equal for two imports of a text: without places, its sets in order."""
    consts = [plain_code(one) if isinstance(one, types.CodeType) else _const(one) for one in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, consts


def _const(value: Any) -> str:
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)


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
