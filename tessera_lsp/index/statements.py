"""Go over the statements of a module once and note what they bind, define, return and call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from tessera_lsp.index.branches import constant_truth
from tessera_lsp.index.facts import (
    Assigned,
    Binding,
    CallSite,
    ClassFacts,
    FunctionFacts,
    FunctionKind,
    Imported,
    ImportSite,
    ModuleFacts,
    Mutation,
    Opaque,
    Parameter,
    Return,
    Scope,
)
from tessera_lsp.index.model import Signature
from tessera_lsp.index.parsing import Parsed
from tessera_lsp.samples import Block, docstring_literal, parse_block
from tessera_lsp.text import Document, Position, Span

_NAME = re.compile(r"(?:async(?:\s|\\)+)?(?:def|class)(?:\s|\\)+(\w+)")
_GROWS = {"append", "extend"}
_CHANGES = _GROWS | {"add", "clear", "insert", "pop", "remove", "reverse", "setdefault", "sort", "update"}


def span_of(document: Document, node: ast.expr | ast.stmt) -> Span:
    """Where a node stands."""
    start = document.from_ast(node.lineno, node.col_offset)
    end = document.from_ast(node.end_lineno or node.lineno, node.end_col_offset or 0)
    return Span(start, max(start, end))


class StatementReader:
    """Fills the facts of one module."""

    def __init__(self, facts: ModuleFacts, parsed: Parsed) -> None:
        self.facts = facts
        self.document = facts.document
        self.parsed = parsed
        self._yields = "yield" in facts.document.text

    def read(self) -> None:
        """Read all statements of the module."""
        self._statements(self.parsed.body, self.facts.scope, sure=True, in_class=False)
        self.facts.dynamic = self.facts.dynamic or "__getattr__" in self.facts.scope.names

    # ------------------------------------------------------------------ statements

    def _statements(self, body: Sequence[ast.stmt], scope: Scope, sure: bool, in_class: bool) -> None:
        for index, statement in enumerate(body):
            after = body[index + 1] if index + 1 < len(body) else None
            self._statement(statement, scope, sure, in_class, after)

    def _statement(
        self, node: ast.stmt, scope: Scope, sure: bool, in_class: bool, after: ast.stmt | None
    ) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = self._function(node, scope, in_class)
            scope.bind(node.name, Binding(function, sure))
        elif isinstance(node, ast.ClassDef):
            scope.bind(node.name, Binding(self._class(node, scope), sure))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self._import(node, scope, sure)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            self._assignment(node, scope, sure, after)
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
        self._calls(_own_expressions(node), scope)

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
        for name in _names_in(node.target):
            scope.bind(name, Binding(Opaque(), False))
        self._statements([s for s in node.body if s not in grown], scope, False, in_class)
        self._statements(node.orelse, scope, False, in_class)
        for statement in grown:
            self._calls([*ast.iter_child_nodes(statement)], scope, loose=True)

    def _appended(self, statement: ast.stmt, loop: ast.For, scope: Scope) -> bool:
        call = statement.value if isinstance(statement, ast.Expr) else None
        name = _grown_name(call)
        if name is None or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return False
        if call.func.attr != "append" or name not in scope.names:
            return False
        generator = ast.comprehension(target=loop.target, iter=loop.iter, ifs=[], is_async=0)
        added = ast.copy_location(ast.ListComp(elt=call.args[0], generators=[generator]), call)
        self._grow(scope, name, added, call, True)
        return True

    def _growth(self, node: ast.Expr, scope: Scope, sure: bool) -> None:
        name = _grown_name(node.value)
        if name is None or name not in scope.names or not isinstance(node.value, ast.Call):
            return
        call = node.value
        assert isinstance(call.func, ast.Attribute)
        added = call.args[0]
        if call.func.attr == "append":
            added = ast.copy_location(ast.List(elts=[added], ctx=ast.Load()), added)
        self._grow(scope, name, added, call, sure)

    def _grow(self, scope: Scope, name: str, added: ast.expr, at: ast.expr | ast.stmt, sure: bool) -> None:
        """``name`` is ``name + added`` from here on."""
        before = ast.copy_location(ast.Name(id=name, ctx=ast.Load()), added)
        total = ast.copy_location(ast.BinOp(left=before, op=ast.Add(), right=added), added)
        span = span_of(self.document, at)
        scope.bind(name, Binding(Assigned(total, span, span, grown=isinstance(at, ast.expr)), sure))

    def _other(self, node: ast.stmt, scope: Scope, sure: bool, in_class: bool) -> None:
        """``try``, ``with``, ``while``, ``match``, ``global`` and the like."""
        if isinstance(node, ast.Try):
            self._try(node, scope, sure, in_class)
            return
        if isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                for name in _names_in(item.optional_vars):
                    scope.bind(name, Binding(Opaque(), sure))
            self._statements(node.body, scope, sure, in_class)
            return
        if isinstance(node, ast.Global | ast.Nonlocal):
            for name in node.names:
                self.facts.scope.bind(name, Binding(Opaque(), False))
            return
        if isinstance(node, ast.Delete):
            self._opaque(node.targets, scope, False)
            return
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.match_case):
                self._statements(child.body, scope, False, in_class)
            elif isinstance(child, ast.stmt):
                self._statement(child, scope, False, in_class, None)

    def _try(self, node: ast.Try, scope: Scope, sure: bool, in_class: bool) -> None:
        self._statements(node.body, scope, sure, in_class)
        for handler in node.handlers:
            self._statements(handler.body, scope, False, in_class)
        self._statements(node.orelse, scope, sure, in_class)
        self._statements(node.finalbody, scope, sure, in_class)

    # ------------------------------------------------------------------ bindings

    def _import(self, node: ast.Import | ast.ImportFrom, scope: Scope, sure: bool) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                module = alias.name if alias.asname else name
                scope.bind(name, Binding(Imported(module), sure))
                self._import_site(alias.name, "", alias)
            return
        module = self._absolute(node)
        for alias in node.names:
            self._import_site(module, alias.name, alias)
            if alias.name == "*":
                scope.stars.append(module)
            else:
                scope.bind(alias.asname or alias.name, Binding(Imported(module, alias.name), sure))

    def _import_site(self, module: str, attribute: str, alias: ast.alias) -> None:
        start = self.document.from_ast(alias.lineno, alias.col_offset)
        end = self.document.from_ast(alias.end_lineno or alias.lineno, alias.end_col_offset or 0)
        self.facts.imports.append(ImportSite(module, attribute, Span(start, max(start, end))))

    def _absolute(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.facts.module.split(".")
        up = node.level - 1 if self.facts.is_package else node.level
        if up > len(package):
            return ""
        parts = [*package[: len(package) - up], *((node.module or "").split(".") if node.module else [])]
        return ".".join(parts)

    def _assignment(
        self,
        node: ast.Assign | ast.AnnAssign | ast.AugAssign,
        scope: Scope,
        sure: bool,
        after: ast.stmt | None,
    ) -> None:
        if isinstance(node, ast.AugAssign):
            if isinstance(node.target, ast.Name) and isinstance(node.op, ast.Add):
                self._grow(scope, node.target.id, node.value, node, sure)
            else:
                self._changed(node.target, node, scope, (node.value,))
                self._opaque([node.target], scope, sure)
            return
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if node.value is None:
            return
        for target in targets:
            if isinstance(target, ast.Subscript):
                self._changed(target.value, node, scope, (node.value,))
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
                block=self._block([after] if after else []),
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
        self._opaque([target], scope, sure)

    def _opaque(self, targets: Iterable[ast.expr], scope: Scope, sure: bool) -> None:
        for target in targets:
            for name in _names_in(target):
                scope.bind(name, Binding(Opaque(), sure))

    # ------------------------------------------------------------------ definitions

    def _function(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope, in_class: bool
    ) -> FunctionFacts:
        prefix = scope.qualname + (".<locals>." if scope.builder is not None and not in_class else ".")
        qualname = f"{prefix if scope.qualname else ''}{node.name}"
        # A method does not see the names of its class.
        inner = Scope(self.facts, qualname, scope.parent if in_class else scope)
        headless = node.lineno in self.parsed.headless
        function = FunctionFacts(
            qualname=qualname,
            kind=_kind(node, self._yields),
            name_span=self._name_span(node),
            span=span_of(self.document, node),
            signature=None if headless else signature_of(node.args),
            parameters=None if headless else node.args,
            returns=node.returns,
            decorators=tuple(node.decorator_list),
            block=self._block(node.body),
            scope=inner,
            in_class=in_class,
            partial=node.lineno in self.parsed.partial,
            node=None if headless else node,
        )
        inner.builder = function
        self._parameters(node.args, inner)
        self.facts.functions.append(function)
        self._statements(node.body, inner, sure=True, in_class=False)
        return function

    def _parameters(self, arguments: ast.arguments, scope: Scope) -> None:
        positional = [*arguments.posonlyargs, *arguments.args]
        missing = len(positional) - len(arguments.defaults)
        defaults: list[ast.expr | None] = [*([None] * missing), *arguments.defaults]
        pairs = [*zip(positional, defaults, strict=True)]
        pairs += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        for argument, default in pairs:
            scope.bind(argument.arg, Binding(Parameter(default, argument.annotation)))
        for extra in (arguments.vararg, arguments.kwarg):
            if extra:
                scope.bind(extra.arg, Binding(Opaque()))

    def _class(self, node: ast.ClassDef, scope: Scope) -> ClassFacts:
        prefix = scope.qualname + (".<locals>." if scope.builder is not None else ".")
        inner = Scope(self.facts, f"{prefix if scope.qualname else ''}{node.name}", scope)
        self._statements(node.body, inner, sure=True, in_class=True)
        methods = {
            name: binding.target
            for name, bindings in inner.names.items()
            for binding in bindings
            if isinstance(binding.target, FunctionFacts)
        }
        init, call = methods.get("__init__"), methods.get("__call__")
        facts = ClassFacts(
            qualname=inner.qualname,
            name_span=self._name_span(node),
            span=span_of(self.document, node),
            fields=tuple(
                s.target.id
                for s in node.body
                if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)
            ),
            parameters=init.signature.names[1:] if init and init.signature else None,
            bases=tuple(node.bases),
            block=self._block(node.body),
            call=call,
            scope=inner,
        )
        self.facts.classes.append(facts)
        return facts

    def _block(self, body: Sequence[ast.stmt]) -> Block | None:
        literal = docstring_literal(body)
        return parse_block(self.document, literal) if literal is not None else None

    def _name_span(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Span:
        """The name as it is written, which may be longer than the normalised one."""
        start = self.document.offset(self.document.from_ast(node.lineno, node.col_offset))
        match = _NAME.match(self.document.text, start)
        if match is None:
            place: Position = self.document.position(start)
            return Span(place, place)
        return Span(self.document.position(match.start(1)), self.document.position(match.end(1)))

    # ------------------------------------------------------------------ calls

    def _calls(self, nodes: Iterable[ast.AST], scope: Scope, loose: bool = False) -> None:
        pending = [(node, loose) for node in nodes]
        whole = [node for node, _ in pending]
        while pending:
            node, inside = pending.pop()
            if isinstance(node, ast.Call):
                if isinstance(node.func, ast.Name):
                    scope.mentioned.add(node.func.id)
                elif isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
                    is_growth = node in whole and _grown_name(node) in scope.names
                    if not is_growth:
                        values = (*node.args, *(keyword.value for keyword in node.keywords))
                        self._changed(node.func.value, node, scope, values)
                if may_build(node):
                    self.facts.sites.append(CallSite(node, scope, inside))
            inside = inside or isinstance(
                node, ast.Lambda | ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
            )
            pending += [(child, inside) for child in _children(node)]

    def _changed(
        self, owner: ast.expr, node: ast.expr | ast.stmt, scope: Scope, values: tuple[ast.expr, ...]
    ) -> None:
        """Something that ``owner`` holds is changed in place."""
        if isinstance(owner, ast.Subscript):
            owner = owner.value
        if isinstance(owner, ast.Name):
            self.facts.mutations.append(Mutation(owner.id, False, node, scope, values))
        elif isinstance(owner, ast.Attribute):
            self.facts.mutations.append(Mutation(owner.attr, True, node, scope, values))


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Like ``ast.iter_child_nodes``, in a fraction of the time."""
    for value in vars(node).values():
        if isinstance(value, list):
            yield from (item for item in value if isinstance(item, ast.AST))
        elif isinstance(value, ast.AST):
            yield value


def may_build(call: ast.Call) -> bool:
    """Whether a call may build a battery, by its own text: it gives ``claim_shapes``, or calls something
    whose name ends in ``Battery``. (What is imported under another name is found by evaluation.)"""
    if any(keyword.arg == "claim_shapes" for keyword in call.keywords):
        return True
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    return str(name).endswith("Battery")


def signature_of(arguments: ast.arguments) -> Signature:
    """How a function with these parameters can be called."""
    positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    return Signature(
        names=tuple(positional),
        required=len(positional) - len(arguments.defaults),
        positional=-1 if arguments.vararg else len(positional),
        keyword_only=tuple(
            argument.arg
            for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if default is None
        ),
    )


def _kind(node: ast.FunctionDef | ast.AsyncFunctionDef, yields: bool) -> FunctionKind:
    """``yields``: whether the text has that word at all."""
    if isinstance(node, ast.AsyncFunctionDef):
        return "async"
    pending: list[ast.AST] = [*node.body] if yields else []
    while pending:
        inner = pending.pop()
        if isinstance(inner, ast.Yield | ast.YieldFrom):
            return "generator"
        if not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending += _children(inner)
    return "function"


def _own_expressions(node: ast.stmt) -> list[ast.AST]:
    """The expressions of a statement that are not within a statement of its body."""
    out: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr | ast.keyword | ast.withitem | ast.arguments):
            out.append(child)
    return out


def _annotated(body: Sequence[ast.stmt]) -> tuple[str, ...]:
    annotated = [statement.target for statement in body if isinstance(statement, ast.AnnAssign)]
    return tuple(target.id for target in annotated if isinstance(target, ast.Name))


def _grown_name(node: ast.expr | None) -> str | None:
    """``name`` of ``name.append(x)`` and ``name.extend(x)``."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _GROWS
        and isinstance(node.func.value, ast.Name)
        and len(node.args) == 1
        and not node.keywords
    ):
        return node.func.value.id
    return None


def _names_in(target: ast.expr | None) -> list[str]:
    if target is None:
        return []
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
