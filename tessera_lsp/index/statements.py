"""Go over the statements of a module once and note what they bind, define, return and call."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tessera_lsp.index.bindings import BindingReader
from tessera_lsp.index.branches import constant_truth
from tessera_lsp.index.callsites import CallReader, grown_name
from tessera_lsp.index.definitions import class_facts, class_scope, function_facts
from tessera_lsp.index.facts import Binding, ModuleFacts, Opaque, Return, Scope
from tessera_lsp.index.parsing import Parsed
from tessera_lsp.index.trees import names_in, own_expressions


class StatementReader:
    """Fills the facts of one module with what some of its statements say."""

    def __init__(self, facts: ModuleFacts, parsed: Parsed, reads_calls: bool = True) -> None:
        """``reads_calls``: whether the text may hold calls that matter (``callsites``)."""
        self.facts = facts
        self.parsed = parsed
        self._calls = CallReader(facts, reads_calls)
        self._bindings = BindingReader(facts, self._calls)

    def read(self) -> None:
        """Read the statements."""
        self._statements(self.parsed.body, self.facts.scope, sure=True, in_class=False)

    def _statements(self, body: Sequence[ast.stmt], scope: Scope, sure: bool, in_class: bool) -> None:
        for index, statement in enumerate(body):
            after = body[index + 1] if index + 1 < len(body) else None
            self._statement(statement, scope, sure, in_class, after)

    def _statement(
        self, node: ast.stmt, scope: Scope, sure: bool, in_class: bool, after: ast.stmt | None
    ) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = function_facts(self.facts, self.parsed, node, scope, in_class)
            self._decorators(node.decorator_list, scope)
            self._statements(node.body, function.scope, sure=True, in_class=False)
            scope.bind(node.name, Binding(function, sure))
        elif isinstance(node, ast.ClassDef):
            inner = class_scope(self.facts, node, scope)
            self._statements(node.body, inner, sure=True, in_class=True)
            scope.bind(node.name, Binding(class_facts(self.facts, node, inner), sure))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self._bindings.imports(node, scope, sure)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            self._bindings.assignment(node, scope, sure, after)
        elif isinstance(node, ast.Return):
            if node.value is not None:
                scope.returned.append(Return(node.value, sure))
        elif isinstance(node, ast.If):
            self._branches(node, scope, sure, in_class)
        elif isinstance(node, ast.For):
            self._loop(node, scope, in_class)
        elif isinstance(node, ast.Expr):
            self._growth(node, scope, sure)
        else:
            self._other(node, scope, sure, in_class)
        self._calls.read(own_expressions(node), scope)

    def _decorators(self, decorators: Sequence[ast.expr], scope: Scope) -> None:
        """``@register(SHAPES)``: what is handed to a decorator may be filled by it."""
        for decorator in decorators:
            for argument in decorator.args if isinstance(decorator, ast.Call) else []:
                self._calls.changed(argument, decorator, scope, ())

    def _branches(self, node: ast.If, scope: Scope, sure: bool, in_class: bool) -> None:
        truth = constant_truth(node.test)
        if truth is None:
            self._statements(node.body, scope, False, in_class)
            self._statements(node.orelse, scope, False, in_class)
            return
        self._statements(node.body if truth else node.orelse, scope, sure, in_class)
        if not truth:
            # Imports for type checkers still give names, to annotations and to calls within functions.
            imports = [s for s in node.body if isinstance(s, ast.Import | ast.ImportFrom)]
            self._statements(imports, scope, False, in_class)

    def _loop(self, node: ast.For, scope: Scope, in_class: bool) -> None:
        """``for … : name.append(…)`` is read as the comprehension that says the same."""
        grown: list[ast.stmt] = []
        if all(isinstance(statement, ast.Expr) for statement in node.body) and not node.orelse:
            grown = [s for s in node.body if self._appended(s, node, scope)]
        for name in names_in(node.target):
            scope.bind(name, Binding(Opaque(), False))
        self._statements([s for s in node.body if s not in grown], scope, False, in_class)
        self._statements(node.orelse, scope, False, in_class)
        for statement in grown:
            self._calls.read([*ast.iter_child_nodes(statement)], scope, loose=True)

    def _appended(self, statement: ast.stmt, loop: ast.For, scope: Scope) -> bool:
        call = statement.value if isinstance(statement, ast.Expr) else None
        name = grown_name(call)
        if name is None or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return False
        if call.func.attr != "append" or not scope.knows(name):
            return False
        generator = ast.comprehension(target=loop.target, iter=loop.iter, ifs=[], is_async=0)
        added = ast.copy_location(ast.ListComp(elt=call.args[0], generators=[generator]), call)
        self._bindings.grow(scope, name, added, call, True)
        return True

    def _growth(self, node: ast.Expr, scope: Scope, sure: bool) -> None:
        name = grown_name(node.value)
        if name is None or not scope.knows(name) or not isinstance(node.value, ast.Call):
            return
        call = node.value
        assert isinstance(call.func, ast.Attribute)
        added = call.args[0]
        if call.func.attr == "append":
            added = ast.copy_location(ast.List(elts=[added], ctx=ast.Load()), added)
        self._bindings.grow(scope, name, added, call, sure)

    def _other(self, node: ast.stmt, scope: Scope, sure: bool, in_class: bool) -> None:
        """``try``, ``with``, ``while``, ``match``, ``global`` and the like."""
        if isinstance(node, ast.Try | ast.TryStar):
            self._try(node, scope, sure, in_class)
            return
        if isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                for name in names_in(item.optional_vars):
                    scope.bind(name, Binding(Opaque(), sure))
            self._statements(node.body, scope, sure and not _swallows(node), in_class)
            return
        if isinstance(node, ast.Global | ast.Nonlocal):
            for name in node.names:
                self.facts.scope.bind(name, Binding(Opaque(), False))
            return
        if isinstance(node, ast.Delete):
            self._bindings.opaque(node.targets, scope, False)
            return
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.match_case):
                self._statements(child.body, scope, False, in_class)
            elif isinstance(child, ast.stmt):
                self._statement(child, scope, False, in_class, None)

    def _try(self, node: ast.Try | ast.TryStar, scope: Scope, sure: bool, in_class: bool) -> None:
        """What follows may come behind the body or behind a handler, unless that ends there."""
        alone = sure and all(isinstance(h.body[-1], ast.Raise | ast.Return) for h in node.handlers)
        self._statements(node.body, scope, alone, in_class)
        for handler in node.handlers:
            self._statements(handler.body, scope, False, in_class)
        self._statements(node.orelse, scope, alone, in_class)
        self._statements(node.finalbody, scope, sure, in_class)


def _swallows(node: ast.With | ast.AsyncWith) -> bool:
    """Whether the block may end early without an error: ``with suppress(ImportError):``."""
    calls = [item.context_expr.func for item in node.items if isinstance(item.context_expr, ast.Call)]
    return any(getattr(call, "attr", getattr(call, "id", "")) == "suppress" for call in calls)
