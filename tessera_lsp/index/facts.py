"""What a module's text says: its names, functions and classes, as far as wiring and shapes ask for them.

Facts keep the expressions that a value may be read from (assignments, returns, calls) and drop the rest of
the tree.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from tessera_lsp.index.model import ImportedModule, Signature, Suppression, Unreadable
from tessera_lsp.samples import Block
from tessera_lsp.text import Document, Span

FunctionKind = Literal["function", "async", "generator"]


@dataclass(frozen=True)
class Imported:
    """``import module`` (``attribute`` empty) or ``from module import attribute``, with an absolute name.
    ``module`` is empty where a relative import leads above its package."""

    module: str
    attribute: str = ""


@dataclass(frozen=True)
class Assigned:
    """A value given to a name. ``grown``: by ``append`` or ``extend``, not by an expression."""

    value: ast.expr
    name_span: Span
    span: Span
    annotation: ast.expr | None = None
    grown: bool = False
    block: Block | None = None
    """Samples of a string that stands below the assignment."""


@dataclass(frozen=True)
class Parameter:
    """A function's parameter."""

    default: ast.expr | None = None
    annotation: ast.expr | None = None


@dataclass(frozen=True)
class Opaque:
    """A name that is bound in a way whose value can't be read: a loop, ``with``, unpacking, ``global``."""


@dataclass
class FunctionFacts:
    """A function, its scope, and what shapes are recognised by."""

    qualname: str
    kind: FunctionKind
    name_span: Span
    span: Span
    signature: Signature | None
    parameters: ast.arguments | None
    returns: ast.expr | None
    decorators: Sequence[ast.expr]
    block: Block | None
    scope: Scope
    in_class: bool = False
    partial: bool = False
    """Whether its end is missing from the text."""
    node: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    """The definition itself; None where only its name is known."""


@dataclass
class ClassFacts:
    """A class. ``fields`` are its annotated names in order, what a dataclass's constructor takes;
    ``parameters`` are those of ``__init__``; ``call`` is its ``__call__``."""

    qualname: str
    name_span: Span
    span: Span
    fields: tuple[str, ...]
    parameters: tuple[str, ...] | None
    bases: tuple[ast.expr, ...]
    block: Block | None
    call: FunctionFacts | None
    scope: Scope


@dataclass(frozen=True)
class Binding:
    """One way a name gets its value. ``sure`` is False within a branch, loop or handler."""

    target: Imported | Assigned | Parameter | Opaque | FunctionFacts | ClassFacts
    sure: bool = True


@dataclass(frozen=True)
class Return:
    """A returned expression; ``sure`` is False within a branch, loop or handler."""

    value: ast.expr
    sure: bool


@dataclass
class Scope:
    """A module's or function's names, each with its bindings in order."""

    facts: ModuleFacts
    qualname: str = ""
    parent: Scope | None = None
    names: dict[str, list[Binding]] = field(default_factory=dict)
    returned: list[Return] = field(default_factory=list)
    stars: list[str] = field(default_factory=list)
    mentioned: set[str] = field(default_factory=set)
    """Names that are called."""
    builder: FunctionFacts | None = None
    """The function whose body this is."""

    def bind(self, name: str, binding: Binding) -> None:
        self.names.setdefault(name, []).append(binding)


@dataclass(frozen=True, eq=False)
class CallSite:
    """A call that may build a battery. ``loose``: within a comprehension or lambda, whose names it uses."""

    call: ast.Call
    scope: Scope
    loose: bool


@dataclass(frozen=True, eq=False)
class Mutation:
    """A call or assignment that changes a collection in place: ``SHAPES.insert(0, f)``, ``TABLE[key] = f``.

    ``name`` is the collection's last name; ``owned``: it is an attribute of something. ``scope`` is where
    the change is written, ``values`` what it puts in."""

    name: str
    owned: bool
    node: ast.expr | ast.stmt
    scope: Scope
    values: tuple[ast.expr, ...]

    def is_of(self, scope: Scope, name: str) -> bool:
        """Whether it may change what ``name`` of ``scope`` holds."""
        if name != self.name:
            return False
        if self.owned:
            return True
        at: Scope | None = self.scope
        while at is not None and at is not scope and name not in at.names:
            at = at.parent
        return at is scope


@dataclass
class ModuleFacts:
    """All of it for one text."""

    path: str
    module: str
    is_package: bool
    document: Document
    scope: Scope = field(init=False)
    functions: list[FunctionFacts] = field(default_factory=list)
    classes: list[ClassFacts] = field(default_factory=list)
    sites: list[CallSite] = field(default_factory=list)
    imports: list[ImportedModule] = field(default_factory=list)
    mutations: list[Mutation] = field(default_factory=list)
    """Changes in place that are no growth of a name of the same scope (``Assigned.grown``)."""
    unreadable: Unreadable | None = None
    suppressions: tuple[Suppression, ...] = ()
    dynamic: bool = False
    """Whether names may exist that the text does not show: ``__getattr__``, or a part that does not parse."""

    def __post_init__(self) -> None:
        self.scope = Scope(self)


def forget(facts: ModuleFacts) -> None:
    """Cut the circles of facts that nothing uses any more, so that their syntax trees go at once."""
    for function in facts.functions:
        _empty(function.scope)
        function.node = None
    for item in facts.classes:
        _empty(item.scope)
    for site in facts.sites:
        _empty(site.scope)
    _empty(facts.scope)
    for found in (facts.functions, facts.classes, facts.sites, facts.imports, facts.mutations):
        found.clear()


def _empty(scope: Scope) -> None:
    scope.names.clear()
    scope.returned.clear()
    scope.builder = scope.parent = None
