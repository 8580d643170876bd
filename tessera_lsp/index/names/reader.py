"""Read the names of a module: one walk over the tree, then each name is given its variable."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tessera_lsp.index.facts import Imported
from tessera_lsp.index.names.mentions import mentions
from tessera_lsp.index.names.model import MODULE, Kind, ModuleNames, Occurrence
from tessera_lsp.index.names.scopes import Scopes
from tessera_lsp.index.names.spans import Spans
from tessera_lsp.index.parsing import Parser
from tessera_lsp.index.relative import absolute_module
from tessera_lsp.index.trees import children, span_of
from tessera_lsp.text import Document, Span

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_LISTS = frozenset(("append", "extend", "insert"))


def read_names(path: str, module: str, document: Document) -> ModuleNames:
    """The names of one text. Never raises: what does not parse has none, and ``whole`` says so."""
    is_package = path.replace("\\", "/").endswith("/__init__.py")
    return _read(path, module, is_package, document)


@lru_cache(maxsize=64)
def _read(path: str, module: str, is_package: bool, document: Document) -> ModuleNames:
    try:
        parsed = Parser().parse(document)
        reader = _Reader(document, module, is_package)
        reader.body(parsed.body, MODULE)
    except RecursionError:
        start = document.position(0)
        return ModuleNames(path, module, whole=False, trouble=Span(start, start))
    scopes = reader.scopes
    occurrences = [
        replace(raw, variable=scopes.variable(raw.scope, root)) if root else raw for raw, root in reader.found
    ]
    return ModuleNames(
        path,
        module,
        tuple(sorted(occurrences, key=lambda each: each.span)),
        scopes.bindings(),
        tuple(scopes.parents),
        tuple(reader.stars),
        frozenset(reader.exported) if reader.has_all else None,
        parsed.trouble is None,
        parsed.trouble.span if parsed.trouble else None,
    )


@dataclass
class _Reader:
    """``found`` are occurrences, each with the name whose variable it has, empty for none."""

    document: Document
    module: str
    is_package: bool

    def __post_init__(self) -> None:
        self.scopes = Scopes()
        self.found: list[tuple[Occurrence, str]] = []
        self.stars: list[str] = []
        self.exported: list[str] = []
        self.has_all = False
        self._spans = Spans(self.document)

    def all_of(self, nodes: Iterable[ast.AST | None], scope: int) -> None:
        """Read each of the nodes in ``scope``."""
        for node in nodes:
            if node is not None:
                self._node(node, scope)

    def body(self, statements: Sequence[ast.stmt], scope: int) -> None:
        """Read the statements of ``scope``, and what its docstring mentions."""
        for root, attributes, name, spans in mentions(self.document, statements):
            if root:
                self._note(root, spans[0], "text", scope)
                found = Occurrence(name, spans[1], "attribute", scope, attributes=attributes)
                self.found.append((found, root))
            else:
                self._note(name, spans[0], "text", scope)
        self.all_of(statements, scope)

    def _node(self, node: ast.AST, scope: int) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node, scope)
            case ast.ClassDef():
                self._class(node, scope)
            case ast.Lambda():
                self._arguments(node.args, scope, inner := self.scopes.add("function", scope))
                self._node(node.body, inner)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self._comprehension(node, scope)
            case ast.Import():
                self._import(node, scope)
            case ast.ImportFrom():
                self._import_from(node, scope)
            case _:
                self._plain(node, scope)

    def _plain(self, node: ast.AST, scope: int) -> None:
        match node:
            case ast.Name():
                self._name(node, scope)
            case ast.Attribute():
                self._attribute(node, scope)
            case ast.NamedExpr():
                self._node(node.value, scope)
                self._name(node.target, self.scopes.walrus(scope))
            case ast.Global() | ast.Nonlocal():
                for name in node.names:
                    self.scopes.declare(scope, name, "global" if isinstance(node, ast.Global) else "nonlocal")
                    self._note(name, self._spans.word(node, name), "read", scope)
            case ast.JoinedStr():
                self._spans.enter_string(node)
                self.all_of(children(node), scope)
            case _:
                self._other(node, scope)

    def _other(self, node: ast.AST, scope: int) -> None:
        bound = None
        if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            bound = node.name
        elif isinstance(node, ast.MatchMapping):
            bound = node.rest
        if bound is not None:
            self.scopes.bind(scope, bound)
            self._note(bound, self._spans.bound_word(node, bound), "write", scope)
        if scope == MODULE:
            self._exports(node)
        self.all_of(children(node), scope)

    # ------------------------------------------------------------------ scopes

    def _function(self, node: _Function, scope: int) -> None:
        self.scopes.bind(scope, node.name)
        self._note(node.name, self._spans.defined(node, node.name), "definition", scope)
        self.all_of(node.decorator_list, scope)
        inner = self.scopes.add("function", scope)
        self._arguments(node.args, scope, inner)
        self.all_of([node.returns], scope)
        self.body(node.body, inner)

    def _class(self, node: ast.ClassDef, scope: int) -> None:
        self.scopes.bind(scope, node.name)
        self._note(node.name, self._spans.defined(node, node.name), "definition", scope)
        self.all_of([*node.decorator_list, *node.bases, *node.keywords], scope)
        self.body(node.body, self.scopes.add("class", scope))

    def _arguments(self, arguments: ast.arguments, outer: int, inner: int) -> None:
        """Parameters are the function's; defaults and annotations are evaluated around it."""
        given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        given += [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
        for each in given:
            self.scopes.bind(inner, each.arg)
            self._note(each.arg, self._spans.start_word(each, each.arg), "write", inner)
            self.all_of([each.annotation], outer)
        self.all_of([*arguments.defaults, *arguments.kw_defaults], outer)

    def _comprehension(self, node: _Comprehension, scope: int) -> None:
        inner = self.scopes.add("comprehension", scope)
        for number, generator in enumerate(node.generators):
            self._node(generator.iter, inner if number else scope)
            self.all_of([generator.target, *generator.ifs], inner)
        self.all_of([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt], inner)

    # ------------------------------------------------------------------ names

    def _note(self, name: str, span: Span | None, kind: Kind, scope: int) -> None:
        if span is not None:
            self.found.append((Occurrence(name, span, kind, scope), name))

    def _name(self, node: ast.Name, scope: int) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.scopes.bind(scope, node.id)
        kind: Kind = "read" if isinstance(node.ctx, ast.Load) else "write"
        self._note(node.id, self._spans.name(node), kind, scope)

    def _attribute(self, node: ast.Attribute, scope: int) -> None:
        names: list[str] = []
        owner: ast.expr = node.value
        while isinstance(owner, ast.Attribute):
            names.insert(0, owner.attr)
            owner = owner.value
        span = self._spans.attribute(node)
        if isinstance(owner, ast.Name) and span is not None:
            found = Occurrence(node.attr, span, "attribute", scope, attributes=tuple(names))
            self.found.append((found, owner.id))
        self._node(node.value, scope)

    def _import(self, node: ast.Import, scope: int) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            self.scopes.bind(scope, name, Imported(alias.name if alias.asname else name))
            span = self._spans.alias(alias) if alias.asname else self._spans.start_word(alias, name)
            self._note(name, span, "write", scope)

    def _import_from(self, node: ast.ImportFrom, scope: int) -> None:
        module = absolute_module(node, self.module, self.is_package)
        for alias in node.names:
            if alias.name == "*":
                if scope == MODULE:
                    self.stars.append(module)
                continue
            imported = Imported(module, alias.name)
            self.scopes.bind(scope, alias.asname or alias.name, imported)
            span = self._spans.start_word(alias, alias.name)
            if span is not None:
                aliased = alias.asname is not None
                found = Occurrence(alias.name, span, "import", scope, imported=imported, aliased=aliased)
                self.found.append((found, "" if aliased else alias.name))
            if alias.asname:
                self._note(alias.asname, self._spans.alias(alias), "write", scope)

    # ------------------------------------------------------------------ __all__

    def _exports(self, node: ast.AST) -> None:
        """``__all__ = …``, ``+= …``, ``.append(…)`` and ``.extend(…)``."""
        parts: Sequence[ast.expr] = ()
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
                parts = [node.value]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id == "__all__" and node.func.attr in _LISTS:
                parts = node.args
        for part in parts:
            self.has_all = True
            for text in ast.walk(part):
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    self._exported(text)

    def _exported(self, node: ast.Constant) -> None:
        name = str(node.value)
        self.exported.append(name)
        span = span_of(self.document, node)
        source = self.document.slice(span)
        match = re.fullmatch(r"(['\"])(\w+)\1", source)
        if match is not None and unicodedata.normalize("NFKC", match[2]) == name:
            at = self.document.offset(span.start)
            inside = Span(self.document.position(at + 1), self.document.position(at + len(source) - 1))
            self._note(name, inside, "text", MODULE)
