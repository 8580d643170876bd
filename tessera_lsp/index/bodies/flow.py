"""Walk the statements of a function along every path and note how it answers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tessera_lsp.index.bodies import kinds as k
from tessera_lsp.index.bodies.cases import captured, is_irrefutable, is_literal
from tessera_lsp.index.bodies.endings import Endings
from tessera_lsp.index.bodies.env import Env, join
from tessera_lsp.index.bodies.expressions import Expressions
from tessera_lsp.index.bodies.model import Answer, Kinds
from tessera_lsp.index.bodies.narrowing import split
from tessera_lsp.index.bodies.returning import comes_back
from tessera_lsp.index.facts import FunctionFacts
from tessera_lsp.text import Span

_ROUNDS = 4
"""How often a loop's body is walked until nothing new is known at its head."""


@dataclass
class _Loop:
    breaks: list[Env] = field(default_factory=list)
    goes_on: list[Env] = field(default_factory=list)


class Flow:
    """One walk over one body. ``endless`` tells of a function of the module whether it never comes back."""

    def __init__(
        self,
        expressions: Expressions,
        span_of: Callable[[ast.expr | ast.stmt], Span],
        endless: Callable[[FunctionFacts], bool],
    ) -> None:
        self._read = expressions
        self._span_of = span_of
        self._endless = endless
        self._answers: dict[int, tuple[ast.Return, Kinds]] = {}
        self._loops: list[_Loop] = []
        self._caught: list[str] = []
        """The names of the exceptions that are being handled."""
        self._endings = Endings()

    def walk(self, body: Sequence[ast.stmt], parameters: Iterable[str]) -> Env | None:
        """The environment at the body's end; None where no path reaches it."""
        return self._block(body, Env(dict.fromkeys(parameters, k.UNKNOWN)))

    def answers(self) -> tuple[Answer, ...]:
        """Each ``return`` that was reached, in the order of the text."""
        found = sorted(self._answers.values(), key=lambda item: (item[0].lineno, item[0].col_offset))
        return tuple(Answer(self._span_of(node.value or node), kinds) for node, kinds in found)

    def ends(self, body: Sequence[ast.stmt]) -> tuple[Span, ...]:
        """Where the paths end that reach the end of ``body``."""
        return tuple(self._span_of(node) for node in self._endings.of(body))

    # ------------------------------------------------------------------ statements

    def _block(self, body: Sequence[ast.stmt], env: Env | None) -> Env | None:
        for statement in body:
            if env is None:
                break
            self._read.step()
            handler = _STATEMENTS.get(type(statement))
            if handler is not None:
                env = handler(self, statement, env)
        self._endings.note(body, env is not None)
        return env

    def _return(self, node: ast.stmt, env: Env) -> None:
        assert isinstance(node, ast.Return)
        found = self._read.value(node.value, env) if node.value is not None else k.NONE
        if env.doubtful:
            found = k.doubted(found)
        before = self._answers.get(id(node), (node, k.NOTHING))[1]
        self._answers[id(node)] = (node, before | found)

    def _expression(self, node: ast.stmt, env: Env) -> Env | None:
        assert isinstance(node, ast.Expr)
        self._read.value(node.value, env)
        called = node.value.value if isinstance(node.value, ast.Await) else node.value
        if not isinstance(called, ast.Call):
            return env
        back = comes_back(called, self._read.names, self._endless, self._caught)
        if back is None:
            env.doubtful = True
        elif not back:
            return None
        return env

    def _assign(self, node: ast.stmt, env: Env) -> Env:
        if isinstance(node, ast.Assign):
            found = self._read.value(node.value, env)
            for target in node.targets:
                self._bind(target, node.value, found, env)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._bind(node.target, node.value, self._read.value(node.value, env), env)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            loaded = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            total = ast.copy_location(ast.BinOp(loaded, node.op, node.value), node)
            env.names[node.target.id] = k.stored(self._read.value(total, env))
        return env

    def _bind(self, target: ast.expr, value: ast.expr, found: Kinds, env: Env) -> None:
        if isinstance(target, ast.Name):
            env.names[target.id] = k.stored(found)
        elif (
            isinstance(target, ast.Tuple | ast.List)
            and isinstance(value, ast.Tuple | ast.List)
            and len(target.elts) == len(value.elts)
            and not any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts))
        ):
            each = [self._read.value(part, env) for part in value.elts]
            for name, part, kinds in zip(target.elts, value.elts, each, strict=True):
                self._bind(name, part, kinds, env)
        else:
            _lose(names_in(target), env)

    def _if(self, node: ast.stmt, env: Env) -> Env | None:
        assert isinstance(node, ast.If)
        true, false = split(self._read, node.test, env)
        return join(self._block(node.body, true), self._block(node.orelse, false))

    def _assert(self, node: ast.stmt, env: Env) -> Env | None:
        assert isinstance(node, ast.Assert)
        return split(self._read, node.test, env)[0]

    def _loop(self, node: ast.stmt, env: Env) -> Env | None:
        assert isinstance(node, ast.For | ast.AsyncFor | ast.While)
        if not isinstance(node, ast.While):
            self._read.value(node.iter, env)
        head, left, loop = env, None, _Loop()
        for _ in range(_ROUNDS):
            loop = _Loop()
            inside, left = self._enter(node, head)
            self._loops.append(loop)
            end = self._block(node.body, inside)
            self._loops.pop()
            again = join(head, end, *loop.goes_on)
            if again is None or again.names == head.names:
                break
            head = again
        else:
            head = head.copy()
            _lose(_assigned(node.body), head)
            self._loops.append(loop := _Loop())
            inside, left = self._enter(node, head)
            self._block(node.body, inside)
            self._loops.pop()
        return join(self._block(node.orelse, left), *loop.breaks)

    def _enter(self, node: ast.For | ast.AsyncFor | ast.While, head: Env) -> tuple[Env | None, Env | None]:
        if isinstance(node, ast.While):
            return split(self._read, node.test, head.copy())
        inside = head.copy()
        _lose(names_in(node.target), inside)
        return inside, head.copy()

    def _break(self, node: ast.stmt, env: Env) -> None:
        if self._loops:
            (self._loops[-1].breaks if isinstance(node, ast.Break) else self._loops[-1].goes_on).append(env)

    def _with(self, node: ast.stmt, env: Env) -> Env | None:
        assert isinstance(node, ast.With | ast.AsyncWith)
        names = []
        for item in node.items:
            self._read.value(item.context_expr, env)
            if item.optional_vars is not None:
                names += names_in(item.optional_vars)
        _lose(names, env)
        before = env.copy()
        after = self._block(node.body, env)
        calls = [
            i.context_expr.func if isinstance(i.context_expr, ast.Call) else i.context_expr
            for i in node.items
        ]
        managers = [self._read.names.dotted(call) for call in calls]
        if after is not None or "open" in managers:
            return after
        # What a context manager swallows goes on behind the block.
        _lose(_assigned(node.body), before)
        before.doubtful = before.doubtful or "contextlib.suppress" not in managers
        self._endings.note(node.body, True)
        return before

    def _try(self, node: ast.stmt, env: Env) -> Env | None:
        assert isinstance(node, ast.Try | ast.TryStar)
        failed = env.copy()
        _lose(_assigned(node.body), failed)
        after = self._block(node.orelse, self._block(node.body, env))
        ends = [after]
        for handler in node.handlers:
            caught = failed.copy()
            named = [handler.name] if handler.name else []
            _lose(named, caught)
            self._caught += named
            ends.append(self._block(handler.body, caught))
            del self._caught[len(self._caught) - len(named) :]
        end = join(*ends)
        if not node.finalbody:
            return end
        passing = self._block(node.finalbody, end.copy() if end is not None else failed.copy())
        return passing if end is not None else None

    def _match(self, node: ast.stmt, env: Env) -> Env | None:
        assert isinstance(node, ast.Match)
        self._read.value(node.subject, env)
        ends: list[Env | None] = []
        rest: Env | None = env
        for case in node.cases:
            inside = env.copy()
            _lose(captured(case.pattern), inside)
            entered: Env | None = inside
            if case.guard is not None:
                entered = split(self._read, case.guard, inside)[0]
            ends.append(self._block(case.body, entered))
            if case.guard is None and is_irrefutable(case.pattern):
                rest = None
        if rest is not None and not all(is_literal(case.pattern) for case in node.cases):
            rest = rest.copy()
            rest.doubtful = True  # the classes or shapes may be all that there are
        return join(*ends, rest)

    def _delete(self, node: ast.stmt, env: Env) -> Env:
        assert isinstance(node, ast.Delete)
        _lose([name for target in node.targets for name in names_in(target)], env)
        return env

    def _define(self, node: ast.stmt, env: Env) -> Env:
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        env.names.pop(node.name, None)
        return env

    def _stop(self, _: ast.stmt, __: Env) -> None:
        return None


