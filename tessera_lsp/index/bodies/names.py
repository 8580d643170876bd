"""What a name in a function's body stands for, as far as its module tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TypeVar, cast

from tessera_lsp.index.branches import constant_truth
from tessera_lsp.index.facts import (
    Assigned,
    ClassFacts,
    FunctionFacts,
    Imported,
    Parameter,
    Scope,
)
from tessera_lsp.index.lookup import is_builtin
from tessera_lsp.index.trees import children

Meaning = FunctionFacts | ClassFacts | Assigned | Imported | Parameter | None
_SEEN_THROUGH = frozenset({"functools.cache", "functools.lru_cache", "staticmethod", "typing.final"})
_CACHES = frozenset({"functools.cache", "functools.lru_cache"})
_BINDING: frozenset[type[ast.AST]] = frozenset({
    ast.Name, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Global,
    ast.Nonlocal, ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping,
})  # fmt: skip
"""Nodes that bind names, or say whose they are."""
_CLOSED = frozenset({ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda})
_LEAVES = frozenset({ast.Name, ast.Constant, ast.Pass, ast.Break, ast.Continue})
"""Nodes with none below them."""
Node = TypeVar("Node", bound=ast.AST)


class Names:
    """The names of one function, or of a module (without ``function``).

    ``stored`` counts how often a name of the function is given a value in its text; parameters are not
    counted. ``is_whole``: ``nodes`` are all of its body.
    """

    def __init__(self, scope: Scope, function: FunctionFacts | None = None) -> None:
        self.scope = scope
        self.module = scope.facts.scope
        self.parameters = parameter_names(function) if function is not None else ()
        self.stored: dict[str, int] = {}
        self._shared: set[str] = set()
        self._meanings: dict[str, Meaning] = {}
        self._full: dict[str, str] = {}
        node = function.node if function is not None else None
        self.by_type, self.is_whole = _own_nodes(node.body) if node is not None else ({}, True)
        for kind in self.by_type.keys() & _BINDING:
            for part in self.by_type[kind]:
                if kind is ast.Name:
                    if type(part.ctx) is not ast.Load:  # type: ignore[attr-defined]
                        self._store(part.id)  # type: ignore[attr-defined]
                    continue
                if isinstance(part, ast.Global | ast.Nonlocal):
                    self._shared |= set(part.names)
                for name in _bound_by(part):
                    self._store(name)
        self.changed_elsewhere = self._shared | self._changed_within()
        """Names to which other functions give values too."""

    def _store(self, name: str) -> None:
        self.stored[name] = self.stored.get(name, 0) + 1

    def nodes(self, *types: type[Node]) -> Sequence[Node]:
        """The nodes of these types of the function's body; of a function, class or lambda within it that
        node alone, and none in a branch that never runs."""
        found = [self.by_type[kind] for kind in types if kind in self.by_type]
        nodes = found[0] if len(found) == 1 else [node for group in found for node in group]
        return cast(list[Node], nodes)

    def _changed_within(self) -> set[str]:
        """The names that functions within this one declare ``nonlocal``."""
        inner = self.nodes(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        declared = [part for node in inner for part in ast.walk(node) if isinstance(part, ast.Nonlocal)]
        return {name for node in declared for name in node.names}

    def is_local(self, name: str) -> bool:
        """Whether the function itself binds the name."""
        return name in self.parameters or (name in self.stored and name not in self._shared)

    def owner(self, name: str) -> Scope | None:
        """The scope, from the function outward, that binds ``name``; None where none is seen to do so."""
        at: Scope | None = self.scope
        if at is not self.module and not self.is_local(name) and at is not None:
            at = at.parent
        while at is not None and name not in at.names:
            at = at.parent
        return at

    def meaning(self, name: str) -> Meaning:
        """The one thing that ``name`` stands for; None where it is several or can't be told."""
        if name not in self._meanings:
            self._meanings[name] = self._meaning(name)
        return self._meanings[name]

    def _meaning(self, name: str) -> Meaning:
        at = self.owner(name)
        if at is None:
            return None
        # A list that grows is still the list that it was made as.
        found = [b for b in at.names[name] if not (isinstance(b.target, Assigned) and b.target.grown)]
        if at.parent is None:
            found = found[max((n for n, binding in enumerate(found) if binding.sure), default=0) :]
        if len(found) == 1:
            target = found[0].target
            return target if isinstance(target, Meaning) else None
        imported = {binding.target for binding in found if isinstance(binding.target, Imported)}
        alike = len(imported) == 1 and all(isinstance(binding.target, Imported) for binding in found)
        return next(iter(imported)) if alike else None

    def dotted(self, node: ast.expr) -> str:
        """The full name of what is imported (``datetime.date.today``) or of a builtin (``open``); else
        empty."""
        attributes: list[str] = []
        while isinstance(node, ast.Attribute):
            attributes.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        base = self._full.get(node.id)
        if base is None:
            base = self._full[node.id] = self._full_name(node.id)
        return ".".join([base, *reversed(attributes)]) if base and attributes else base

    def _full_name(self, name: str) -> str:
        target = self.meaning(name)
        if isinstance(target, Imported):
            return ".".join(part for part in (target.module, target.attribute) if part)
        is_language = is_builtin(name) and self.owner(name) is None and not self.module.stars
        return name if is_language else ""

    def is_module_name(self, name: str) -> bool:
        """Whether it is the module that binds the name."""
        return self.owner(name) is self.module

    def decorator(self, node: ast.expr) -> str:
        """The full name of a decorator, called or not."""
        return self.dotted(node.func if isinstance(node, ast.Call) else node)


