"""Read the bodies of a module's functions, each once, following calls to functions of the same module."""

from __future__ import annotations

import ast
from collections.abc import Iterable, MutableMapping
from typing import Any

from tessera_lsp.index.bodies import kinds as k
from tessera_lsp.index.bodies.effects import Effects
from tessera_lsp.index.bodies.expressions import Expressions, TooMuchError
from tessera_lsp.index.bodies.flow import Flow
from tessera_lsp.index.bodies.globals import GlobalChanges
from tessera_lsp.index.bodies.model import BinaryMoney, Body, Effect, Kinds
from tessera_lsp.index.bodies.money import binary_money
from tessera_lsp.index.bodies.names import Names, is_seen_through
from tessera_lsp.index.facts import FunctionFacts, ModuleFacts
from tessera_lsp.index.trees import span_of
from tessera_lsp.text import Span

_NOT_READ = Body(understood=False)
_TRI_STATE = frozenset({"bool", "none", "unknown"})


class Bodies:
    """The bodies of one module's functions. What is read is kept until it is forgotten."""

    def __init__(self, facts: ModuleFacts) -> None:
        self.facts = facts
        self._kept: dict[int, Body] = {}
        self._names: dict[int, Names] = {}
        self._effects: dict[int, tuple[Effect, ...]] = {}
        self._money: dict[int, tuple[BinaryMoney, ...]] = {}
        self._changes: GlobalChanges | None = None

    def forget(self, functions: Iterable[FunctionFacts]) -> None:
        """What was read of these functions holds no more, nor which names of the module are changed."""
        self._changes = None
        for function in functions:
            kept: MutableMapping[int, Any]
            for kept in (self._kept, self._names, self._effects, self._money):
                kept.pop(id(function), None)

    def of(self, function: FunctionFacts) -> Body | None:
        """The body of a function; None for one that is being typed, ``async`` or a generator."""
        if function.node is None or function.partial or function.kind != "function":
            return None
        return self._read(function)

    def _read(self, function: FunctionFacts) -> Body:
        try:
            flow = self._flow(function)
            effects, money = self._effects_of(function), self._money_of(function)
        except RecursionError:
            return _NOT_READ
        return Body(
            flow.answers, flow.ends, flow.may_end, flow.is_stub,
            flow.understood and is_seen_through(function), effects, money,
        )  # fmt: skip

    def _span_of(self, node: ast.expr | ast.stmt) -> Span:
        return span_of(self.facts.document, node)

    def names_of(self, function: FunctionFacts) -> Names:
        """The names of a function's body."""
        if id(function) not in self._names:
            self._names[id(function)] = Names(function.scope, function)
        return self._names[id(function)]

    def _flow(self, function: FunctionFacts) -> Body:
        """How a function answers, its decorators apart."""
        if id(function) not in self._kept:
            self._kept[id(function)] = _NOT_READ  # what a recursive call gives is not known
            self._kept[id(function)] = self._walked(function)
        return self._kept[id(function)]

    def _walked(self, function: FunctionFacts) -> Body:
        assert function.node is not None
        names = self.names_of(function)
        expressions = Expressions(names, self._answers_of)
        expressions.first = names.parameters[0] if names.parameters and not function.in_class else ""
        flow = Flow(expressions, self._span_of, self._is_endless)
        body = function.node.body
        try:
            end = flow.walk(body, names.parameters)
        except TooMuchError:
            return _NOT_READ
        falls = end is not None and not end.doubtful
        return Body(
            answers=flow.answers(),
            ends=flow.ends(body) if falls else (),
            may_end=end is not None and end.doubtful,
            is_stub=all(_says_nothing(statement) for statement in body),
        )

    def _answers_of(self, function: FunctionFacts) -> Kinds:
        """The kinds that a call of a function gives."""
        if not is_seen_through(function):
            return k.UNKNOWN
        if function.kind == "generator":
            return k.some("iterator", True)
        if function.kind == "async":
            return k.some("object", True)
        if function.node is None or function.partial:
            return k.UNKNOWN
        body = self._flow(function)
        if not body.understood:
            return k.UNKNOWN
        found = body.kinds | (k.doubted(k.NONE) if body.may_end else k.NOTHING)
        if any(kind.name in ("bool", "unknown") for kind in found):
            # Which of its answers a call gets depends on the arguments.
            found = frozenset(
                kind if kind.name in _TRI_STATE else kind._replace(sure=False) for kind in found
            )
        return found

    def _is_endless(self, function: FunctionFacts) -> bool:
        if function.kind != "function" or function.node is None or not is_seen_through(function):
            return False
        body = self._flow(function)
        return body.understood and not body.answers and not body.ends and not body.may_end

    def _effects_of(self, function: FunctionFacts) -> tuple[Effect, ...]:
        if function.node is None or function.kind != "function":
            return ()
        if self._changes is None:
            self._changes = GlobalChanges(self.facts)
        if id(function) not in self._effects:
            self._effects[id(function)] = ()
            found = Effects(
                function, self.names_of(function), self._changes, self._span_of, self._effects_of
            ).find()
            self._effects[id(function)] = found
        return self._effects[id(function)]

    def _money_of(self, function: FunctionFacts) -> tuple[BinaryMoney, ...]:
        """Money in a function and in those that it calls."""
        if function.node is None:
            return ()
        if id(function) not in self._money:
            self._money[id(function)] = ()
            names = self.names_of(function)
            found = set(binary_money(function, names, self._span_of))
            for node in names.nodes(ast.Call):
                if isinstance(node.func, ast.Name):
                    target = names.meaning(node.func.id)
                    if isinstance(target, FunctionFacts):
                        found |= set(self._money_of(target))
            self._money[id(function)] = tuple(sorted(found, key=lambda item: item.span))
        return self._money[id(function)]


def _says_nothing(statement: ast.stmt) -> bool:
    """``pass``, ``...`` and strings."""
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )
