"""What the index knows, as immutable values.

Paths are absolute, real, as ``str``. Spans are 0-based lines and code points (``tessera_lsp.text``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from tessera_lsp.index.bodies.model import Body
from tessera_lsp.index.patterns.model import PatternUse, Reading
from tessera_lsp.samples import Block, LateBlock
from tessera_lsp.text import Document, Span

ShapeKind = Literal["function", "async", "generator", "assignment", "class"]


@dataclass(frozen=True, slots=True)
class Signature:
    """How a function can be called. ``required`` and ``positional`` count positional parameters (without and
    with defaults; ``positional`` is -1 where ``*args`` takes any number); ``keyword_only`` names keyword-only
    parameters that have no default. ``names`` are the positional parameters' names."""

    names: tuple[str, ...]
    required: int
    positional: int
    keyword_only: tuple[str, ...] = ()

    def takes(self, count: int) -> bool:
        """Whether a call with ``count`` positional arguments and nothing else fits."""
        enough = self.required <= count and (self.positional == -1 or count <= self.positional)
        return enough and not self.keyword_only

    def given(self, count: int, names: Collection[str]) -> Signature | None:
        """What is left of it once ``count`` positional arguments and the keywords ``names`` are given; None
        where these do not fit."""
        if self.positional != -1 and count > self.positional:
            return None
        left = self.names[count:]
        required = max(0, self.required - count)
        capacity = -1 if self.positional == -1 else self.positional - count
        first = next((at for at, name in enumerate(left) if name in names), None)
        missing: tuple[str, ...] = ()
        if first is not None:
            # What stands behind a parameter that is given by name can only be given by name as well.
            missing = tuple(name for name in left[first + 1 : required] if name not in names)
            left, required, capacity = left[:first], min(required, first), first
        keyword_only = tuple(name for name in self.keyword_only if name not in names)
        return Signature(left, required, capacity, (*missing, *keyword_only))


@dataclass(frozen=True, slots=True)
class Insides:
    """What stands within the functions of a file: bodies and readings of its shapes by qualified name (where
    the text tells them), and the patterns that it applies or compiles."""

    bodies: Mapping[str, Body] = field(default_factory=dict)
    readings: Mapping[str, Reading] = field(default_factory=dict)
    patterns: tuple[PatternUse, ...] = ()


class LateInsides:
    """The insides of one file, read when somebody asks for them."""

    __slots__ = ("_now", "_read")

    def __init__(self, read: Callable[[LateInsides], Insides]) -> None:
        """``read`` is given this value, to let it go later."""
        self._read = read
        self._now: Insides | None = None

    @classmethod
    def of(cls, insides: Insides) -> LateInsides:
        """What is read already."""
        return cls(lambda _: insides)

    def get(self) -> Insides:
        """Read once, and again after ``let_go``."""
        if self._now is None:
            self._now = self._read(self)
        return self._now

    def let_go(self) -> None:
        """Forget what was read."""
        self._now = None


@dataclass(frozen=True, slots=True)
class ShapeDefinition:
    """A shape of a claims file (or of another module, where a battery declares one from there).

    ``reason`` says why it is taken for a shape: ``declared``, ``annotated``, ``signature``, ``samples``.
    ``signature`` is None where the text does not tell (an assignment from a factory, say).
    ``partial``: its end is missing from the text, which is being typed. ``wrapped``: a decorator stands
    before it that may take other arguments, or make another thing of its answer.
    """

    path: str
    module: str
    qualname: str
    kind: ShapeKind
    name_span: Span
    span: Span
    signature: Signature | None
    reason: str
    docstring: LateBlock | None = None
    partial: bool = False
    wrapped: bool = False
    insides: LateInsides | None = field(default=None, compare=False, repr=False)

    @property
    def samples(self) -> Block | None:
        """The samples of its docstring."""
        return self.docstring.get() if self.docstring is not None else None

    @property
    def body(self) -> Body | None:
        """What its function does; None where the text does not tell, or is still being typed."""
        return self.insides.get().bodies.get(self.qualname) if self.insides is not None else None

    @property
    def reading(self) -> Reading | None:
        """What a replay over two texts needs, where a pattern may be applied to a part of the claim's
        text."""
        return self.insides.get().readings.get(self.qualname) if self.insides is not None else None

    @property
    def name(self) -> str:
        """The last part of the qualified name."""
        return self.qualname.rpartition(".")[2]

    def within(self, insides: LateInsides) -> ShapeDefinition:
        """The same shape as one of a file with these insides."""
        return replace(self, insides=insides)

    @property
    def key(self) -> tuple[str, str]:
        """Module and qualified name: what batteries declare."""
        return self.module, self.qualname


@dataclass(frozen=True, slots=True)
class Trail:
    """An expression or statement at which the text stops telling what there is; ``text`` on one line."""

    path: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class ImportedModule:
    """``import module`` (``attribute`` empty) or ``from module import attribute``, where the name is written;
    ``attribute`` is ``*`` for all."""

    path: str
    module: str
    attribute: str
    span: Span

    @property
    def names(self) -> tuple[str, str]:
        """The dotted names of modules that this may load."""
        return self.module, f"{self.module}.{self.attribute}" if self.attribute else self.module


@dataclass(frozen=True, slots=True)
class Registration:
    """A decorator that puts the shape below it into ``into``, the last name of a collection; ``by`` is the
    statement that does so."""

    path: str
    span: Span
    text: str
    shape: str
    into: str
    by: Trail


