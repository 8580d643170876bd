"""What is known of patterns and of the functions that apply them, as immutable values without trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tessera_lsp.text import Span


@dataclass(frozen=True)
class PatternUse:
    """A pattern that a call applies or compiles.

    ``method`` is the method of ``re`` (``compile`` where the call only compiles it). ``call`` is the whole
    call, in the claims file; ``literal`` the expression that spells the pattern, in ``literal_path``.
    """

    method: str
    pattern: str
    flags: int
    call: Span
    literal: Span
    literal_path: str


@dataclass(frozen=True)
class Known:
    """A constant: a string, number, bool or None. Flags of ``re`` are numbers."""

    value: str | int | float | bool | None


@dataclass(frozen=True)
class Compiled:
    """A compiled pattern."""

    pattern: str
    flags: int


@dataclass(frozen=True)
class Library:
    """Something of a library, or of the language (``builtins``)."""

    module: str
    name: str


@dataclass(frozen=True)
class Reading:
    """A function that reads a claim: its text, and what the names in it mean that it does not bind itself.

    ``source`` is whole lines, from the ``def`` (decorators left out) to the end. Two functions of the same
    text and meaning are equal wherever they stand; ``path`` and ``line`` (from 0) say where.
    """

    source: str
    bindings: tuple[tuple[str, Bound], ...]
    path: str = field(compare=False, default="")
    line: int = field(compare=False, default=0)

    def all(self) -> Iterator[Reading]:
        """This function and those of the project that it calls."""
        yield self
        for _, bound in self.bindings:
            if isinstance(bound, Reading):
                yield from bound.all()


Bound = Known | Compiled | Library | Reading
"""What a name means; names that nothing is known of are left out."""
