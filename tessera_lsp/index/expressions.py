"""What each kind of expression stands for: displays, sums, conditions, comprehensions, subscripts."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from tessera_lsp.index.branches import constant_truth
from tessera_lsp.index.calls import evaluate_call
from tessera_lsp.index.evaluating import Evaluating
from tessera_lsp.index.spelling import number_of
from tessera_lsp.index.trees import span_of
from tessera_lsp.index.values import (
    Anonymous,
    Entries,
    Entry,
    Frame,
    Literal,
    Place,
    Table,
    Unknown,
    Value,
    as_entries,
)


def _sequence(evaluator: Evaluating, node: ast.Tuple | ast.List, frame: Frame) -> Entries:
    """A display, with its starred parts spliced in."""
    entries: list[Entry] = []
    hidden: Place | None = None
    for element in node.elts:
        if isinstance(element, ast.Starred):
            part = evaluator.entries(element.value, frame)
            entries += part.entries
            hidden = hidden or part.hidden
        else:
            entries.append(Entry(evaluator.value(element, frame), evaluator.place(element, frame)))
    return Entries(tuple(entries), hidden, evaluator.place(node, frame))


def _comprehension(
    evaluator: Evaluating, node: ast.ListComp | ast.GeneratorExp | ast.SetComp, frame: Frame
) -> Entries:
    """A comprehension over sequences that the text tells, with literal conditions only."""
    entries: list[Entry] = []
    hidden: list[Place] = []

    def over(index: int, at: Frame) -> None:
        if index == len(node.generators):
            entries.append(Entry(evaluator.value(node.elt, at), evaluator.place(node.elt, at)))
            return
        generator = node.generators[index]
        source = evaluator.entries(generator.iter, at)
        if source.hidden is not None or generator.is_async:
            hidden.append(evaluator.place(generator.iter, at))
        for entry in source.entries:
            given = dict(_unpacked(generator.target, entry))
            inner = Frame(at.scope, {**at.given, **given}, at.outer, at.limits, at.caller)
            truths = [_truth(evaluator, test, inner) for test in generator.ifs]
            if None in truths:
                hidden.append(evaluator.place(generator.ifs[truths.index(None)], inner))
            elif all(truths):
                over(index + 1, inner)

    over(0, frame)
    return Entries(tuple(entries), hidden[0] if hidden else None)


def _truth(evaluator: Evaluating, test: ast.expr, frame: Frame) -> bool | None:
    """The outcome of a test; None where the text does not tell."""
    truth = constant_truth(test)
    if truth is not None:
        return truth
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _truth(evaluator, test.operand, frame)
        return None if inner is None else not inner
    value = evaluator.value(test, frame)
    if isinstance(value, Literal):
        return bool(value.value)
    return bool(value.entries) if isinstance(value, Entries) and value.hidden is None else None


def _unpacked(target: ast.expr, entry: Entry) -> Iterator[tuple[str, Value]]:
    if isinstance(target, ast.Name):
        yield target.id, entry.value
    elif isinstance(target, ast.Tuple | ast.List):
        parts = entry.value.entries if isinstance(entry.value, Entries) else ()
        for index, part in enumerate(target.elts):
            found = parts[index] if index < len(parts) else Entry(Unknown(entry.place), entry.place)
            yield from _unpacked(part, found)


def _name(evaluator: Evaluating, node: ast.Name, frame: Frame) -> Value:
    return evaluator.name(node.id, frame, node)


def _attribute(evaluator: Evaluating, node: ast.Attribute, frame: Frame) -> Value:
    return evaluator.attribute(evaluator.value(node.value, frame), node.attr, node, frame)


def _constant(_: Evaluating, node: ast.Constant, frame: Frame) -> Value:
    facts = frame.scope.facts
    is_text = isinstance(node.value, str)
    return Literal(node.value, Place(facts.path, span_of(facts.document, node)) if is_text else None)


def _joined(evaluator: Evaluating, node: ast.JoinedStr, frame: Frame) -> Value:
    """An f-string of constant parts."""
    parts = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            is_plain = part.format_spec is None and part.conversion < 0
            part = part.value if is_plain else part
        inner = evaluator.value(part, frame)
        if not isinstance(inner, Literal) or not isinstance(inner.value, str | int):
            return evaluator.unknown(node, frame)
        parts.append(str(inner.value))
    return Literal("".join(parts), evaluator.place(node, frame))


def _either_bit(evaluator: Evaluating, node: ast.BinOp, frame: Frame) -> Value:
    """Flags put together."""
    left, right = number_of(evaluator.value(node.left, frame)), number_of(evaluator.value(node.right, frame))
    both_known = left is not None and right is not None
    return Literal((left or 0) | (right or 0)) if both_known else evaluator.unknown(node, frame)


def _add(evaluator: Evaluating, node: ast.BinOp, frame: Frame) -> Value:
    if isinstance(node.op, ast.BitOr):
        return _either_bit(evaluator, node, frame)
    if not isinstance(node.op, ast.Add):
        return evaluator.unknown(node, frame)
    left, right = evaluator.value(node.left, frame), evaluator.value(node.right, frame)
    if isinstance(left, Literal) and isinstance(right, Literal):
        both = left.value, right.value
        is_text = isinstance(both[0], str) and isinstance(both[1], str)
        place = evaluator.place(node, frame)
        return Literal(f"{both[0]}{both[1]}", place) if is_text else Unknown(place)
    if not isinstance(left, Entries) and not isinstance(right, Entries):
        return evaluator.unknown(node, frame)
    first = as_entries(left, evaluator.place(node.left, frame))
    second = as_entries(right, evaluator.place(node.right, frame))
    return Entries(
        (*first.entries, *second.entries),
        first.hidden or second.hidden,
        second.literal or first.literal,
        first.grown or second.grown,
    )


def _choice(evaluator: Evaluating, node: ast.IfExp, frame: Frame) -> Value:
    truth = _truth(evaluator, node.test, frame)
    if truth is not None:
        return evaluator.value(node.body if truth else node.orelse, frame)
    body, other = evaluator.value(node.body, frame), evaluator.value(node.orelse, frame)
    if isinstance(body, Entries) or isinstance(other, Entries):
        place = evaluator.place(node, frame)
        both = (*as_entries(body, place).entries, *as_entries(other, place).entries)
        return Entries(both, place)
    return evaluator.unknown(node, frame)


def _either(evaluator: Evaluating, node: ast.BoolOp, frame: Frame) -> Value:
    for operand in node.values[:-1]:
        truth = _truth(evaluator, operand, frame)
        if truth is None:
            return evaluator.unknown(node, frame)
        if truth == isinstance(node.op, ast.Or):
            return evaluator.value(operand, frame)
    return evaluator.value(node.values[-1], frame)


def _table(evaluator: Evaluating, node: ast.Dict, frame: Frame) -> Value:
    items: dict[object, Entry] = {}
    for key, item in zip(node.keys, node.values, strict=True):
        known = evaluator.value(key, frame) if key is not None else None
        if not isinstance(known, Literal):
            return evaluator.unknown(node, frame)
        items[known.value] = Entry(evaluator.value(item, frame), evaluator.place(item, frame))
    return Table(items)


def _subscript(evaluator: Evaluating, node: ast.Subscript, frame: Frame) -> Value:
    owner, key = evaluator.value(node.value, frame), evaluator.value(node.slice, frame)
    if isinstance(key, Literal):
        if isinstance(owner, Table) and key.value in owner.items:
            return owner.items[key.value].value
        if isinstance(owner, Entries) and owner.hidden is None and isinstance(key.value, int):
            found = dict(enumerate(owner.entries)).get(key.value % max(1, len(owner.entries)))
            in_range = -len(owner.entries) <= key.value < len(owner.entries)
            return found.value if found and in_range else evaluator.unknown(node, frame)
    return evaluator.unknown(node, frame)


def _walrus(evaluator: Evaluating, node: ast.NamedExpr, frame: Frame) -> Value:
    return evaluator.value(node.value, frame)


def _lambda(_: Evaluating, __: ast.Lambda, ___: Frame) -> Value:
    return Anonymous()


HANDLERS: dict[type[ast.expr], Callable[..., Value]] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Constant: _constant,
    ast.JoinedStr: _joined,
    ast.Tuple: _sequence,
    ast.List: _sequence,
    ast.ListComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.BinOp: _add,
    ast.IfExp: _choice,
    ast.BoolOp: _either,
    ast.Dict: _table,
    ast.Subscript: _subscript,
    ast.NamedExpr: _walrus,
    ast.Lambda: _lambda,
    ast.Call: evaluate_call,
}
