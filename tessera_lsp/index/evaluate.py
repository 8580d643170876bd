"""Evaluate the expressions that wiring is written in, without running anything.

Names are followed through scopes, imports, attributes and calls of the project's own functions; tuples and
lists through ``+``, stars, ``tuple(…)``, literal conditions and comprehensions over literals. What cannot be
told is ``Unknown``, with the place where the trail ends; a name that leads nowhere is ``Missing``.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from itertools import islice

from tessera_lsp.index.expressions import HANDLERS
from tessera_lsp.index.facts import (
    Assigned,
    Binding,
    ClassFacts,
    FunctionFacts,
    Imported,
    Mutation,
)
from tessera_lsp.index.lookup import Modules, bindings, is_builtin
from tessera_lsp.index.trees import span_of
from tessera_lsp.index.values import (
    Anonymous,
    BatteryValue,
    Builtin,
    Class,
    Entries,
    External,
    Frame,
    Function,
    Instance,
    Literal,
    Missing,
    ModuleValue,
    Named,
    Partial,
    Pattern,
    Place,
    Table,
    Unknown,
    Value,
    as_entries,
)

_DEPTH = 100
_STEPS = 200_000


class Evaluator:
    """Evaluates over the modules of one project."""

    def __init__(self, modules: Modules) -> None:
        self.modules = modules
        self.batteries: list[BatteryValue] = []
        """Every battery met, in the order of evaluation."""
        self.entered: set[tuple[str, str]] = set()
        """The functions whose bodies were evaluated, by path and qualified name."""
        self._depth = 0
        self._steps = 0
        self._names: set[tuple[int, str, int]] = set()
        self._elsewhere: list[Mutation] = []
        """Changes of what is held as an attribute, in the first ``_looked_at`` modules used."""
        self._looked_at = 0

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
            handler = HANDLERS.get(type(node))
            return handler(self, node, frame) if handler else self.unknown(node, frame)
        finally:
            self._depth -= 1

    def whole(self, function: Function) -> Function:
        """The function with all of its facts, where it is known from the head of its module."""
        facts = self.modules.whole(function.facts.scope.facts)
        if facts is function.facts.scope.facts:
            return function
        place = function.facts.span
        same = next(each for each in facts.functions if each.span == place)
        return Function(same, Frame(facts.scope))

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
            star = self._starred(name, at, node, frame)
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
        if isinstance(value, Entries | Table) and not _is_tuple(target.value):
            changed = self._changed_at(name, at)
            if changed is not None:
                hidden = (isinstance(value, Entries) and value.hidden) or changed
                value = replace(value, hidden=hidden) if isinstance(value, Entries) else Unknown(changed)
        is_reference = isinstance(target.value, ast.Name | ast.Attribute)
        made = isinstance(value, Function | Partial | Instance | Anonymous)
        if made and not is_reference and at.scope.parent is None:
            return Named((at.scope.facts.module, name), value)
        return value

    def _changed_at(self, name: str, at: Frame) -> Place | None:
        """Where the list or dictionary that ``name`` holds is changed in place, as far as is known."""
        used = [*islice(self.modules.used.values(), self._looked_at, None)]
        self._looked_at += len(used)
        self._elsewhere += [m for facts in used for m in facts.mutations if m.owned]
        for mutation in (*at.scope.facts.mutations, *self._elsewhere):
            if mutation.is_of(at.scope, name):
                document = mutation.scope.facts.document
                span = span_of(document, mutation.node)
                return Place(mutation.scope.facts.path, span, " ".join(document.slice(span).split()))
        return None

    def _imported(self, target: Imported, node: ast.expr, frame: Frame) -> Value:
        if not target.module:
            return Missing("the relative import leads above the package")
        if not target.attribute:
            return self.module(target.module)
        self._depth += 1  # modules may import a name from each other
        try:
            if self._depth > _DEPTH:
                return self.unknown(node, frame)
            return self.attribute(self.module(target.module), target.attribute, node, frame)
        finally:
            self._depth -= 1

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
        if isinstance(owner, Pattern) and name == "pattern":
            return Literal(owner.pattern, owner.place)
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
            inner = Frame(self.modules.telling(owner.facts, name).scope)
            found = bindings(inner.scope, name, None)
            if found:
                return self._bound(name, found, inner, node, frame)
            star = self._starred(name, inner, node, frame)
            if star is not None:
                return star
        below = self.module(f"{owner.module}.{name}")
        if isinstance(below, ModuleValue):
            return below
        if owner.facts is None or owner.facts.dynamic or self._has_unseen_star(Frame(owner.facts.scope)):
            return self.unknown(node, frame)
        return Missing(f"{owner.module} has no name {name}")

    def _starred(self, name: str, at: Frame, node: ast.expr, frame: Frame) -> Value | None:
        """What ``from module import *`` in ``at`` brings under this name; ``node`` in ``frame`` asks."""
        if name.startswith("_"):
            return None
        for module in reversed(at.scope.stars):
            facts = self.modules.find(module)
            key = (id(facts), name, -1)
            if facts is None or key in self._names:
                continue
            self._names.add(key)
            try:
                facts = self.modules.telling(facts, name)
                inner = Frame(facts.scope)
                found = bindings(facts.scope, name, None)
                value = self._bound(name, found, inner, node, frame) if found else None
                value = value if value is not None else self._starred(name, inner, node, frame)
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


def _is_tuple(node: ast.expr) -> bool:
    """Whether an expression makes a tuple: nothing changes one in place."""
    called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    return isinstance(node, ast.Tuple) or called == "tuple"
