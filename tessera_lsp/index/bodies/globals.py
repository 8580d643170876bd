"""Which names of a module its own functions change."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import lru_cache

from tessera_lsp.index.bodies.names import Names
from tessera_lsp.index.facts import Assigned, ClassFacts, FunctionFacts, Imported, ModuleFacts

_TABLES = frozenset({"dict", "collections.Counter", "collections.OrderedDict", "collections.defaultdict"})
_SEQUENCES = frozenset({"list", "set", "collections.deque"})


class GlobalChanges:
    """``rebound``: the names that a function declares ``global`` and gives new values, by its qualified name.
    ``by_name``: for each such name, a function that does it. What is only filled once is none of them."""

    def __init__(self, facts: ModuleFacts) -> None:
        self._module = Names(facts.scope)
        self.rebound: dict[str, set[str]] = {}
        self.by_name: dict[str, str] = {}
        texts = facts.texts
        if not (any(map(_says_global, texts)) if len(texts) > 1 else "global" in texts[0]):
            return
        for function in facts.functions:
            if function.node is not None:
                self._read(function.node, function)

    def _read(self, node: ast.AST, function: FunctionFacts) -> None:
        names = {name for part in ast.walk(node) if isinstance(part, ast.Global) for name in part.names}
        if not names:
            return
        self.rebound[function.qualname] = names & _rebound(node)
        for name in self.rebound[function.qualname]:
            self.by_name.setdefault(name, function.qualname)

    def container(self, names: Names, node: ast.expr) -> str:
        """The module's name for a table, a list, a class or a module that ``node`` is; empty for others."""
        if not isinstance(node, ast.Name) or not names.is_module_name(node.id):
            return ""
        target = names.meaning(node.id)
        if isinstance(target, ClassFacts | FunctionFacts):
            return node.id
        if isinstance(target, Imported):
            return node.id if not target.attribute else ""
        return node.id if isinstance(target, Assigned) and self._is_container(target, True) else ""

    def grown(self, names: Names, method: ast.Attribute) -> str:
        """The module's list, set or queue that ``method`` changes; empty for others, which may be memos."""
        node = method.value
        if not isinstance(node, ast.Name) or not names.is_module_name(node.id):
            return ""
        target = names.meaning(node.id)
        return node.id if isinstance(target, Assigned) and self._is_container(target, False) else ""

    def _is_container(self, target: Assigned, or_table: bool) -> bool:
        value = target.value
        if isinstance(value, ast.List | ast.Set | ast.ListComp | ast.SetComp):
            return True
        if isinstance(value, ast.Dict | ast.DictComp):
            return or_table
        name = self._module.dotted(value.func) if isinstance(value, ast.Call) else ""
        return name in _SEQUENCES or (or_table and name in _TABLES)


@lru_cache(maxsize=256)
def _says_global(text: str) -> bool:
    """Of the part of a text that is open."""
    return "global" in text


def _is_lazy(name: str, node: ast.AST, tests: Iterable[ast.expr]) -> bool:
    """Whether the name is filled once, when it is needed: a test around the assignment asks about it, or
    it is ``name = name or …``."""
    value = node.value if isinstance(node, ast.Assign) else None
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or):
        tests = (*tests, value.values[0])
    return any(isinstance(part, ast.Name) and part.id == name for test in tests for part in ast.walk(test))


def _rebound(node: ast.AST) -> set[str]:
    """The names that are assigned in a way that may give another value each time."""
    out: set[str] = set()
    pending: list[tuple[ast.AST, tuple[ast.expr, ...]]] = [(node, ())]
    while pending:
        part, tests = pending.pop()
        targets = part.targets if isinstance(part, ast.Assign) else []
        if isinstance(part, ast.AugAssign):
            targets = [part.target]
        out |= {t.id for t in targets if isinstance(t, ast.Name) and not _is_lazy(t.id, part, tests)}
        inner = (*tests, part.test) if isinstance(part, ast.If) else tests
        pending += [(child, inner) for child in ast.iter_child_nodes(part)]
    return out
