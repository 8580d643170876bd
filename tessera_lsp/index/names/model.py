"""The names of one module, each with the variable that it is, by Python's scoping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from tessera_lsp.index.facts import Imported
from tessera_lsp.text import Position, Span

Kind = Literal["definition", "write", "read", "import", "attribute", "text"]
MODULE = 0
"""The scope of the module itself."""


class Variable(NamedTuple):
    """A name within the scope that binds it."""

    scope: int
    name: str


@dataclass(frozen=True)
class Occurrence:
    """A place where a name is written.

    ``kind``: ``definition`` (of a function or class), ``write``, ``read``; ``import``: the name in ``from
    module import name``, ``imported`` then says what it means there; ``attribute``: ``name`` in
    ``variable.attributes.name``; ``text``: an entry of ``__all__``, or between backticks in a docstring.
    ``variable`` is what the name, or the root of the attributes, is; None for an imported name that is bound
    under another (``as``). ``scope`` is where it is written.
    """

    name: str
    span: Span
    kind: Kind
    scope: int
    variable: Variable | None = None
    imported: Imported | None = None
    attributes: tuple[str, ...] = ()
    aliased: bool = False


@dataclass(frozen=True)
class ModuleNames:
    """All of one text. ``bindings`` has what each variable was bound to by imports, None for another binding.

    ``stars`` are the modules of ``from … import *`` at module level. ``whole`` is False where a part of the
    text does not parse: names there are not known.
    """

    path: str
    module: str
    occurrences: tuple[Occurrence, ...] = ()
    bindings: Mapping[Variable, tuple[Imported | None, ...]] = field(default_factory=dict)
    parents: tuple[int, ...] = (-1,)
    """The enclosing scope of each scope, -1 for the module."""
    stars: tuple[str, ...] = ()
    exported: frozenset[str] | None = None
    """The strings of ``__all__``; None where the module has none."""
    whole: bool = True
    trouble: Span | None = None

    def at(self, position: Position) -> Occurrence | None:
        """The occurrence at a position; a cursor behind a name is on it."""
        found = [each for each in self.occurrences if each.span.contains(position)]
        return next((each for each in found if each.span.start == position), found[0] if found else None)

    def around(self, scope: int) -> Iterator[int]:
        """``scope`` and those that enclose it, innermost first."""
        while scope >= 0:
            yield scope
            scope = self.parents[scope]