def _lose(names: Iterable[str], env: Env) -> None:
    """Nothing is known of these names any more."""
    for name in names:
        env.names[name] = k.UNKNOWN


def names_in(target: ast.AST) -> list[str]:
    """The names that a target binds."""
    return [n.id for n in ast.walk(target) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]


def _assigned(body: Sequence[ast.stmt]) -> Iterator[str]:
    for statement in body:
        yield from names_in(statement)


_Handler = Callable[[Flow, ast.stmt, Env], Env | None]
_STATEMENTS: dict[type[ast.stmt], _Handler] = {
    ast.Return: Flow._return,
    ast.Raise: Flow._stop,
    ast.Expr: Flow._expression,
    ast.Assign: Flow._assign,
    ast.AnnAssign: Flow._assign,
    ast.AugAssign: Flow._assign,
    ast.If: Flow._if,
    ast.Assert: Flow._assert,
    ast.For: Flow._loop,
    ast.AsyncFor: Flow._loop,
    ast.While: Flow._loop,
    ast.Break: Flow._break,
    ast.Continue: Flow._break,
    ast.With: Flow._with,
    ast.AsyncWith: Flow._with,
    ast.Try: Flow._try,
    ast.TryStar: Flow._try,
    ast.Match: Flow._match,
    ast.Delete: Flow._delete,
    ast.FunctionDef: Flow._define,
    ast.AsyncFunctionDef: Flow._define,
    ast.ClassDef: Flow._define,
}
