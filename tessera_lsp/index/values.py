"""What an expression of the wiring stands for, as far as the text tells."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from tessera_lsp.index.facts import ClassFacts, FunctionFacts, ModuleFacts, Scope
from tessera_lsp.text import Span

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Place:
    """An expression in a file."""

    path: str
    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not to be told from the text; ``place`` is the expression where the trail ends."""

    place: Place


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that leads nowhere; ``reason`` says what was looked for where."""

    reason: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant: a string, number, bool or None. ``place`` is the expression that spells a string."""

    value: object
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern of ``re``; ``place`` is the expression that spells it."""

    pattern: str
    flags: int
    place: Place


@dataclass(frozen=True, slots=True)
class Builtin:
    """A name of the language."""

    name: str


@dataclass(frozen=True, slots=True)
class External:
    """Something of a library: its module and name (empty for the module itself)."""

    module: str
    name: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class ModuleValue:
    """A module of the project. ``facts`` is None for a namespace package."""

    module: str
    facts: ModuleFacts | None


@dataclass(frozen=True, eq=False, slots=True)
class Function:
    """A function of the project, with the frame that it closes over."""

    facts: FunctionFacts
    frame: Frame

    @property
    def key(self) -> Key:
        return self.facts.scope.facts.module, self.facts.qualname


@dataclass(frozen=True, eq=False, slots=True)
class Class:
    """A class of the project."""

    facts: ClassFacts

    @property
    def key(self) -> Key:
        return self.facts.scope.facts.module, self.facts.qualname


@dataclass(frozen=True, slots=True)
class FieldsClass:
    """A class that a call makes, as ``namedtuple("Battery", "name claim_shapes")`` does, with its fields."""

    name: str
    fields: tuple[str, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Instance:
    """What calling a class gives."""

    of: Class


@dataclass(frozen=True, eq=False, slots=True)
class Partial:
    """``functools.partial`` of something: ``count`` positional arguments and the keywords ``names`` are
    given; ``count`` is -1 where the text does not tell."""

    of: Value
    count: int = -1
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Anonymous:
    """A lambda: a shape without a name."""


@dataclass(frozen=True, eq=False, slots=True)
class Named:
    """A value made by a call and kept in a constant of a module: known by the constant's name."""

    key: Key
    value: Value


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """A member of a sequence: what it is and where it is written."""

    value: Value
    place: Place


@dataclass(frozen=True, eq=False, slots=True)
class Entries:
    """A tuple or list. ``hidden``: the part that could not be followed. ``literal``: the last display in it,
    where a further member would be written. ``grown``: put together by ``append`` or ``extend``."""

    entries: tuple[Entry, ...]
    hidden: Place | None = None
    literal: Place | None = None
    grown: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """A dictionary display with constant keys."""

    items: Mapping[object, Entry]


@dataclass(frozen=True, eq=False, slots=True)
class BatteryValue:
    """A battery: the call that builds it and what it declares. ``builder`` is the function around it."""

    call: ast.Call
    scope: Scope
    name: str
    shapes: Entries
    place: Place
    shapes_place: Place | None
    builder: FunctionFacts | None
    homes: tuple[str, ...] = ()
    """Dotted names of what of the project it is given beside its shapes."""
    keyword: str = "claim_shapes"
    """What its class calls the shapes."""


Value = (
    Unknown
    | Missing
    | Literal
    | Pattern
    | Builtin
    | External
    | ModuleValue
    | Function
    | Class
    | FieldsClass
    | Instance
    | Partial
    | Anonymous
    | Named
    | Entries
    | Table
    | BatteryValue
)


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """Where an expression is evaluated: a scope, the values of names that a call or comprehension has given,
    and, for ``limits``, how many bindings of a name come before the expression."""

    scope: Scope
    given: Mapping[str, Value] = field(default_factory=dict)
    outer: Frame | None = None
    limits: Mapping[str, int] = field(default_factory=dict)
    caller: FunctionFacts | None = None
    """The function around the outermost call that led here with arguments."""


def keys_of(value: Value) -> tuple[Key, ...]:
    """The definitions that a declared value leads to, the nearest first; empty where none is known."""
    if isinstance(value, Function | Class):
        return (value.key,)
    if isinstance(value, External):
        return ((value.module, value.name),) if value.name else ()
    if isinstance(value, Named):
        return (value.key, *keys_of(value.value))
    if isinstance(value, Partial | Instance):
        return keys_of(value.of)
    return ()


def as_entries(value: Value, place: Place) -> Entries:
    """A value as a sequence; what is none is hidden at ``place``."""
    if isinstance(value, Entries):
        return value
    if isinstance(value, Literal) and value.value is None:
        return Entries(())
    return Entries((), place)


def is_made(value: Value) -> bool:
    """Whether a declared value is made where it is declared: ``make(1)`` and ``make(2)`` lead to the same
    definition and are two shapes."""
    if isinstance(value, Function):
        return "<locals>" in value.facts.qualname
    return not isinstance(value, Named | Class | External)
