"""The kinds of value that an expression may have where the kinds of the local names are known."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import cast

from tessera_lsp.index.bodies import kinds as k
from tessera_lsp.index.bodies.env import Env
from tessera_lsp.index.bodies.library import BUILTINS, CALLS, method_kinds
from tessera_lsp.index.bodies.model import KindName, Kinds
from tessera_lsp.index.bodies.names import Names
from tessera_lsp.index.bodies.narrowing import split, split_compare
from tessera_lsp.index.facts import Assigned, ClassFacts, FunctionFacts

BUDGET = 20_000
_DEPTH = 8
"""How many constants may lead to one another."""


class TooMuchError(Exception):
    """The body takes more steps to read than is allowed."""


_Handler = Callable[["Expressions", ast.expr, Env], Kinds]


class Expressions:
    """Reads expressions of one function. ``answers_of`` gives the kinds that a call of a function of the
    module has."""

    def __init__(self, names: Names, answers_of: Callable[[FunctionFacts], Kinds]) -> None:
        self.names = names
        self.answers_of = answers_of
        self.first = ""
        """The name of the first parameter, whose ``text`` is a text."""
        self._steps = 0
        self._depth = 0
        self._assigns = ast.NamedExpr in names.by_type

    def step(self) -> None:
        """Count one step. Raises ``TooMuchError``."""
        self._steps += 1
        if self._steps > BUDGET:
            raise TooMuchError

    def value(self, node: ast.expr, env: Env) -> Kinds:
        """The kinds of ``node``; names that it assigns (``:=``) are put into ``env``."""
        self.step()
        handler = _VALUES.get(type(node))
        if handler is not None:
            return handler(self, node, env)
        self._forget(node, env)
        return k.UNKNOWN

    # ------------------------------------------------------------------ values

    def _name(self, node: ast.expr, env: Env) -> Kinds:
        assert isinstance(node, ast.Name)
        if node.id in self.names.changed_elsewhere:
            return k.UNKNOWN
        if node.id in env.names:
            return env.names[node.id]
        target = self.names.meaning(node.id)
        if isinstance(target, FunctionFacts | ClassFacts):
            return k.some("function", True)
        if isinstance(target, Assigned) and not self.names.is_local(node.id) and self._depth < _DEPTH:
            return self._constant_of(target)
        return k.UNKNOWN

    def _constant_of(self, target: Assigned) -> Kinds:
        outer, self.names = self.names, Names(self.names.module)
        self._depth += 1
        try:
            return k.constant(self.value(target.value, Env()))
        finally:
            self.names = outer
            self._depth -= 1

    def _bool_op(self, node: ast.expr, env: Env) -> Kinds:
        assert isinstance(node, ast.BoolOp)
        is_and = isinstance(node.op, ast.And)
        out: Kinds = k.NOTHING
        at: Env | None = env.copy()
        for index, operand in enumerate(node.values):
            if at is None:
                break
            found = self.value(operand, at.copy())
            if index == len(node.values) - 1:
                out |= found
                break
            out |= k.falsy(found) if is_and else k.truthy(found)
            true, false = split(self, operand, at)
            at = true if is_and else false
        self._forget(node, env)
        return out

    def _choice(self, node: ast.expr, env: Env) -> Kinds:
        assert isinstance(node, ast.IfExp)
        true, false = split(self, node.test, env)
        out = self.value(node.body, true) if true is not None else k.NOTHING
        out |= self.value(node.orelse, false) if false is not None else k.NOTHING
        self._forget(node, env)
        return out

    def _test(self, node: ast.expr, env: Env) -> Kinds:
        """A comparison or ``not``: a bool, or the one that it must be."""
        true, false = self.split_plain(node, env)
        self._forget(node, env)
        return (k.TRUE if true else k.NOTHING) | (k.FALSE if false else k.NOTHING)

    def split_plain(self, node: ast.expr, env: Env) -> tuple[bool, bool]:
        """Whether a comparison or ``not`` may be true, and whether it may be false."""
        if isinstance(node, ast.UnaryOp):
            found = self.value(node.operand, env)
            return bool(k.falsy(found)), bool(k.truthy(found))
        told = split_compare(self, node, env)
        if told is not None:
            return told[0] is not None, told[1] is not None
        return True, True

    def _unary(self, node: ast.expr, env: Env) -> Kinds:
        assert isinstance(node, ast.UnaryOp)
        if isinstance(node.op, ast.Not):
            return self._test(node, env)
        found = self.value(node.operand, env)
        return k.some("number") if k.are(found, "number", "bool") else k.UNKNOWN

    def _binary(self, node: ast.expr, env: Env) -> Kinds:
        assert isinstance(node, ast.BinOp)
        left, right = self.value(node.left, env), self.value(node.right, env)
        if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor):
            for name, result in (("bool", k.BOOL), ("set", k.some("set")), ("number", k.some("number"))):
                if all(kind.name == name for kind in left | right) and left and right:
                    return result
            return k.UNKNOWN
        if k.are(left, "text") and isinstance(node.op, ast.Mod | ast.Add | ast.Mult):
            return k.some("text")
        if k.are(right, "text") and isinstance(node.op, ast.Add):
            return k.some("text")
        if k.are(left, "number", "bool") and k.are(right, "number", "bool"):
            return k.some("number")
        same = k.are(left, "list") and k.are(right, "list") and isinstance(node.op, ast.Add)
        return k.some("list") if same else k.UNKNOWN

    def _walrus(self, node: ast.expr, env: Env) -> Kinds:
        assert isinstance(node, ast.NamedExpr)
        found = self.value(node.value, env)
        if isinstance(node.target, ast.Name):
            env.names[node.target.id] = k.stored(found)
        return found

    def _attribute(self, node: ast.expr, env: Env) -> Kinds:
        assert isinstance(node, ast.Attribute)
        is_claim = isinstance(node.value, ast.Name) and node.value.id == self.first
        if is_claim and node.attr == "text":
            return k.some("text")
        self._forget(node, env)
        return k.UNKNOWN

    def _subscript(self, node: ast.expr, env: Env) -> Kinds:
        assert isinstance(node, ast.Subscript)
        found = self.value(node.value, env)
        self._forget(node.slice, env)
        if k.are(found, "match", "none") and any(kind.name == "match" for kind in found):
            whole = isinstance(node.slice, ast.Constant) and node.slice.value == 0
            return k.some("text") if whole else k.GROUP
        return k.some("text") if k.are(found, "text") else k.UNKNOWN

    def _call(self, node: ast.expr, env: Env) -> Kinds:
        assert isinstance(node, ast.Call)
        arguments = [self.value(argument, env) for argument in node.args]
        for keyword in node.keywords:
            self.value(keyword.value, env)
        name = self.names.dotted(node.func)
        if name == "bool" and len(arguments) == 1:
            true, false = k.truthy(arguments[0]), k.falsy(arguments[0])
            return (k.TRUE if true else k.NOTHING) | (k.FALSE if false else k.NOTHING)
        if name in CALLS and any(k.are(argument, "bytes") for argument in arguments):
            return k.UNKNOWN  # what it makes of texts is told
        if name:
            return BUILTINS.get(name) or CALLS.get(name, k.UNKNOWN)
        if isinstance(node.func, ast.Name) and node.func.id not in env.names:
            target = self.names.meaning(node.func.id)
            if isinstance(target, FunctionFacts):
                return self.answers_of(target)
            if isinstance(target, ClassFacts):
                return k.some("object") if not target.bases else k.UNKNOWN
        if isinstance(node.func, ast.Attribute):
            return method_kinds(self.value(node.func.value, env), node.func.attr, node, arguments)
        self._forget(node.func, env)
        return k.UNKNOWN

    def _forget(self, node: ast.AST, env: Env) -> None:
        """Names that a part assigns which was not followed."""
        if not self._assigns:
            return
        for part in ast.walk(node):
            if isinstance(part, ast.NamedExpr) and isinstance(part.target, ast.Name):
                env.names[part.target.id] = k.UNKNOWN
            self.step()


def _display(name: KindName) -> _Handler:
    def read(self: Expressions, node: ast.expr, env: Env) -> Kinds:
        self._forget(node, env)
        parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        opened = any(part is None or isinstance(part, ast.Starred) for part in parts)
        return k.some(name, None if opened else bool(parts))

    return read


def _made(name: KindName, truth: bool | None) -> _Handler:
    def read(self: Expressions, node: ast.expr, env: Env) -> Kinds:
        self._forget(node, env)
        return k.some(name, truth)

    return read


def _literal(_: Expressions, node: ast.expr, __: Env) -> Kinds:
    assert isinstance(node, ast.Constant)
    value = node.value
    if isinstance(value, bool):
        return k.TRUE if value else k.FALSE
    if value is None:
        return k.NONE
    name: KindName = "object"
    for kind, of in (("text", str), ("bytes", bytes), ("number", int | float | complex)):
        if isinstance(value, of):
            name = cast(KindName, kind)
    return k.some(name, bool(value))


_VALUES: dict[type[ast.expr], _Handler] = {
    ast.Constant: _literal,
    ast.Name: Expressions._name,
    ast.BoolOp: Expressions._bool_op,
    ast.IfExp: Expressions._choice,
    ast.Compare: Expressions._test,
    ast.UnaryOp: Expressions._unary,
    ast.BinOp: Expressions._binary,
    ast.NamedExpr: Expressions._walrus,
    ast.Attribute: Expressions._attribute,
    ast.Subscript: Expressions._subscript,
    ast.Call: Expressions._call,
    ast.List: _display("list"),
    ast.Tuple: _display("tuple"),
    ast.Set: _display("set"),
    ast.Dict: _display("dict"),
    ast.ListComp: _made("list", None),
    ast.SetComp: _made("set", None),
    ast.DictComp: _made("dict", None),
    ast.GeneratorExp: _made("iterator", True),
    ast.Lambda: _made("function", True),
    ast.JoinedStr: _made("text", None),
}
