"""Follow the calls of a function over two texts at once."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tessera_lsp.index.patterns import operations
from tessera_lsp.index.patterns.applications import HITS, Application, Budget, Env
from tessera_lsp.index.patterns.model import Compiled, Library, Reading
from tessera_lsp.index.patterns.pairs import Mark, Pair, Value, constant, mixed
from tessera_lsp.index.patterns.sources import METHODS, at_of

FLAGS_AT = {"compile": 1, "sub": 4, "subn": 4, "split": 3}
"""Where a function of ``re`` takes its flags; 2 for the others."""
Helper = Callable[[Reading, list[Value], dict[str, Value], Env], Value]
Evaluate = Callable[[ast.expr, Env], Value]


class Calls:
    """Evaluates the calls of one function. ``value`` evaluates an expression, ``weak`` one that is not
    computed, ``helper`` follows a function of the project."""

    def __init__(
        self, reading: Reading, budget: Budget, value: Evaluate, weak: Evaluate, helper: Helper
    ) -> None:
        self._source = reading.source
        self._budget = budget
        self._value = value
        self._weak = weak
        self._call_helper = helper

    def value(self, node: ast.Call, env: Env) -> Value:
        if any(isinstance(argument, ast.Starred) for argument in node.args) or any(
            keyword.arg is None for keyword in node.keywords
        ):
            return self._weak(node, env)
        given = [self._value(argument, env) for argument in node.args]
        named = {k.arg: self._value(k.value, env) for k in node.keywords if k.arg is not None}
        if isinstance(node.func, ast.Attribute):
            owner = self._value(node.func.value, env)
            if isinstance(owner, Compiled) and node.func.attr in METHODS:
                return self._apply(node, owner, node.func.attr, given, named, env)
            if isinstance(owner, Pair):
                return self._method(node, owner, node.func.attr, given, named, env)
        function = self._value(node.func, env)
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
            result = operations.method(owner, name, known)
            if result is not None:
                return result
        return self._unknown(node, [owner, *given, *named.values()], env)

    def _library(
        self, node: ast.Call, function: Library, given: list[Value], named: dict[str, Value], env: Env
    ) -> Value:
        if function.module == "re" and function.name in ("compile", *METHODS) and given:
            at = FLAGS_AT.get(function.name, 2)
            flags = named.pop("flags", given[at] if len(given) > at else constant(0))
            pattern = pattern_of(given[0], flags)
            if pattern is None:
                return mixed([*given, *named.values(), flags])
            if function.name == "compile":
                return pattern
            return self._apply(node, pattern, function.name, given[1:at], named, env)
        if (function.module, function.name) == ("builtins", "isinstance"):
            return Mark.SAME if given[:1] == [Mark.CLAIM] else mixed(given)
        known = [value for value in given if isinstance(value, Pair)]
        if len(known) == len(given) and not named:
            result = operations.library_call(function, known)
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
        result = operations.applied(pattern, name, text, known)
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


def pattern_of(value: Value, flags: Value) -> Compiled | None:
    """The pattern that a value and flags make, as far as they are known."""
    if isinstance(value, Compiled):
        return value
    if not isinstance(value, Pair) or not isinstance(flags, Pair) or not (value.is_same and flags.is_same):
        return None
    spelled, number = value.one, flags.one
    both = isinstance(spelled, str) and isinstance(number, int)
    return Compiled(str(spelled), int(str(number))) if both else None
