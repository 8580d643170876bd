"""What a test tells of the names in it, where it is true and where it is false."""

from __future__ import annotations

import ast
from typing import Protocol

from tessera_lsp.index.bodies import kinds as k
from tessera_lsp.index.bodies.env import Env, Split, join
from tessera_lsp.index.bodies.model import Kind, Kinds
from tessera_lsp.index.bodies.names import Names
from tessera_lsp.index.branches import constant_truth


class Reads(Protocol):
    """What reads the values within a test."""

    names: Names

    def step(self) -> None:
        """Count one more test. Raises where there were too many."""

    def value(self, node: ast.expr, env: Env) -> Kinds:
        """What an expression may be."""


def split(read: Reads, test: ast.expr, env: Env) -> Split:
    """The environments behind a test, with what the test tells of the names in it."""
    read.step()
    truth = constant_truth(test)
    if truth is not None:
        return (env.copy(), None) if truth else (None, env.copy())
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        true, false = split(read, test.operand, env)
        return false, true
    if isinstance(test, ast.BoolOp):
        return _split_both(read, test, env)
    told = split_compare(read, test, env) or _split_isinstance(read, test, env)
    if told is not None:
        return told
    found = read.value(test, env)
    return _narrowed(test, k.truthy(found), env), _narrowed(test, k.falsy(found), env)


def _narrowed(node: ast.expr, left: Kinds, env: Env) -> Env | None:
    """``env`` where the value of ``node`` is one of ``left``."""
    if not left:
        return None
    copy = env.copy()
    name = _name_of(node)
    if name in copy.names:
        copy.names[name] = left
    return copy


def _split_both(read: Reads, test: ast.BoolOp, env: Env) -> Split:
    is_and = isinstance(test.op, ast.And)
    going: Env | None = env
    stopped: list[Env | None] = []
    for operand in test.values:
        if going is None:
            break
        true, false = split(read, operand, going)
        going, stop = (true, false) if is_and else (false, true)
        stopped.append(stop)
    return (going, join(*stopped)) if is_and else (join(*stopped), going)


def split_compare(read: Reads, test: ast.expr, env: Env) -> Split | None:
    """``x is None``, ``x is not True`` and the like."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return None
    other = test.comparators[0]
    if not isinstance(other, ast.Constant) or not (other.value is None or isinstance(other.value, bool)):
        return None
    operator = test.ops[0]
    if not isinstance(operator, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
        return None
    found = read.value(test.left, env)
    wanted = Kind("none", False) if other.value is None else Kind("bool", other.value)
    same = frozenset(
        kind if kind.name == wanted.name else wanted
        for kind in found
        if kind.name == "unknown" or (kind.name == wanted.name and kind.truth == wanted.truth)
    )
    rest = frozenset(kind for kind in found if (kind.name, kind.truth) != (wanted.name, wanted.truth))
    equal, unequal = _narrowed(test.left, same, env), _narrowed(test.left, rest, env)
    return (equal, unequal) if isinstance(operator, ast.Is | ast.Eq) else (unequal, equal)


def _split_isinstance(read: Reads, test: ast.expr, env: Env) -> Split | None:
    """``isinstance(x, bool)``."""
    if not isinstance(test, ast.Call) or read.names.dotted(test.func) != "isinstance":
        return None
    if len(test.args) != 2 or read.names.dotted(test.args[1]) != "bool":
        return None
    found = read.value(test.args[0], env)
    is_bool = frozenset(kind for kind in found if kind.name == "bool")
    if not k.is_known(found):
        is_bool = k.BOOL
    rest = frozenset(kind for kind in found if kind.name != "bool")
    return _narrowed(test.args[0], is_bool, env), _narrowed(test.args[0], rest, env)


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.NamedExpr):
        node = node.target
    return node.id if isinstance(node, ast.Name) else ""
