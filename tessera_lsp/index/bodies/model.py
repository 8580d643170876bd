"""What is known of a function's body, as immutable values without syntax trees.

Spans are 0-based lines and code points of the module's document.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from tessera_lsp.text import Span

KindName = Literal[
    "unknown", "bool", "none", "match", "text", "bytes", "number", "list", "tuple", "set", "dict",
    "pattern", "function", "object", "iterator",
]  # fmt: skip
EffectSort = Literal["clock", "chance", "environment", "files", "network", "global", "argument", "memo"]


class Kind(NamedTuple):
    """A kind of value that an expression may have. ``truth`` is how it tests, None where it may test either
    way. ``sure``: values of this kind do occur there, as far as each path through the body can be taken."""

    name: KindName
    truth: bool | None
    sure: bool = True


Kinds = frozenset[Kind]
"""The kinds of an expression; empty for one that never has a value."""


@dataclass(frozen=True)
class Answer:
    """One ``return`` that can be reached: its expression (the whole statement where it is bare)."""

    span: Span
    kinds: Kinds


@dataclass(frozen=True)
class Effect:
    """An expression that makes a function impure.

    ``words`` say what it does ("reads the clock: time.time"). ``helper`` is the function of the same module,
    or its constant, that holds the expression; empty for the function's own body. ``parameter`` is the name
    of the function's own parameter that is changed, for the sort ``argument``.
    """

    sort: EffectSort
    span: Span
    words: str
    helper: str = ""
    parameter: str = ""


@dataclass(frozen=True)
class BinaryMoney:
    """An amount of money in a binary float; ``span`` is the call or literal that a fix would change."""

    span: Span
    words: str


@dataclass(frozen=True)
class Body:
    """The body of one function.

    ``ends`` are the last statements of the paths that end without a ``return``; ``may_end`` says that one
    more path may do so. ``is_stub``: nothing is written yet (``pass``, ``...``, a docstring).
    ``understood`` is False where reading the body took too many steps: then nothing is said of its answers.
    """

    answers: tuple[Answer, ...] = ()
    ends: tuple[Span, ...] = ()
    may_end: bool = False
    is_stub: bool = False
    understood: bool = True
    effects: tuple[Effect, ...] = ()
    money: tuple[BinaryMoney, ...] = ()

    @cached_property
    def kinds(self) -> Kinds:
        """The kinds of all answers, an unsaid ``None`` included."""
        unsaid = {Kind("none", False)} if self.ends else set()
        return frozenset(kind for answer in self.answers for kind in answer.kinds) | unsaid

    @cached_property
    def answered(self) -> frozenset[str]:
        """``true``, ``false`` and ``none``, as far as they may be answered; empty where something else may
        be, or not all is understood."""
        if not self.understood:
            return frozenset()
        found = set()
        for kind in self.kinds:
            if kind.name == "none":
                found.add("none")
            elif kind.name == "bool" and kind.truth is not None:
                found.add("true" if kind.truth else "false")
            else:
                return frozenset()
        return frozenset(found)
