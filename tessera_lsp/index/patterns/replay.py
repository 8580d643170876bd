"""Follow a shape over two texts at once, along every way that is open to both.

If all that a shape asks of the two texts has the same answer, it cannot tell them apart: it reads the one as
it reads the other. Where that can't be shown, ``UnsureError`` is raised, and nothing is said.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tessera_lsp.index.patterns.applications import HITS, Application, Budget, Env
from tessera_lsp.index.patterns.expressions import Expressions
from tessera_lsp.index.patterns.model import Reading
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
from tessera_lsp.index.patterns.sources import tree_of
from tessera_lsp.index.trees import names_in

_STEPS = 4_000
_DEPTH = 4
_TURNS = 8
"""A loop over so many known members is followed member by member."""


@dataclass(frozen=True)
class Ending:
    """One way through a function: what it returns, and the applications of patterns that matched on it."""

    value: Value
    hits: tuple[Application, ...]


@dataclass(frozen=True)
class Replayed:
    """All ways, and all applications of patterns to the text, matched or not, in the order they were met."""

    endings: tuple[Ending, ...]
    applications: tuple[Application, ...]


def replay(reading: Reading, one: str, other: str) -> Replayed:
    """A shape over two texts. Raises UnsureError where it may treat them differently."""
    budget = Budget(_STEPS)
    function = _Function(reading, Pair(one, other), budget, 0)
    try:
        endings = function.run([Mark.CLAIM], {}, {})
    except RecursionError:
        raise UnsureError from None
    if mixed(ending.value for ending in endings) is Mark.DIFFERS:
        raise UnsureError
    return Replayed(tuple(endings), tuple(budget.applications))


class _Function:
    """One call of a function."""

    def __init__(self, reading: Reading, texts: Pair, budget: Budget, depth: int) -> None:
        self._reading = reading
        self._texts = texts
        self._budget = budget
        self._depth = depth
        self._expressions = Expressions(reading, texts, budget, self._helper)
        self._endings: list[Ending] = []
        self._left: list[list[Env]] = []
        """Environments that left each loop around by ``break`` or ``continue``."""

    def run(self, given: Sequence[Value], named: dict[str, Value], around: Env) -> list[Ending]:
        """The endings of a call with these arguments; parameters without one are the same over both texts."""
        node = tree_of(self._reading.source)
        if node is None or self._depth > _DEPTH:
            raise UnsureError
        arguments = node.args
        names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
        env: Env = dict.fromkeys((*names, *(argument.arg for argument in arguments.kwonlyargs)), Mark.SAME)
        defaults = zip(names[len(names) - len(arguments.defaults) :], arguments.defaults, strict=True)
        for name, default in defaults:
            env[name] = self._expressions.value(default, {})
        env.update(zip(names, given, strict=False))
        env.update(named)
        for extra in (arguments.vararg, arguments.kwarg):
            if extra is not None:
                env[extra.arg] = mixed(given)
        env[HITS] = around.get(HITS, constant(()))
        for left in self._block(node.body, [env]):
            self._end(NOTHING, left)
        return self._endings

    def _helper(self, reading: Reading, given: list[Value], named: dict[str, Value], env: Env) -> Value:
        """What a function of the project gives."""
        function = _Function(reading, self._texts, self._budget, self._depth + 1)
        endings = function.run(given, named, env)
        if not endings:
            raise DeadError
        hits = dict.fromkeys(hit for ending in endings for hit in ending.hits)
        env[HITS] = constant(tuple(hits))
        values = dict.fromkeys(ending.value for ending in endings)
        return next(iter(values)) if len(values) == 1 else mixed(values)

    def _end(self, value: Value, env: Env) -> None:
        hits = env[HITS]
        known = hits.one if isinstance(hits, Pair) and isinstance(hits.one, tuple) else ()
        ending = Ending(value, known)
        if ending not in self._endings:
            self._endings.append(ending)

    # ------------------------------------------------------------------ statements

    def _block(self, body: Iterable[ast.stmt], envs: list[Env]) -> list[Env]:
        """The environments behind a block, each once."""
        for statement in body:
            out: dict[frozenset[tuple[str, Value]], Env] = {}
            for env in envs:
                self._budget.spend()
                try:
                    after = self._statement(statement, dict(env))
                except DeadError:
                    continue
                out.update((frozenset(left.items()), left) for left in after)
            envs = list(out.values())
            if not envs:
                return []
        return envs

    def _statement(self, node: ast.stmt, env: Env) -> list[Env]:
        if isinstance(node, ast.Return):
            self._end(NOTHING if node.value is None else self._value(node.value, env), env)
            return []
        if isinstance(node, ast.If):
            known = truth(self._value(node.test, env))
            taken = self._block(node.body, [env]) if known is not False else []
            return taken + (self._block(node.orelse, [env]) if known is not True else [])
        if isinstance(node, ast.For | ast.While):
            return self._loop(node, env)
        if isinstance(node, ast.Try):
            return self._try(node, env)
        if isinstance(node, ast.Raise):
            return []
        if isinstance(node, ast.Break | ast.Continue) and self._left:
            self._left[-1].append(env)
            return []
        return self._simple(node, env)

    def _simple(self, node: ast.stmt, env: Env) -> list[Env]:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            self._assign(node, env)
        elif isinstance(node, ast.With):
            for item in node.items:
                held = self._value(item.context_expr, env)
                if item.optional_vars is not None:
                    self._bind(item.optional_vars, mixed((held,)), env)
            return self._block(node.body, [env])
        elif isinstance(node, ast.Expr):
            self._value(node.value, env)
        elif isinstance(node, ast.Assert):
            return [] if truth(self._value(node.test, env)) is False else [env]
        elif not isinstance(node, ast.Pass | ast.Import | ast.ImportFrom):
            raise UnsureError
        return [env]

    def _assign(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, env: Env) -> None:
        if node.value is None:
            return
        if isinstance(node, ast.AugAssign):
            self._bind(node.target, mixed((self._load(node.target, env), self._value(node.value, env))), env)
            return
        value = self._value(node.value, env)
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            self._bind(target, value, env)

    def _value(self, node: ast.expr, env: Env) -> Value:
        return self._expressions.value(node, env)

    def _load(self, target: ast.expr, env: Env) -> Value:
        return mixed(self._value(ast.Name(id=name, ctx=ast.Load()), env) for name in names_in(target))

    def _bind(self, target: ast.expr, value: Value, env: Env) -> None:
        if isinstance(target, ast.Name):
            env[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value, env)
        else:
            # Something that a name holds is changed.
            for name in names_in(target):
                if name in env and env[name] is not Mark.CLAIM:
                    env[name] = mixed((env[name], value))

    def _unpack(self, target: ast.Tuple | ast.List, value: Value, env: Env) -> None:
        parts: list[Value] = [mixed((value,))] * len(target.elts)
        if isinstance(value, Pair) and not any(isinstance(part, ast.Starred) for part in target.elts):
            one, other = value.one, value.other
            if isinstance(one, tuple) and isinstance(other, tuple):
                if len(one) != len(other):
                    raise UnsureError
                if len(one) != len(parts):
                    raise DeadError
                parts = [Pair(*both) for both in zip(one, other, strict=True)]
        for part, held in zip(target.elts, parts, strict=True):
            self._bind(part.value if isinstance(part, ast.Starred) else part, held, env)

    def _loop(self, node: ast.For | ast.While, env: Env) -> list[Env]:
        value = self._value(node.iter if isinstance(node, ast.For) else node.test, env)
        if isinstance(node, ast.While):
            truth(value)
        elif isinstance(value, Pair) and isinstance(value.one, tuple) and isinstance(value.other, tuple):
            members = list(zip(value.one, value.other, strict=False))
            if len(value.one) != len(value.other):
                raise UnsureError
            if len(members) <= _TURNS:
                return self._turns(node, [Pair(*member) for member in members], env)
        if mixed((value,)) is Mark.DIFFERS:
            raise UnsureError
        self._left.append([])
        envs = [env]
        for _ in range(2):
            for start in envs[:]:
                turn = self._weakened(node.body, start)
                if isinstance(node, ast.For):
                    self._bind(node.target, Mark.SAME, turn)
                envs += self._block(node.body, [turn])
            envs += self._left[-1]
            envs = list({frozenset(left.items()): left for left in envs}.values())
        self._left.pop()
        return self._block(node.orelse, envs)

    def _turns(self, node: ast.For, members: list[Pair], env: Env) -> list[Env]:
        broken: list[Env] = []
        envs = [env]
        for member in members:
            self._left.append([])
            for start in envs:
                self._bind(node.target, member, start)
            envs = self._block(node.body, envs)
            broken += self._left.pop()
        return self._block(node.orelse, envs) + broken if envs else broken

    @staticmethod
    def _weakened(body: Sequence[ast.stmt], env: Env) -> Env:
        """What is bound within a loop may hold what an earlier turn has left."""
        assigned = _assigned(body)
        return {name: mixed((held,)) if name in assigned else held for name, held in env.items()}

    def _try(self, node: ast.Try, env: Env) -> list[Env]:
        before = {**env, **dict.fromkeys(_assigned(node.body), Mark.DIFFERS)}
        earlier, self._budget.differed = self._budget.differed, False
        envs = self._block(node.orelse, self._block(node.body, [env]))
        if self._budget.differed:
            # What is not the same over both texts may fail over one of them.
            raise UnsureError
        self._budget.differed = earlier
        for handler in node.handlers:
            start = dict(before)
            if handler.name:
                start[handler.name] = Mark.SAME
            envs += self._block(handler.body, [start])
        return self._block(node.finalbody, envs) if node.finalbody else envs


def _assigned(body: Sequence[ast.stmt]) -> set[str]:
    """The names that a block binds."""
    return {
        at.id
        for statement in body
        for at in ast.walk(statement)
        if isinstance(at, ast.Name) and isinstance(at.ctx, ast.Store)
    }