@dataclass(frozen=True, slots=True)
class Declaration:
    """One entry of a battery's tuple: where it is written, and the shape it leads to (None: not known)."""

    path: str
    text: str
    span: Span
    target: tuple[str, str] | None
    also: tuple[tuple[str, str], ...] = ()
    """Further definitions behind ``target``: what a factory returned, a ``partial`` wraps, a class."""
    missing: str = ""
    """Why the name leads to no shape (TES201); empty where it leads to one, or where that can't be told."""
    made: bool = False
    """Whether the entry makes a shape on the spot: another one with the same ``target`` may be different."""


@dataclass(frozen=True, slots=True)
class BatteryDefinition:
    """A call that builds a battery. ``name`` is empty where the text does not tell.

    ``builder_span`` is the name of the enclosing function, or the call's name at module level.
    ``complete`` is False where part of the tuple could not be followed; ``hidden`` is then that expression.
    ``listed`` is False for a battery that ``batteries()`` leaves out.
    """

    path: str
    module: str
    name: str
    builder: str
    builder_span: Span
    declarations: tuple[Declaration, ...]
    complete: bool
    hidden: Span | None = None
    listed: bool = True
    shapes_span: Span | None = None
    """The tuple literal that an added shape would go into, in ``shapes_path``."""
    shapes_path: str = ""
    hidden_path: str = ""
    """The file of ``hidden`` where it is not ``path``."""
    builds: bool = True
    """False for another call with ``claim_shapes=``: it declares shapes and builds no battery."""
    trail: Trail | None = None
    """Where the trail of the shapes ended, within ``hidden`` or far from it."""
    homes: tuple[str, ...] = ()
    """Dotted names of the project's modules and functions that the call is given beside the shapes."""
    keyword: str = "claim_shapes"
    """The name under which the call takes its shapes."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file has no facts, or lacks some: it does not decode or parse there."""

    path: str
    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class ClaimsFile:
    """One claims file. ``vertical`` is its package's dotted name, or the folder's name without a package."""

    path: str
    module: str
    vertical: str
    document: Document
    shapes: tuple[ShapeDefinition, ...]
    unreadable: tuple[Unreadable, ...] = ()
    imports: tuple[ImportedModule, ...] = ()
    registrations: tuple[Registration, ...] = ()
    spoken: frozenset[str] = frozenset()
    """Phrases of the core (``CoreLiteral.phrases``) that the patterns and samples of this file speak."""
    insides: LateInsides | None = field(default=None, compare=False, repr=False)

    @property
    def patterns(self) -> tuple[PatternUse, ...]:
        """The patterns that it applies or compiles."""
        return self.insides.get().patterns if self.insides is not None else ()


@dataclass(frozen=True, slots=True)
class Suppression:
    """``# tessera: ignore[CODE, …]`` on a line (0-based). Without codes it suppresses nothing."""

    path: str
    line: int
    codes: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CoreLiteral:
    """A string of the core with the phrases in it, as it is written there."""

    span: Span
    phrases: tuple[str, ...]


@dataclass(frozen=True)
class Core:
    """What the core imports and says. Empty where no core was found or its text does not parse."""

    path: str = ""
    module: str = ""
    imports: tuple[ImportedModule, ...] = ()
    literals: tuple[CoreLiteral, ...] = ()


@dataclass(frozen=True)
class Index:
    """The grammar surface of a project at one moment.

    ``files`` by path, sorted. ``registry_path`` is empty where no registry was found. ``unreadable`` are
    those of the registry and the core. ``wiring_complete``: every battery's tuple could be followed and all
    of ``batteries()``'s value too.
    """

    files: Mapping[str, ClaimsFile] = field(default_factory=dict)
    registry_path: str = ""
    core_path: str = ""
    batteries: tuple[BatteryDefinition, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    wiring_complete: bool = True
    elsewhere: tuple[ShapeDefinition, ...] = ()
    """Declared shapes that are written in no claims file."""
    unlisted: Trail | None = None
    """Where the value of ``batteries()`` could not be followed further."""
    core: Core = field(default_factory=Core)
    entry: Trail | None = None
    """Where the function or constant that gives the batteries is named; None where the text has none."""
    telling: tuple[ClaimsFile, ...] | None = field(default=None, compare=False, repr=False)
    """The claims files that do not read, or have registrations, or speak phrases of the core: what rules
    about the whole project look at. None: not known apart, all may."""
    wired_in: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The files in which batteries are built and shapes are declared."""

    @property
    def may_tell(self) -> Collection[ClaimsFile]:
        """The claims files to look at for these."""
        return self.telling if self.telling is not None else self.files.values()

    @cached_property
    def verticals(self) -> Mapping[str, str]:
        """The vertical of each claims file's module and of each vertical's package, by dotted name."""
        packages = {file.vertical: file.vertical for file in self.files.values()}
        return {**packages, **{file.module: file.vertical for file in self.files.values()}}

    def declared(self) -> frozenset[tuple[str, str]]:
        """Keys of all shapes that some battery declares, as far as the text tells."""
        declarations = [d for battery in self.batteries for d in battery.declarations]
        return frozenset(key for d in declarations for key in (d.target, *d.also) if key is not None)

    def shape(self, module: str, qualname: str) -> ShapeDefinition | None:
        """The shape with this key, if the index has it."""
        for file in self.files.values():
            if file.module == module:
                return next((shape for shape in file.shapes if shape.qualname == qualname), None)
        return next((shape for shape in self.elsewhere if shape.key == (module, qualname)), None)
