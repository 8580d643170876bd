"""Evaluate the expressions that wiring is written in, without running anything.

Names are followed through scopes, imports, attributes and calls of the project's own functions; tuples and
lists through ``+``, stars, ``tuple(…)``, literal conditions and comprehensions over literals. What cannot be
told is ``Unknown``, with the place where the trail ends; a name that leads nowhere is ``Missing``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace

from tessera_lsp.index.branches import constant_truth
from tessera_lsp.index.calls import evaluate_call
from tessera_lsp.index.facts import (
    Assigned,
    Binding,
    ClassFacts,
    FunctionFacts,
    Imported,
)
from tessera_lsp.index.lookup import Modules, bindings, is_builtin
from tessera_lsp.index.statements import span_of
from tessera_lsp.index.values import (
    Anonymous,
    BatteryValue,
    Builtin,
    Class,
    Entries,
    Entry,
    External,
    Frame,
    Function,
    Instance,
    Literal,
    Missing,
    ModuleValue,
    Named,
    Partial,
    Place,
    Table,
    Unknown,
    Value,
)

_DEPTH = 100
_STEPS = 200_000


class Evaluator:
    """Evaluates over the modules of one project."""

    def __init__(self, modules: Modules) -> None:
        self.modules = modules
        self.batteries: list[BatteryValue] = []
        """Every battery met, in the order of evaluation."""
        self._depth = 0
        self._steps = 0
        self._names: set[tuple[int, str, int]] = set()

    def place(self, node: ast.expr, frame: Frame) -> Place:
        """Where an expression stands, with its text on one line."""
        document = frame.scope.facts.document
        span = span_of(document, node)
        return Place(frame.scope.facts.path, span, " ".join(document.slice(span).split()))

    def unknown(self, node: ast.expr, frame: Frame) -> Unknown:
        """The trail ends here."""
        return Unknown(self.place(node, frame))

    def value(self, node: ast.expr, frame: Frame) -> Value:
        """What ``node`` stands for in ``frame``. Never raises, always ends."""
        self._depth += 1
        self._steps += 1
        try:
            if self._depth > _DEPTH or self._steps > _STEPS:
                return self.unknown(node, frame)
            handler = _HANDLERS.get(type(node))
            return handler(self, node, frame) if handler else self.unknown(node, frame)
        finally:
            self._depth -= 1

    def entries(self, node: ast.expr, frame: Frame) -> Entries:
        """``node`` as a sequence; one that is none has its whole expression hidden."""
        return as_entries(self.value(node, frame), self.place(node, frame))

    # ------------------------------------------------------------------ names

    def name(self, name: str, frame: Frame, node: ast.expr) -> Value:
        """What a name means where ``node`` stands."""
        at: Frame | None = frame
        while at is not None:
            if name in at.given:
                return at.given[name]
            found = bindings(at.scope, name, at.limits.get(name))
            if found:
                return self._bound(name, found, at, node, frame)
            star = self._starred(name, at)
            if star is not None:
                return star
            at = at.outer
        if is_builtin(name):
            return Builtin(name)
        facts = frame.scope.facts
        if facts.dynamic or self._has_unseen_star(frame):
            return self.unknown(node, frame)
        return Missing(f"{facts.module or facts.path} has no name {name}")

    def _bound(self, name: str, found: list[Binding], at: Frame, node: ast.expr, frame: Frame) -> Value:
        values = [self._binding(name, binding, at, node, frame) for binding in found]
        if len(values) == 1:
            return values[0]
        lists = [value for value in values if isinstance(value, Entries)]
        if len(lists) == len(values):
            joined = tuple(entry for value in lists for entry in value.entries)
            return Entries(joined, self.place(node, frame))
        known = [value for value in values if not isinstance(value, Missing)]
        first = known[0] if known else values[0]
        alike = isinstance(first, Function | Class | External)
        return first if alike and len(known) <= 2 else self.unknown(node, frame)

    def _binding(self, name: str, binding: Binding, at: Frame, node: ast.expr, frame: Frame) -> Value:
        target = binding.target
        if isinstance(target, FunctionFacts):
            return Function(target, at)
        if isinstance(target, ClassFacts):
            return Class(target)
        if isinstance(target, Imported):
            return self._imported(target, node, frame)
        if isinstance(target, Assigned):
            return self._assigned(name, binding, target, at)
        return self.unknown(node, frame)

    def _assigned(self, name: str, binding: Binding, target: Assigned, at: Frame) -> Value:
        count = at.scope.names[name].index(binding)
        key = (id(at.scope), name, count)
        if key in self._names:
            return self.unknown(target.value, at)
        self._names.add(key)
        try:
            inner = Frame(at.scope, at.given, at.outer, {**at.limits, name: count}, at.caller)
            value = self.value(target.value, inner)
        finally:
            self._names.discard(key)
        if isinstance(value, Entries) and target.grown:
            value = replace(value, grown=True)
        is_reference = isinstance(target.value, ast.Name | ast.Attribute)
        made = isinstance(value, Function | Partial | Instance | Anonymous)
        if made and not is_reference and at.scope.parent is None:
            return Named((at.scope.facts.module, name), value)
        return value

    def _imported(self, target: Imported, node: ast.expr, frame: Frame) -> Value:
        if not target.module:
            return Missing("the relative import leads above the package")
        if not target.attribute:
            return self.module(target.module)
        return self.attribute(self.module(target.module), target.attribute, node, frame)

    def module(self, name: str) -> Value:
        """The module of this name."""
        facts = self.modules.find(name)
        if facts is not None or self.modules.is_namespace(name):
            return ModuleValue(name, facts)
        if self.modules.is_own(name) and "." in name:
            return Missing(f"the project has no module {name}")
        return External(name)

    def attribute(self, owner: Value, name: str, node: ast.expr, frame: Frame) -> Value:
        """``owner.name``."""
        if isinstance(owner, External):
            return External(f"{owner.module}.{owner.name}" if owner.name else owner.module, name)
        if isinstance(owner, Missing):
            return owner
        if isinstance(owner, Class):
            found = owner.facts.scope.names.get(name)
            return (
                self._bound(name, found[-1:], Frame(owner.facts.scope), node, frame)
                if found
                else self.unknown(node, frame)
            )
        if not isinstance(owner, ModuleValue):
            return self.unknown(node, frame)
        if owner.facts is not None:
            inner = Frame(owner.facts.scope)
            found = bindings(owner.facts.scope, name, None)
            if found:
                return self._bound(
                    name, found, inner, node, inner if isinstance(found[-1].target, Imported) else frame
                )
            star = self._starred(name, inner)
            if star is not None:
                return star
        below = self.module(f"{owner.module}.{name}")
        if isinstance(below, ModuleValue):
            return below
        if owner.facts is None or owner.facts.dynamic or self._has_unseen_star(Frame(owner.facts.scope)):
            return self.unknown(node, frame)
        return Missing(f"{owner.module} has no name {name}")

    def _starred(self, name: str, at: Frame) -> Value | None:
        """What ``from module import *`` brings under this name."""
        if name.startswith("_"):
            return None
        for module in reversed(at.scope.stars):
            facts = self.modules.find(module)
            key = (id(facts), name, -1)
            if facts is None or key in self._names:
                continue
            self._names.add(key)
            try:
                inner = Frame(facts.scope)
                found = bindings(facts.scope, name, None)
                value = self._bound(name, found, inner, ast.Name(id=name), inner) if found else None
                value = value if value is not None else self._starred(name, inner)
            finally:
                self._names.discard(key)
            if value is not None:
                return value
        return None

    def _has_unseen_star(self, frame: Frame) -> bool:
        at: Frame | None = frame
        while at is not None:
            if any(self.modules.find(module) is None for module in at.scope.stars):
                return True
            at = at.outer
        return False

    # ------------------------------------------------------------------ sequences

    def sequence(self, node: ast.Tuple | ast.List, frame: Frame) -> Entries:
        """A display, with its starred parts spliced in."""
        entries: list[Entry] = []
        hidden: Place | None = None
        for element in node.elts:
            if isinstance(element, ast.Starred):
                part = self.entries(element.value, frame)
                entries += part.entries
                hidden = hidden or part.hidden
            else:
                entries.append(Entry(self.value(element, frame), self.place(element, frame)))
        return Entries(tuple(entries), hidden, self.place(node, frame))

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp, frame: Frame) -> Entries:
        """A comprehension over sequences that the text tells, with literal conditions only."""
        entries: list[Entry] = []
        hidden: list[Place] = []

        def over(index: int, at: Frame) -> None:
            if index == len(node.generators):
                entries.append(Entry(self.value(node.elt, at), self.place(node.elt, at)))
                return
            generator = node.generators[index]
            source = self.entries(generator.iter, at)
            if source.hidden is not None or generator.is_async:
                hidden.append(self.place(generator.iter, at))
            for entry in source.entries:
                given = dict(_unpacked(generator.target, entry))
                inner = Frame(at.scope, {**at.given, **given}, at.outer, at.limits, at.caller)
                truths = [self.truth(test, inner) for test in generator.ifs]
                if None in truths:
                    hidden.append(self.place(generator.ifs[truths.index(None)], inner))
                elif all(truths):
                    over(index + 1, inner)

        over(0, frame)
        return Entries(tuple(entries), hidden[0] if hidden else None)

    def truth(self, test: ast.expr, frame: Frame) -> bool | None:
        """The outcome of a test; None where the text does not tell."""
        truth = constant_truth(test)
        if truth is not None:
            return truth
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self.truth(test.operand, frame)
            return None if inner is None else not inner
        value = self.value(test, frame)
        if isinstance(value, Literal):
            return bool(value.value)
        return bool(value.entries) if isinstance(value, Entries) and value.hidden is None else None


def as_entries(value: Value, place: Place) -> Entries:
    """A value as a sequence; what is none is hidden at ``place``."""
    if isinstance(value, Entries):
        return value
    if isinstance(value, Literal) and value.value is None:
        return Entries(())
    return Entries((), place)


def _unpacked(target: ast.expr, entry: Entry) -> Iterator[tuple[str, Value]]:
    if isinstance(target, ast.Name):
        yield target.id, entry.value
    elif isinstance(target, ast.Tuple | ast.List):
        parts = entry.value.entries if isinstance(entry.value, Entries) else ()
        for index, part in enumerate(target.elts):
            found = parts[index] if index < len(parts) else Entry(Unknown(entry.place), entry.place)
            yield from _unpacked(part, found)


def _name(evaluator: Evaluator, node: ast.Name, frame: Frame) -> Value:
    return evaluator.name(node.id, frame, node)


def _attribute(evaluator: Evaluator, node: ast.Attribute, frame: Frame) -> Value:
    return evaluator.attribute(evaluator.value(node.value, frame), node.attr, node, frame)


def _constant(_: Evaluator, node: ast.Constant, __: Frame) -> Value:
    return Literal(node.value)


def _add(evaluator: Evaluator, node: ast.BinOp, frame: Frame) -> Value:
    if not isinstance(node.op, ast.Add):
        return evaluator.unknown(node, frame)
    left, right = evaluator.value(node.left, frame), evaluator.value(node.right, frame)
    if isinstance(left, Literal) and isinstance(right, Literal):
        both = left.value, right.value
        is_text = isinstance(both[0], str) and isinstance(both[1], str)
        return Literal(f"{both[0]}{both[1]}") if is_text else evaluator.unknown(node, frame)
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


def _choice(evaluator: Evaluator, node: ast.IfExp, frame: Frame) -> Value:
    truth = evaluator.truth(node.test, frame)
    if truth is not None:
        return evaluator.value(node.body if truth else node.orelse, frame)
    body, other = evaluator.value(node.body, frame), evaluator.value(node.orelse, frame)
    if isinstance(body, Entries) or isinstance(other, Entries):
        place = evaluator.place(node, frame)
        both = (*as_entries(body, place).entries, *as_entries(other, place).entries)
        return Entries(both, place)
    return evaluator.unknown(node, frame)


def _either(evaluator: Evaluator, node: ast.BoolOp, frame: Frame) -> Value:
    for operand in node.values[:-1]:
        truth = evaluator.truth(operand, frame)
        if truth is None:
            return evaluator.unknown(node, frame)
        if truth == isinstance(node.op, ast.Or):
            return evaluator.value(operand, frame)
    return evaluator.value(node.values[-1], frame)


def _table(evaluator: Evaluator, node: ast.Dict, frame: Frame) -> Value:
    items: dict[object, Entry] = {}
    for key, item in zip(node.keys, node.values, strict=True):
        known = evaluator.value(key, frame) if key is not None else None
        if not isinstance(known, Literal):
            return evaluator.unknown(node, frame)
        items[known.value] = Entry(evaluator.value(item, frame), evaluator.place(item, frame))
    return Table(items)


def _subscript(evaluator: Evaluator, node: ast.Subscript, frame: Frame) -> Value:
    owner, key = evaluator.value(node.value, frame), evaluator.value(node.slice, frame)
    if isinstance(key, Literal):
        if isinstance(owner, Table) and key.value in owner.items:
            return owner.items[key.value].value
        if isinstance(owner, Entries) and owner.hidden is None and isinstance(key.value, int):
            found = dict(enumerate(owner.entries)).get(key.value % max(1, len(owner.entries)))
            in_range = -len(owner.entries) <= key.value < len(owner.entries)
            return found.value if found and in_range else evaluator.unknown(node, frame)
    return evaluator.unknown(node, frame)


def _walrus(evaluator: Evaluator, node: ast.NamedExpr, frame: Frame) -> Value:
    return evaluator.value(node.value, frame)


def _lambda(_: Evaluator, __: ast.Lambda, ___: Frame) -> Value:
    return Anonymous()


_HANDLERS: dict[type[ast.expr], Callable[..., Value]] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Constant: _constant,
    ast.Tuple: Evaluator.sequence,
    ast.List: Evaluator.sequence,
    ast.ListComp: Evaluator.comprehension,
    ast.GeneratorExp: Evaluator.comprehension,
    ast.BinOp: _add,
    ast.IfExp: _choice,
    ast.BoolOp: _either,
    ast.Dict: _table,
    ast.Subscript: _subscript,
    ast.NamedExpr: _walrus,
    ast.Lambda: _lambda,
    ast.Call: evaluate_call,
}
