"""Amounts of money that a function holds in binary floats and compares."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeGuard

from tessera_lsp.index.bodies.model import BinaryMoney
from tessera_lsp.index.bodies.names import Names
from tessera_lsp.index.facts import Assigned, FunctionFacts
from tessera_lsp.index.trees import children
from tessera_lsp.text import Span

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_MONEY = frozenset(
    {"fee", "fees", "invoice", "invoiced", "money", "payment", "payments", "price", "prices", "revenue"}
    | {"salary", "turnover"}
)
"""Words that mean money wherever they stand."""
_AMOUNT = frozenset(
    {"amount", "amounts", "balance", "cost", "costs", "gross", "net", "paid", "sum", "total", "totals"}
    | {"value"}
)
"""Words that mean money where a currency is spoken of."""
_CODES = "AUD|CAD|CHF|CNY|DKK|EUR|GBP|INR|JPY|NOK|SEK|USD"
_CURRENCY = re.compile(rf"\b(?:{_CODES})\b|[€£¥]|\$ ?[0-9](?![^$\n]*[^$\s]\$(?![0-9]))|\[A-Z\]\{{3\}}")
"""Not the dollars around a formula: ``$0 < p < 1$``."""
_BEFORE = re.compile(rf"(?:{_CODES}|[€£¥]|\\\$|\[\$\]|\[A-Z\]\{{3\}})\)?(?: |\\s|\\ )*[*+?]?$")
_GROUP = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?P<(?P<name>\w+)>|(?!\?))|.", re.DOTALL)


@dataclass(frozen=True)
class _Context:
    """Whether a currency is spoken of, and the groups of patterns that stand behind one."""

    currency: bool
    groups: frozenset[str | int]


def binary_money(
    function: FunctionFacts, names: Names, span_of: Callable[[ast.expr | ast.stmt], Span]
) -> Iterator[BinaryMoney]:
    """The floats of one function that surely hold money and are compared, summed up or returned."""
    assert function.node is not None
    if not any(_float_literals(node) for node in names.nodes(ast.Compare)):
        called = {names.dotted(node.func) for node in names.nodes(ast.Call)}
        if called.isdisjoint(("float", "math.isclose")):
            return
    context = _context(names)
    compared = _compared_names(names)
    for node, above in _with_parents(function.node):
        if isinstance(node, ast.Call) and names.dotted(node.func) == "float" and len(node.args) == 1:
            target = _target(above)
            if _is_money(node.args[0], target, context) and _is_used(above, target, compared):
                yield BinaryMoney(span_of(node), "float() takes an amount of money into binary")
        elif isinstance(node, ast.Compare):
            yield from (
                BinaryMoney(span_of(literal), "an amount of money is compared with a binary float")
                for literal in _float_literals(node)
                if _is_money(node, "", context)
            )
        elif _is_tolerant(node, names) and any(_is_money(a, "", context) for a in node.args[:2]):
            yield BinaryMoney(span_of(node), "amounts of money are compared as binary floats")


def _context(names: Names) -> _Context:
    texts = list(_texts(names))
    groups: set[str | int] = set()
    for text in texts:
        groups |= set(_behind_currency(text))
    return _Context(any(_CURRENCY.search(text) for text in texts), frozenset(groups))


def _texts(names: Names) -> Iterator[str]:
    """The strings of a function and of the constants of its module that it names."""
    for literal in names.nodes(ast.Constant):
        if isinstance(literal.value, str):
            yield literal.value
    for name in {node.id for node in names.nodes(ast.Name)}:
        target = None if names.is_local(name) else names.meaning(name)
        for part in ast.walk(target.value) if isinstance(target, Assigned) else ():
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value


def _behind_currency(pattern: str) -> Iterator[str | int]:
    """Numbers and names of the groups of a pattern that a currency stands before."""
    number = 0
    for match in _GROUP.finditer(pattern):
        if not match[0].startswith("("):
            continue
        number += 1
        if _BEFORE.search(pattern, 0, match.start()):
            yield number
            if match["name"]:
                yield match["name"]


def _is_money(node: ast.expr, target: str, context: _Context) -> bool:
    words = set(_words(target))
    # Anything may be summed up.
    sums = {id(part.func) for part in ast.walk(node) if isinstance(part, ast.Call) and _sums_up(part)}
    for part in ast.walk(node):
        if id(part) in sums:
            continue
        if isinstance(part, ast.Name):
            words |= set(_words(part.id))
        elif isinstance(part, ast.Attribute):
            words |= set(_words(part.attr))
        elif isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.isidentifier():
            words |= set(_words(part.value))
    if words & _MONEY or (context.currency and words & _AMOUNT):
        return True
    return any(_captured(part) in context.groups for part in ast.walk(node) if _captured(part) is not None)


def _sums_up(call: ast.Call) -> bool:
    """``sum(…)``, ``numpy.sum(…)``."""
    written = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return written in ("fsum", "nansum", "sum")


def _captured(node: ast.AST) -> str | int | None:
    """``m[2]``, ``m.group("amount")``: the group that is taken."""
    key: ast.expr | None = None
    if isinstance(node, ast.Subscript):
        key = node.slice
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "group":
        key = node.args[0] if len(node.args) == 1 else None
    value = key.value if isinstance(key, ast.Constant) else None
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(name)]


def _with_parents(function: ast.AST) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    """The nodes of a function with those around each, the nearest last."""
    pending: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(function, ())]
    while pending:
        node, above = pending.pop()
        yield node, above
        pending += [(child, (*above, node)) for child in children(node)]


def _target(above: tuple[ast.AST, ...]) -> str:
    """The one name that the value is given to."""
    for node in reversed(above):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            return node.targets[0].id
        if isinstance(node, ast.AnnAssign | ast.NamedExpr | ast.AugAssign) and isinstance(
            node.target, ast.Name
        ):
            return node.target.id
        if isinstance(node, ast.stmt):
            break
    return ""


def _is_used(above: tuple[ast.AST, ...], target: str, compared: frozenset[str]) -> bool:
    """Whether the value is compared, rounded for a comparison, or returned to a function that does so."""
    if any(isinstance(node, ast.Compare | ast.Return) for node in above):
        return True
    return target in compared


def _compared_names(names: Names) -> frozenset[str]:
    """Names that stand in comparisons or are returned."""
    out: set[str] = set()
    for node in (*names.nodes(ast.Compare, ast.Return), *names.nodes(ast.Call)):
        if not isinstance(node, ast.Call) or _is_tolerant(node, names):
            out |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return frozenset(out)


def _is_tolerant(node: ast.AST, names: Names) -> TypeGuard[ast.Call]:
    """``math.isclose(…)``."""
    return isinstance(node, ast.Call) and names.dotted(node.func) == "math.isclose"


def _float_literals(node: ast.Compare) -> list[ast.Constant]:
    """Literals with a fraction among what is compared."""
    parts = (node.left, *node.comparators)
    return [
        part
        for part in parts
        if isinstance(part, ast.Constant) and isinstance(part.value, float) and not part.value.is_integer()
    ]
