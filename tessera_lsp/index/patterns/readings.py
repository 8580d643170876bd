"""Functions that read a claim, with what the names in them mean: all that a replay of them needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import lru_cache

from tessera_lsp.index.evaluate import Evaluator
from tessera_lsp.index.facts import FunctionFacts, ModuleFacts
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.index.patterns.meanings import Meanings
from tessera_lsp.index.patterns.model import Bound, Compiled, Known, Library, Reading
from tessera_lsp.index.patterns.sources import read_text, source_of
from tessera_lsp.index.spelling import number_of
from tessera_lsp.index.values import Builtin, External, Frame, Function, Literal, Pattern, Value
from tessera_lsp.index.wiring import frame_of

_OPEN = re.compile(r"\b(?:match|search|findall|finditer)\s*\(")
_HELPERS = 3
"""How many calls deep helpers are read."""
_KEEPING = {("functools", "cache"), ("functools", "lru_cache"), ("typing", "no_type_check")}
"""Decorators that leave the answers as they are."""


def readings_of(
    facts: ModuleFacts, shapes: Iterable[ShapeDefinition], meanings: Meanings
) -> dict[str, Reading]:
    """The readings by qualified name of those of a module's shapes that may apply a pattern to a part of a
    text: directly, or in a function of the project that they call."""
    if not _may_be_open(facts, meanings.evaluator):
        return {}
    functions = {function.qualname: function for function in facts.functions}
    reader = _Reader(meanings)
    out = {}
    for shape in shapes:
        function = functions.get(shape.qualname)
        if function is not None and shape.kind == "function" and not shape.partial:
            reading = reader.shape(function)
            if reading is not None:
                out[shape.qualname] = reading
    return out


def _may_be_open(facts: ModuleFacts, evaluator: Evaluator) -> bool:
    """Whether the text of a module, or of one of the project that it imports, has such a call at all."""
    texts = facts.texts
    # Of a text that is not divided, which may be long, nothing is kept.
    if any(map(_has_open, texts)) if len(texts) > 1 else _OPEN.search(texts[0]) is not None:
        return True
    found = (evaluator.modules.find(imported.module) for imported in facts.imports)
    return any(_has_open(other.document.text) for other in found if other is not None)


@lru_cache(maxsize=256)
def _has_open(text: str) -> bool:
    return _OPEN.search(text) is not None


class _Reader:
    """Reads the functions of one module."""

    def __init__(self, meanings: Meanings) -> None:
        self._meanings = meanings
        self._helpers: dict[tuple[int, int], Reading] = {}

    def shape(self, function: FunctionFacts) -> Reading | None:
        """The reading of a shape; None where no part of it is open, or where a decorator stands between."""
        frame = frame_of(function.scope)
        if not all(self._keeps(decorator, frame) for decorator in function.decorators):
            return None
        reading = self._read(function, frame, 0)
        return reading if any(_OPEN.search(part.source) for part in reading.all()) else None

    def _keeps(self, decorator: ast.expr, frame: Frame) -> bool:
        value = self._meanings.value(decorator.func if isinstance(decorator, ast.Call) else decorator, frame)
        return isinstance(value, External) and (value.module, value.name) in _KEEPING

    def _read(self, function: FunctionFacts, frame: Frame, depth: int) -> Reading:
        source = source_of(function)
        bindings = []
        for name, node in read_text(source).names:
            bound = self._bound(self._meanings.value(node, frame), depth)
            if bound is not None:
                bindings.append((name, bound))
        path = function.scope.facts.path
        return Reading(source, tuple(bindings), path, function.span.start.line)

    def _bound(self, value: Value, depth: int) -> Bound | None:
        number = number_of(value)
        if isinstance(value, External) and number is not None:
            return Known(number)
        if isinstance(value, Literal):
            is_plain = value.value is None or isinstance(value.value, str | int | float | bool)
            return Known(value.value) if is_plain else None  # type: ignore[arg-type]
        if isinstance(value, Pattern):
            return Compiled(value.pattern, value.flags)
        if isinstance(value, External):
            return Library(value.module, value.name)
        if isinstance(value, Builtin):
            return Library("builtins", value.name)
        if isinstance(value, Function) and depth < _HELPERS:
            return self._helper(value, depth)
        return None

    def _helper(self, value: Function, depth: int) -> Reading | None:
        facts = value.facts
        if facts.kind != "function" or facts.in_class or facts.decorators or facts.partial:
            return None
        if value.frame.outer is not None or value.frame.given:
            return self._read(facts, Frame(facts.scope, {}, value.frame), depth + 1)
        key = (id(facts), depth)
        if key not in self._helpers:
            self._helpers[key] = self._read(facts, Frame(facts.scope, {}, value.frame), depth + 1)
        return self._helpers[key]
