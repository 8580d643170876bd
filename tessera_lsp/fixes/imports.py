"""How a file names something of another module: by an import that is there, or by one that is added."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tessera_lsp.fixes.model import Replacement
from tessera_lsp.fixes.sequences import imported_names
from tessera_lsp.fixes.source import (
    FunctionNode,
    around,
    indentation,
    line_end,
    nodes,
    offsets,
    statements,
)
from tessera_lsp.index.trees import span_of
from tessera_lsp.text import Document, Span

Import = ast.Import | ast.ImportFrom


@dataclass(frozen=True)
class Naming:
    """An expression, and what has to be added for it to mean what it should."""

    expression: str
    added: tuple[Replacement, ...] = ()


@dataclass(frozen=True)
class Target:
    """``name`` (dotted where it stands within a class) of a module. ``alias`` is the name to take where the
    file uses ``name`` for something else."""

    module: str
    name: str
    alias: str = ""

    @property
    def head(self) -> str:
        """What an import of it names."""
        return self.name.partition(".")[0]

    def under(self, head: str) -> str:
        """The expression for it where its first part is known as ``head``."""
        return head + self.name[len(self.head) :]


@dataclass(frozen=True)
class _Home:
    """The file that names it. ``module`` is its dotted name, ``is_package`` whether it is an ``__init__``."""

    document: Document
    module: str
    is_package: bool

    def source(self, statement: ast.ImportFrom) -> str:
        """The dotted module that ``from`` names, relative ones resolved."""
        if not statement.level:
            return statement.module or ""
        package = self.module.split(".")
        if not self.is_package:
            package = package[:-1]
        above = package[: len(package) - statement.level + 1]
        return ".".join((*above, *([statement.module] if statement.module else [])))


def naming(
    document: Document, module: str, path: str, target: Target, at: Span, by_module: bool | None
) -> Naming:
    """How ``document`` (``module`` at ``path``) names ``target`` where ``at`` stands.

    ``by_module`` tells how the neighbours do it: through their module, by their own name, or None for no
    neighbours. An import is added where those stand that are there: in the function, or at the top.
    """
    if module == target.module:
        return Naming(target.name)
    home = _Home(document, module, path.endswith("__init__.py"))
    functions = around(document, at)
    scopes: list[Sequence[ast.stmt]] = [*(f.body for f in functions), statements(document)]
    known = list(_known(home, scopes, target))
    direct = next((found for found in known if found.expression and found.direct), None)
    through = next((found for found in known if found.expression and not found.direct), None)
    longer = next((found for found in known if found.statement is not None), None)
    if direct is not None:
        return Naming(direct.expression)
    if through is not None and by_module is not False:
        return Naming(through.expression)
    alias = _alias(document, target)
    written = f"{target.head} as {alias}" if alias != target.head else target.head
    if longer is not None and longer.statement is not None:
        return Naming(target.under(alias), imported_names(document, longer.statement).with_member(written))
    if through is not None:
        return Naming(through.expression)
    source = _source(home, scopes, target.module)
    line = f"from {source} import {written}"
    return Naming(target.under(alias), (_added(document, functions, line, source),))


def library_name(document: Document, module: str, name: str, at: Span) -> Naming:
    """How ``document`` names ``name`` of a library's module where ``at`` stands."""
    return naming(document, "", "", Target(module, name, f"{module}_{name}"), at, None)


def library_module(document: Document, module: str) -> Naming:
    """How ``document`` names a library's module at its top."""
    for statement in statements(document):
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                if alias.name == module:
                    return Naming(alias.asname or alias.name)
    return Naming(module, (_at_the_top(document, f"import {module}", module, is_from=False),))


@dataclass(frozen=True)
class _Known:
    """``expression``: how an import that is there names it, directly or through its module; or an import
    ``from`` its module that can be made longer."""

    expression: str = ""
    direct: bool = False
    statement: ast.ImportFrom | None = None


def _known(home: _Home, scopes: Sequence[Sequence[ast.stmt]], target: Target) -> Iterator[_Known]:
    for body in scopes:
        for statement in body:
            if isinstance(statement, ast.ImportFrom):
                yield from _known_from(home, statement, target)
            elif isinstance(statement, ast.Import):
                for alias in statement.names:
                    if alias.name == target.module:
                        yield _Known(f"{alias.asname or alias.name}.{target.name}")


