"""What a module's text says: its names, functions and classes, as far as wiring and shapes ask for them.

Facts keep the expressions that a value may be read from (assignments, returns, calls) and drop the rest of
the tree.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tessera_lsp.index.chunks import Chunk
from tessera_lsp.index.model import ImportedModule, Signature, Suppression, Unreadable
from tessera_lsp.samples import Block, LateBlock
from tessera_lsp.text import Document, Span

FunctionKind = Literal["function", "async", "generator"]


@dataclass(frozen=True, slots=True)
class Imported:
    """``import module`` (``attribute`` empty) or ``from module import attribute``, with an absolute name.
    ``module`` is empty where a relative import leads above its package."""

    module: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Assigned:
    """A value given to a name. ``grown``: by ``append`` or ``extend``, not by an expression."""

    value: ast.expr
    name_span: Span
    span: Span
    annotation: ast.expr | None = None
    grown: bool = False
    docstring: LateBlock | None = None
    """A string with samples that stands below the assignment."""

    @property
    def block(self) -> Block | None:
        """The samples of the string below."""
        return self.docstring.get() if self.docstring is not None else None


@dataclass(frozen=True, slots=True)
class Parameter:
    """A function's parameter."""

    default: ast.expr | None = None
    annotation: ast.expr | None = None


@dataclass(frozen=True, slots=True)
class Opaque:
    """A name that is bound in a way whose value can't be read: a loop, ``with``, unpacking, ``global``."""


@dataclass(slots=True)
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
    docstring: LateBlock | None
    scope: Scope
    in_class: bool = False
    partial: bool = False
    """Whether its end is missing from the text."""
    node: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    """The definition itself; None where only its name is known."""

    @property
    def block(self) -> Block | None:
        """The samples of its docstring."""
        return self.docstring.get() if self.docstring is not None else None


@dataclass(slots=True)
class ClassFacts:
    """A class. ``fields`` are its annotated names in order, what a dataclass's constructor takes;
    ``parameters`` are those of ``__init__``; ``call`` is its ``__call__``."""

    qualname: str
    name_span: Span
    span: Span
    fields: tuple[str, ...]
    parameters: tuple[str, ...] | None
    bases: tuple[ast.expr, ...]
    docstring: LateBlock | None
    call: FunctionFacts | None
    scope: Scope

    @property
    def block(self) -> Block | None:
        """The samples of its docstring."""
        return self.docstring.get() if self.docstring is not None else None


@dataclass(frozen=True, slots=True)
class Binding:
    """One way a name gets its value. ``sure`` is False within a branch, loop or handler."""

    target: Imported | Assigned | Parameter | Opaque | FunctionFacts | ClassFacts
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Return:
    """A returned expression; ``sure`` is False within a branch, loop or handler."""

    value: ast.expr
    sure: bool


@dataclass(slots=True)
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

    def knows(self, name: str) -> bool:
        """Whether the name is bound by what has been read so far."""
        return name in self.names or (self.parent is None and self.facts.has_bound(name))


@dataclass(frozen=True, eq=False, slots=True)
class CallSite:
    """A call that may build a battery. ``loose``: within a comprehension or lambda, whose names it uses."""

    call: ast.Call
    scope: Scope
    loose: bool


@dataclass(frozen=True, eq=False, slots=True)
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


@dataclass(eq=False, slots=True)
class Part:
    """What one chunk of a text adds to the facts of its module."""

    chunk: Chunk
    key: object
    """The same for as long as the chunk says the same, wherever it stands."""
    line: int
    names: dict[str, list[Binding]]
    stars: list[str]
    functions: list[FunctionFacts]
    classes: list[ClassFacts]
    sites: list[CallSite]
    imports: list[ImportedModule]
    mutations: list[Mutation]
    suppressions: list[Suppression]
    asked: list[tuple[str, bool]]
    """Names, and whether they were bound above: what it says depends on that."""
    calls_read: bool
    outside: tuple[object, ...] | None = None
    """What of it the wiring can depend on (``skeleton``)."""
    has_more: bool = field(init=False)
    """Whether there is more than names and functions: seldom."""

    def __post_init__(self) -> None:
        more = (self.stars, self.classes, self.sites, self.imports, self.mutations)
        self.has_more = any(more)


@dataclass(slots=True)
class ModuleFacts:
    """All of it for one text. After an edit the same object holds those of the next text."""

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
    behind: tuple[str, ...] | None = None
    """Of a head (``heads``): the names that only the whole facts tell of."""
    parts: list[Part] = field(default_factory=list)
    """The same by the chunks of the text, in order."""
    calls: dict[str, int] = field(default_factory=dict)
    """How many functions call a name."""
    own: Part | None = None
    """The part that a view shows (``only``)."""
    _above: Container[str] = ()
    _asked: list[tuple[str, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scope = Scope(self)

    def has_bound(self, name: str) -> bool:
        """Whether a part above the one that is read binds the name."""
        found = name in self._above
        self._asked.append((name, found))
        return found

    def only(self, part: Part) -> ModuleFacts:
        """A view with the functions and classes of one part, and all else of the module."""
        view = copy.copy(self)
        view.own, view.functions, view.classes = part, part.functions, part.classes
        return view

    @property
    def own_names(self) -> Mapping[str, list[Binding]]:
        """The names of the module, of a view those that its part binds, each with the bindings there."""
        return self.scope.names if self.own is None else self.own.names

    @property
    def texts(self) -> tuple[str, ...]:
        """The text by its parts."""
        return tuple([part.chunk.text for part in self.parts]) or (self.document.text,)

    @property
    def own_text(self) -> str:
        """The text, of a view that of its part."""
        return self.document.text if self.own is None else self.own.chunk.text

    def is_called(self, function: FunctionFacts) -> bool:
        """Whether another function of the module calls it by its name."""
        found = self.calls.get(function.qualname, 0)
        return found > (1 if function.qualname in function.scope.mentioned else 0)

    def release(self) -> None:
        """Hold nothing of the parts that were read last but what was put together."""
        self._above, self._asked = (), []

    def clear(self) -> None:
        """Make room for the next part, or for all of them."""
        self.scope.names, self.scope.stars, self.scope.returned = {}, [], []
        self.functions, self.classes, self.sites, self.imports, self.mutations = [], [], [], [], []

    def take_part(
        self, chunk: Chunk, above: Container[str], read: Callable[[], None], calls_read: bool
    ) -> Part:
        """What ``read`` adds while it fills these facts; ``above`` are the names that are bound already."""
        self.clear()
        self._above, self._asked = above, []
        read()
        return Part(
            chunk, object(), chunk.line, self.scope.names, self.scope.stars, self.functions, self.classes,
            self.sites, self.imports, self.mutations, [], self._asked, calls_read,
        )  # fmt: skip


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
    del facts.scope
    facts.parts.clear()
    facts.release()
    for found in (facts.functions, facts.classes, facts.sites, facts.imports, facts.mutations):
        found.clear()


def _empty(scope: Scope) -> None:
    scope.names.clear()
    scope.returned.clear()
    scope.builder = scope.parent = None