def _bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a node itself binds, which is no name."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest


def _own_nodes(body: Sequence[ast.stmt]) -> tuple[dict[type[ast.AST], list[ast.AST]], bool]:
    """The nodes of a function's body by their types, and whether these are all: of a function, class or
    lambda within it there is that node alone, and nothing of what a literal test rules out."""
    found: dict[type[ast.AST], list[ast.AST]] = {}
    is_whole = True
    pending: list[ast.AST] = [*body]
    while pending:
        node = pending.pop()
        kind = type(node)
        if kind in found:
            found[kind].append(node)
        else:
            found[kind] = [node]
        if kind in _CLOSED:
            is_whole = False
            continue
        if kind is ast.Attribute:
            pending.append(node.value)  # type: ignore[attr-defined]
        elif kind is ast.If:
            executed = executed_branches(node)  # type: ignore[arg-type]
            is_whole = is_whole and len(executed) == 1 + len(node.body) + len(node.orelse)  # type: ignore[attr-defined]
            pending += executed
        elif kind not in _LEAVES:
            pending += children(node)
    return found, is_whole


def executed_branches(node: ast.If) -> list[ast.AST]:
    """The test, and the statements that it may lead to."""
    truth = constant_truth(node.test)
    body = [] if truth is False else node.body
    return [node.test, *body, *([] if truth is True else node.orelse)]


def is_seen_through(function: FunctionFacts) -> bool:
    """Whether a call of the function gives what its body returns, decorators included."""
    if not function.decorators:
        return True
    around = Names(function.scope.parent or function.scope)
    return all(around.decorator(decorator) in _SEEN_THROUGH for decorator in function.decorators)


def is_called_as_written(function: FunctionFacts) -> bool:
    """Whether what its name leads to is the function itself, or takes and gives what it does: no decorator
    stands before it that may take other arguments, or make another thing of the answer."""
    if not function.decorators:
        return True
    around = Names(function.scope.parent or function.scope)
    known = _SEEN_THROUGH | {"classmethod", "abc.abstractmethod", "typing.override", "typing.no_type_check"}
    return all(around.decorator(decorator) in known for decorator in function.decorators)


def cache_of(function: FunctionFacts) -> ast.expr | None:
    """The decorator that keeps the function's answers by its arguments."""
    if not function.decorators:
        return None
    around = Names(function.scope.parent or function.scope)
    return next((d for d in function.decorators if around.decorator(d) in _CACHES), None)


def parameter_names(function: FunctionFacts) -> tuple[str, ...]:
    """The names of all parameters, in order, ``*args`` and ``**kwargs`` included."""
    given = function.parameters
    if given is None:
        return ()
    extra = [argument for argument in (given.vararg, given.kwarg) if argument is not None]
    return tuple(a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs, *extra))