def _known_from(home: _Home, statement: ast.ImportFrom, target: Target) -> Iterator[_Known]:
    source = home.source(statement)
    for alias in statement.names:
        if source == target.module and alias.name == target.head:
            yield _Known(target.under(alias.asname or alias.name), direct=True)
        elif f"{source}.{alias.name}".lstrip(".") == target.module:
            yield _Known(f"{alias.asname or alias.name}.{target.name}")
    if source == target.module and statement.names[0].name != "*":
        yield _Known(statement=statement)


def _alias(document: Document, target: Target) -> str:
    """The name to import under: another one where the file has something else of this name."""
    return target.alias if target.alias and target.head in _taken(document) else target.head


@lru_cache(maxsize=16)
def _taken(document: Document) -> frozenset[str]:
    """The names that a file uses."""
    taken: set[str] = set()
    for node in nodes(document):
        if isinstance(node, ast.Name | ast.arg):
            taken.add(node.id if isinstance(node, ast.Name) else node.arg)
        elif isinstance(node, FunctionNode | ast.ClassDef):
            taken.add(node.name)
        elif isinstance(node, ast.alias):
            taken.add((node.asname or node.name).partition(".")[0])
    return frozenset(taken)


def _source(home: _Home, scopes: Sequence[Sequence[ast.stmt]], module: str) -> str:
    """The module as an import would name it: relative where the file's own imports of its package are."""
    found = [s for body in scopes for s in body if isinstance(s, ast.ImportFrom)]
    top = home.module.partition(".")[0]
    relative = any(s.level for s in found)
    absolute = any(not s.level and (s.module or "").partition(".")[0] == top for s in found)
    package = home.module if home.is_package else home.module.rpartition(".")[0]
    if relative and not absolute and package and module.startswith(f"{package}."):
        return "." + module[len(package) + 1 :]
    return module


def _added(document: Document, functions: Sequence[FunctionNode], line: str, source: str) -> Replacement:
    """The import as a line of its own: in the innermost function that has imports, else at the top."""
    for function in functions:
        inner = [s for s in function.body if isinstance(s, Import)]
        if inner:
            last = span_of(document, inner[-1]).end.line
            blanks = indentation(document, span_of(document, inner[-1]).start.line)
            at = line_end(document, last)
            return Replacement(at, at, f"{document.line_ending}{blanks}{line}")
    return _at_the_top(document, line, source)


def _at_the_top(document: Document, line: str, source: str, *, is_from: bool = True) -> Replacement:
    ending = document.line_ending
    body = statements(document)
    imports = [statement for statement in body if isinstance(statement, Import)]
    wanted = _order(source, is_from=is_from, level=source.startswith("."))
    before = [s for s in imports if _order_of(s) <= wanted]
    if before:
        last = before[-1]
        gap = "" if _order_of(last)[0] == wanted[0] else ending
        at = line_end(document, span_of(document, last).end.line)
        return Replacement(at, at, f"{ending}{gap}{line}")
    if imports:
        first = imports[0]
        gap = "" if _order_of(first)[0] == wanted[0] else ending
        at = offsets(document, span_of(document, first))[0]
        return Replacement(at, at, f"{line}{ending}{gap}")
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        at = line_end(document, span_of(document, body[0]).end.line)
        gap = "" if len(body) > 1 else ending
        return Replacement(at, at, f"{ending}{ending}{line}{gap}")
    at = offsets(document, span_of(document, body[0]))[0] if body else 0
    return Replacement(at, at, f"{line}{ending}{ending if body else ''}")


def _order_of(statement: Import) -> tuple[int, bool, str]:
    if isinstance(statement, ast.Import):
        return _order(statement.names[0].name, is_from=False)
    return _order(statement.module or "", is_from=True, level=bool(statement.level))


def _order(module: str, *, is_from: bool, level: bool = False) -> tuple[int, bool, str]:
    """Where an import belongs: ``__future__``, the standard library, all else, relative ones."""
    top = module.partition(".")[0]
    if top == "__future__":
        return 0, is_from, module
    standard = top in sys.stdlib_module_names and not level
    return (1 if standard else 3 if level else 2), is_from, module
