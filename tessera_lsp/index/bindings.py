"""Note what imports and assignments bind."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tessera_lsp.index.callsites import CallReader
from tessera_lsp.index.definitions import docstring_of
from tessera_lsp.index.facts import Assigned, Binding, Imported, ModuleFacts, Opaque, Scope
from tessera_lsp.index.model import ImportedModule
from tessera_lsp.index.relative import absolute_module
from tessera_lsp.index.trees import names_in, span_of
from tessera_lsp.text import Span


class BindingReader:
    """Fills scopes and ``imports``."""

    def __init__(self, facts: ModuleFacts, calls: CallReader) -> None:
        self.facts = facts
        self.document = facts.document
        self._calls = calls

    def imports(self, node: ast.Import | ast.ImportFrom, scope: Scope, sure: bool) -> None:
        """The names of an import."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                module = alias.name if alias.asname else name
                scope.bind(name, Binding(Imported(module), sure))
                self._imported_module(alias.name, "", alias)
            return
        module = absolute_module(node, self.facts.module, self.facts.is_package)
        for alias in node.names:
            self._imported_module(module, alias.name, alias)
            if alias.name == "*":
                scope.stars.append(module)
            else:
                scope.bind(alias.asname or alias.name, Binding(Imported(module, alias.name), sure))

    def _imported_module(self, module: str, attribute: str, alias: ast.alias) -> None:
        start = self.document.from_ast(alias.lineno, alias.col_offset)
        end = self.document.from_ast(alias.end_lineno or alias.lineno, alias.end_col_offset or 0)
        span = Span(start, max(start, end))
        self.facts.imports.append(ImportedModule(self.facts.path, module, attribute, span))

    def assignment(
        self,
        node: ast.Assign | ast.AnnAssign | ast.AugAssign,
        scope: Scope,
        sure: bool,
        after: ast.stmt | None,
    ) -> None:
        """The names of an assignment; ``after`` is the next statement, which may document them."""
        if isinstance(node, ast.AugAssign):
            if isinstance(node.target, ast.Name) and isinstance(node.op, ast.Add):
                self.grow(scope, node.target.id, node.value, node, sure)
            else:
                self._calls.changed(node.target, node, scope, (node.value,))
                self.opaque([node.target], scope, sure)
            return
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if node.value is None:
            return
        for target in targets:
            if isinstance(target, ast.Subscript):
                self._calls.changed(target.value, node, scope, (node.value,))
                continue
            if not isinstance(target, ast.Name):
                self._unpack(target, node.value, scope, sure)
                continue
            annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
            assigned = Assigned(
                node.value,
                span_of(self.document, target),
                span_of(self.document, node),
                annotation,
                docstring=docstring_of(self.document, [after] if after else []),
            )
            scope.bind(target.id, Binding(assigned, sure))

    def _unpack(self, target: ast.expr, value: ast.expr, scope: Scope, sure: bool) -> None:
        """``a, b = x, y`` part by part; anything else is opaque."""
        if (
            isinstance(target, ast.Tuple | ast.List)
            and isinstance(value, ast.Tuple | ast.List)
            and len(target.elts) == len(value.elts)
            and not any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts))
        ):
            for name, part in zip(target.elts, value.elts, strict=True):
                if isinstance(name, ast.Name):
                    span = span_of(self.document, name)
                    scope.bind(name.id, Binding(Assigned(part, span, span), sure))
                else:
                    self._unpack(name, part, scope, sure)
            return
        self.opaque([target], scope, sure)

    def opaque(self, targets: Iterable[ast.expr], scope: Scope, sure: bool) -> None:
        """Names whose value can't be read."""
        for target in targets:
            for name in names_in(target):
                scope.bind(name, Binding(Opaque(), sure))

    def grow(self, scope: Scope, name: str, added: ast.expr, at: ast.expr | ast.stmt, sure: bool) -> None:
        """``name`` is ``name + added`` from here on."""
        before = ast.copy_location(ast.Name(id=name, ctx=ast.Load()), added)
        total = ast.copy_location(ast.BinOp(left=before, op=ast.Add(), right=added), added)
        span = span_of(self.document, at)
        scope.bind(name, Binding(Assigned(total, span, span, grown=isinstance(at, ast.expr)), sure))
