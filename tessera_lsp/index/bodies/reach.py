"""Which expressions lead into a function's own arguments, so that a change there is the caller's too."""

from __future__ import annotations

import ast

from tessera_lsp.index.bodies.names import Names
from tessera_lsp.index.facts import FunctionFacts

RESULTLESS = frozenset(
    {"add", "add_edge", "add_edges_from", "add_node", "add_nodes_from", "append", "appendleft", "clear"}
    | {"difference_update", "discard", "extend", "insert", "intersection_update", "remove", "remove_edge"}
    | {"remove_node", "reverse", "sort", "symmetric_difference_update", "update"}
)
"""Methods that change their object when their result is dropped; where it is used they may give a new one."""
MUTATORS = RESULTLESS | {"pop", "popitem", "popleft", "setdefault"}
_WITHIN = frozenset({"get", "items", "values"})
_STEPS = 6


class Reach:
    """Follows names of one function back to its parameters."""

    def __init__(self, function: FunctionFacts, names: Names) -> None:
        given = function.parameters
        # What *args and **kwargs hold is made for this call.
        made = {a.arg for a in (given.vararg, given.kwarg) if a is not None} if given is not None else set()
        kept = {name for name in names.parameters if not names.stored.get(name)}
        self._parameters = frozenset(kept - made)
        found = _sources(names)
        self._sources = {name: source for name, source in found.items() if names.stored.get(name) == 1}

    def root(self, node: ast.expr) -> str:
        """The parameter that ``node`` is, or is a part of; empty where it is of none or that is not sure."""
        for _ in range(_STEPS):
            found = _innermost(node)
            if found in self._parameters:
                return found
            if found not in self._sources:
                return ""
            node = self._sources[found]
        return ""


def _innermost(node: ast.expr) -> str:
    """The name that a chain of attributes and keys begins with; empty for a copy (a slice, a call)."""
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return ""
        if isinstance(node, ast.Call):
            method = node.func
            if not isinstance(method, ast.Attribute) or method.attr not in _WITHIN:
                return ""
            node = method
        if not isinstance(node, ast.Attribute | ast.Subscript):
            return ""
        node = node.value
    return node.id


def _sources(names: Names) -> dict[str, ast.expr]:
    """The expression that a name is given, or that it runs over in a loop."""
    out: dict[str, ast.expr] = {}
    for given in names.nodes(ast.Assign):
        if len(given.targets) == 1 and isinstance(given.targets[0], ast.Name):
            out[given.targets[0].id] = given.value
    for loop in names.nodes(ast.For):
        if isinstance(loop.target, ast.Name):
            out[loop.target.id] = loop.iter
        elif isinstance(loop.target, ast.Tuple) and _is_items(loop.iter):
            out |= {name.id: loop.iter for name in loop.target.elts if isinstance(name, ast.Name)}
    return out


def _is_items(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "items"
