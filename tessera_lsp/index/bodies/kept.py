"""Bodies that are kept from one text of a module to the next."""

from __future__ import annotations

import re
from collections import Counter

from tessera_lsp.index.bodies.model import Body
from tessera_lsp.index.facts import FunctionFacts, ModuleFacts
from tessera_lsp.index.skeleton import skeleton
from tessera_lsp.text import Span

_WORD = re.compile(r"\w+")
_SILENT = re.compile(
    r"(?P<prefix>\b[A-Za-z]{1,2})?(?P<quote>\"\"\"|'''|[\"'])(?:\\.|(?!(?P=quote)).)*(?P=quote)|#[^\r\n]*",
    re.DOTALL,
)
"""String literals and comments: what no name of is called. In an f-string there may be calls."""
Key = tuple[str, Span, str]
"""A function's qualified name, place and text."""


class KeptBodies:
    """The bodies of one file's functions. A body depends on the function's own text, on its place, and on all
    of the module but the insides of other functions that nobody calls."""

    def __init__(self) -> None:
        self.read = 0
        """How many bodies were read so far."""
        self._context: tuple[object, ...] = ()
        self._kept: dict[Key, Body | None] = {}
        self._now: dict[Key, Body | None] = {}

    def begin(self, facts: ModuleFacts) -> None:
        """Take the next text of the file; forget all where more of it has changed than the inside of a
        function."""
        words = Counter(_WORD.findall(_SILENT.sub(_spoken, facts.document.text)))
        spoken_of = {f.qualname for f in facts.functions if words[f.qualname] > 1}
        context = skeleton(facts, spoken_of)
        self._kept = self._now if context == self._context else {}
        self._context, self._now = context, {}

    def get(self, key: Key) -> tuple[bool, Body | None]:
        """Whether a body is kept, and the body."""
        if key not in self._kept:
            return False, None
        self._now[key] = self._kept[key]
        return True, self._kept[key]

    def put(self, key: Key, body: Body | None) -> None:
        """Keep a body that was read."""
        self.read += 1
        self._now[key] = body


def _spoken(found: re.Match[str]) -> str:
    return found[0] if "f" in (found["prefix"] or "").lower() else " "


def key_of(function: FunctionFacts) -> Key:
    """What a function's body is kept under."""
    return function.qualname, function.span, function.scope.facts.document.slice(function.span)
