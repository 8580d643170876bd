"""Follow an expression of a function over two texts at once."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tessera_lsp.index.patterns import pairs
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
from tessera_lsp.index.patterns.sources import METHODS, At, at_of, dotted_name
from tessera_lsp.index.trees import children

Env = dict[str, Value]
HITS = ""
"""The name in an environment under which the applications that matched are kept."""
_FLAGS_AT = {"compile": 1, "sub": 4, "subn": 4, "split": 3}
"""Where a function of ``re`` takes its flags; 2 for the others."""
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


@dataclass(frozen=True)
class Application:
    """A call that applies a pattern to a text out of the claim. ``at`` is its place in ``source``."""

    source: str
    at: At
    method: str
    pattern: str
    flags: int
    texts: tuple[str, str]
    matched: bool


class Budget:
    """How much may still be done, and what was applied so far."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.applications: dict[Application, None] = {}
        self.differed = False
        """Whether something was met that may not be the same over both texts."""

    def spend(self) -> None:
        """One step. Raises UnsureError when there are none left."""
        self.steps -= 1
        if self.steps < 0:
            raise UnsureError


Helper = Callable[[Reading, list[Value], dict[str, Value], Env], Value]


class Expressions:
    """Evaluates the expressions of one function. ``call`` follows a helper."""

    def __init__(self, reading: Reading, texts: Pair, budget: Budget, call: Helper) -> None:
        self._source = reading.source
        self._bindings: Mapping[str, Bound] = dict(reading.bindings)
        self._texts = texts
        self._budget = budget
        self._call_helper = call

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

    def _call(self, node: ast.Call, env: Env) -> Value:
        if any(isinstance(argument, ast.Starred) for argument in node.args) or any(
            keyword.arg is None for keyword in node.keywords
        ):
            return self._weak(node, env)
        given = [self.value(argument, env) for argument in node.args]
        named = {k.arg: self.value(k.value, env) for k in node.keywords if k.arg is not None}
        if isinstance(node.func, ast.Attribute):
            owner = self.value(node.func.value, env)
            if isinstance(owner, Compiled) and node.func.attr in METHODS:
                return self._apply(node, owner, node.func.attr, given, named, env)
            if isinstance(owner, Pair):
                return self._method(node, owner, node.func.attr, given, named, env)
        function = self.value(node.func, env)
        if isinstance(function, Reading):
            return self._call_helper(function, given, named, env)
        if isinstance(function, Library):
            return self._library(node, function, given, named, env)
        return self._unknown(node, [function, *given, *named.values()], env)

    def _unknown(self, node: ast.Call, values: list[Value], env: Env) -> Value:
        """A call that is not followed, which may change what it is called on."""
        result = mixed(values)
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            name = node.func.value.id
            if isinstance(env.get(name), Pair | Mark) and env[name] is not Mark.CLAIM:
                result = mixed((result, env[name]))
                env[name] = result
        return result

    def _method(
        self,
        node: ast.Call,
        owner: Pair,
        name: str,
        given: list[Value],
        named: dict[str, Value],
        env: Env,
    ) -> Value:
        known = [value for value in given if isinstance(value, Pair)]
        if len(known) == len(given) and not named:
            result = pairs.method(owner, name, known)
            if result is not None:
                return result
        return self._unknown(node, [owner, *given, *named.values()], env)

    def _library(
        self, node: ast.Call, function: Library, given: list[Value], named: dict[str, Value], env: Env
    ) -> Value:
        if function.module == "re" and function.name in ("compile", *METHODS) and given:
            at = _FLAGS_AT.get(function.name, 2)
            flags = named.pop("flags", given[at] if len(given) > at else constant(0))
            pattern = _pattern(given[0], flags)
            if pattern is None:
                return mixed([*given, *named.values(), flags])
            if function.name == "compile":
                return pattern
            return self._apply(node, pattern, function.name, given[1:at], named, env)
        if (function.module, function.name) == ("builtins", "isinstance"):
            return Mark.SAME if given[:1] == [Mark.CLAIM] else mixed(given)
        known = [value for value in given if isinstance(value, Pair)]
        if len(known) == len(given) and not named:
            result = pairs.library_call(function, known)
            if result is not None:
                return result
        return self._unknown(node, [*given, *named.values()], env)

    def _apply(
        self,
        node: ast.Call,
        pattern: Compiled,
        name: str,
        given: list[Value],
        named: dict[str, Value],
        env: Env,
    ) -> Value:
        is_sub = name in ("sub", "subn")
        text = named.pop("string", None) or (given[1:2] if is_sub else given[:1] or [Mark.SAME])[0]
        more = [value for value in given if value is not text]
        known = [value for value in more if isinstance(value, Pair)]
        if not isinstance(text, Pair) or named or len(known) < len(more):
            return mixed([text, *more, *named.values()])
        result = pairs.applied(pattern, name, text, known)
        matched = isinstance(result, Pair) and bool(result.one)
        if isinstance(text.one, str) and isinstance(text.other, str):
            use = Application(
                self._source,
                at_of(node),
                name,
                pattern.pattern,
                pattern.flags,
                (text.one, text.other),
                matched,
            )
            self._budget.applications[use] = None
            hits = env.get(HITS, constant(()))
            if matched and isinstance(hits, Pair) and isinstance(hits.one, tuple):
                env[HITS] = constant((*hits.one, use)) if use not in hits.one else hits
        return result

    def _compare(self, node: ast.Compare, env: Env) -> Value:
        values = [self.value(part, env) for part in (node.left, *node.comparators)]
        out: Value = constant(True)
        for at, kind in enumerate(node.ops):
            result = pairs.operation(type(kind).__name__, values[at], values[at + 1])
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
        return pairs.operation(type(node.op).__name__, left, right)

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
            return pairs.item(owner, key)
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
        at = _FLAGS_AT.get(function.name, 2)
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        flags = call.args[at] if len(call.args) > at else given.get("flags", ast.Constant(0))
        return _pattern(expressions.value(call.args[0], {}), expressions.value(flags, {}))
    except (UnsureError, DeadError):
        return None


def _pattern(value: Value, flags: Value) -> Compiled | None:
    if isinstance(value, Compiled):
        return value
    if not isinstance(value, Pair) or not isinstance(flags, Pair) or not (value.is_same and flags.is_same):
        return None
    spelled, number = value.one, flags.one
    both = isinstance(spelled, str) and isinstance(number, int)
    return Compiled(str(spelled), int(str(number))) if both else None


_HANDLERS: dict[type[ast.expr], Callable[..., Value]] = {
    ast.Name: Expressions._name,
    ast.Constant: Expressions._constant,
    ast.Attribute: Expressions._attribute,
    ast.Call: Expressions._call,
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
