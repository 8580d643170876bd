"""Follow an expression of a function over two texts at once."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from tessera_lsp.index.patterns import operations, pairs
from tessera_lsp.index.patterns.applications import Budget, Env
from tessera_lsp.index.patterns.calls import FLAGS_AT, Calls, Helper, pattern_of
from tessera_lsp.index.patterns.model import Bound, Compiled, Known, Library, Reading
from tessera_lsp.index.patterns.pairs import (
    NOTHING,
    DeadError,
    Mark,
    Pair,
    UnsureError,
    Value,
    constant,
    mixed,
    truth,
)
from tessera_lsp.index.patterns.sources import dotted_name
from tessera_lsp.index.trees import children

_TEXT = "text"
_NOT_TEXT = frozenset(
    [
        "support",
        "citations",
        "cited",
        "evidence",
        "records",
        "sources",
        "ids",
        "refs",
        "references",
        "nodes",
        "id",
    ]
)
"""Attributes of a claim that its text has no part in."""


class Expressions:
    """Evaluates the expressions of one function. ``call`` follows a helper."""

    def __init__(self, reading: Reading, texts: Pair, budget: Budget, call: Helper) -> None:
        self._bindings: Mapping[str, Bound] = dict(reading.bindings)
        self._texts = texts
        self._budget = budget
        self._calls = Calls(reading, budget, self.value, self._weak, call)

    def value(self, node: ast.expr, env: Env) -> Value:
        """What an expression is over the two texts. Raises UnsureError, DeadError."""
        self._budget.spend()
        handler = _HANDLERS.get(type(node))
        value = handler(self, node, env) if handler is not None else self._weak(node, env)
        self._budget.differed = self._budget.differed or value is Mark.DIFFERS
        return value

    def _weak(self, node: ast.AST, env: Env) -> Value:
        """An expression that is not computed: the same over both texts if all is that it uses."""
        used: list[Value] = []
        pending = [*children(node)]
        while pending:
            at = pending.pop()
            if isinstance(at, ast.Name | ast.Attribute) and dotted_name(at):
                used.append(self.value(at, env))
            else:
                pending += children(at)
        return mixed(used)

    def _name(self, node: ast.Name, env: Env) -> Value:
        if node.id in env:
            return env[node.id]
        return self._bound(node.id) or Mark.SAME

    def _bound(self, name: str) -> Value | None:
        bound = self._bindings.get(name)
        return constant(bound.value) if isinstance(bound, Known) else bound

    def _constant(self, node: ast.Constant, _: Env) -> Value:
        plain = node.value is None or isinstance(node.value, str | int | float)
        return constant(node.value) if plain else Mark.SAME

    def _attribute(self, node: ast.Attribute, env: Env) -> Value:
        dotted = dotted_name(node)
        if dotted and dotted.partition(".")[0] not in env:
            bound = self._bound(dotted)
            if bound is not None:
                return bound
        owner = self.value(node.value, env)
        if owner is Mark.CLAIM:
            if node.attr == _TEXT:
                return self._texts
            return Mark.SAME if node.attr in _NOT_TEXT else Mark.DIFFERS
        return mixed((owner,))

    def _called(self, node: ast.Call, env: Env) -> Value:
        return self._calls.value(node, env)

    def _compare(self, node: ast.Compare, env: Env) -> Value:
        values = [self.value(part, env) for part in (node.left, *node.comparators)]
        out: Value = constant(True)
        for at, kind in enumerate(node.ops):
            result = operations.operation(type(kind).__name__, values[at], values[at + 1])
            out = result if at == 0 else self._and(out, result)
        return out

    @staticmethod
    def _and(left: Value, right: Value) -> Value:
        if isinstance(left, Pair) and isinstance(right, Pair):
            return pairs.each(lambda one, other: one and other, left, right)
        return mixed((left, right))

    def _logic(self, node: ast.BoolOp, env: Env) -> Value:
        """``and`` and ``or``: the operand that decides, as far as that is known."""
        seen: list[Value] = []
        for operand in node.values:
            value = self.value(operand, env)
            seen.append(value)
            if operand is node.values[-1]:
                break
            if truth(value) == isinstance(node.op, ast.Or):
                break
        undecided = [value for value in seen[:-1] if truth(value) is None]
        return mixed([*undecided, seen[-1]]) if undecided else seen[-1]

    def _unary(self, node: ast.UnaryOp, env: Env) -> Value:
        value = self.value(node.operand, env)
        if isinstance(node.op, ast.Not):
            return pairs.each(lambda held: not held, value) if isinstance(value, Pair) else mixed((value,))
        if isinstance(node.op, ast.USub) and isinstance(value, Pair):
            return pairs.each(lambda held: -held, value)
        return mixed((value,))

    def _binary(self, node: ast.BinOp, env: Env) -> Value:
        left, right = self.value(node.left, env), self.value(node.right, env)
        return operations.operation(type(node.op).__name__, left, right)

    def _choice(self, node: ast.IfExp, env: Env) -> Value:
        known = truth(self.value(node.test, env))
        if known is not None:
            return self.value(node.body if known else node.orelse, env)
        body, other = self.value(node.body, env), self.value(node.orelse, env)
        return body if body == other else mixed((body, other))

    def _walrus(self, node: ast.NamedExpr, env: Env) -> Value:
        env[node.target.id] = self.value(node.value, env)
        return env[node.target.id]

    def _display(self, node: ast.Tuple | ast.List, env: Env) -> Value:
        values = [self.value(part, env) for part in node.elts]
        known = [value for value in values if isinstance(value, Pair)]
        if len(known) < len(values):
            return mixed(values)
        return Pair(tuple(value.one for value in known), tuple(value.other for value in known))

    def _subscript(self, node: ast.Subscript, env: Env) -> Value:
        owner, key = self.value(node.value, env), self.value(node.slice, env)
        both = isinstance(owner, Pair) and isinstance(key, Pair)
        if both and isinstance(owner, Pair) and isinstance(key, Pair):
            return operations.item(owner, key)
        return mixed((owner, key))

    def _slice(self, node: ast.Slice, env: Env) -> Value:
        ends = [constant(None) if e is None else self.value(e, env) for e in (node.lower, node.upper)]
        known = [end for end in ends if isinstance(end, Pair)]
        if len(known) < 2 or node.step is not None:
            return self._weak(node, env)
        return Pair(slice(known[0].one, known[1].one), slice(known[0].other, known[1].other))

    def _joined(self, node: ast.JoinedStr, env: Env) -> Value:
        parts = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue) and (part.format_spec or part.conversion >= 0):
                return self._weak(node, env)
            value = self.value(part.value if isinstance(part, ast.FormattedValue) else part, env)
            if not isinstance(value, Pair) or not isinstance(value.one, str | int):
                return self._weak(node, env)
            parts.append(value)
        return pairs.each(lambda *texts: "".join(map(str, texts)), *parts)


def called_pattern(reading: Reading, call: ast.Call) -> Compiled | None:
    """The pattern that a call of a function of ``re`` is given, where it is spelled there with constants."""
    expressions = Expressions(reading, NOTHING, Budget(200), lambda *_: Mark.DIFFERS)
    try:
        function = expressions.value(call.func, {})
        if not isinstance(function, Library) or function.module != "re" or not call.args:
            return None
        at = FLAGS_AT.get(function.name, 2)
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        flags = call.args[at] if len(call.args) > at else given.get("flags", ast.Constant(0))
        return pattern_of(expressions.value(call.args[0], {}), expressions.value(flags, {}))
    except (UnsureError, DeadError):
        return None


_HANDLERS: dict[type[ast.expr], Callable[..., Value]] = {
    ast.Name: Expressions._name,
    ast.Constant: Expressions._constant,
    ast.Attribute: Expressions._attribute,
    ast.Call: Expressions._called,
    ast.Compare: Expressions._compare,
    ast.BoolOp: Expressions._logic,
    ast.UnaryOp: Expressions._unary,
    ast.BinOp: Expressions._binary,
    ast.IfExp: Expressions._choice,
    ast.NamedExpr: Expressions._walrus,
    ast.Tuple: Expressions._display,
    ast.List: Expressions._display,
    ast.Subscript: Expressions._subscript,
    ast.Slice: Expressions._slice,
    ast.JoinedStr: Expressions._joined,
}
