"""Evaluate what patterns are spelled with: ``re.compile``, ``re.escape``, ``"|".join(…)``."""

from __future__ import annotations

import ast
import re

from tessera_lsp.index.evaluating import Evaluating
from tessera_lsp.index.values import Entries, External, Frame, Literal, Pattern, Place, Unknown, Value

_FLAGS_AT = {"compile": 1, "match": 2, "search": 2, "fullmatch": 2, "findall": 2, "finditer": 2}
_FLAGS_AT |= {"sub": 4, "subn": 4, "split": 3}
"""Where a function of ``re`` takes its flags among its positional arguments."""


def of_re(evaluator: Evaluating, node: ast.Call, name: str, frame: Frame) -> Value:
    """What a call of a function of ``re`` gives, as far as it is a pattern or a text."""
    if name == "compile":
        return applied_pattern(evaluator, node, name, frame) or evaluator.unknown(node, frame)
    if name == "escape" and len(node.args) == 1:
        value = evaluator.value(node.args[0], frame)
        if isinstance(value, Literal) and isinstance(value.value, str):
            return Literal(re.escape(value.value), evaluator.place(node, frame))
    return evaluator.unknown(node, frame)


def applied_pattern(evaluator: Evaluating, call: ast.Call, name: str, frame: Frame) -> Pattern | None:
    """The pattern that a call of the function ``name`` of ``re`` is given, with its flags; None where the
    text does not tell."""
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    if name not in _FLAGS_AT or None in keywords or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    written = call.args[0] if call.args else keywords.get("pattern")
    given = call.args[_FLAGS_AT[name]] if len(call.args) > _FLAGS_AT[name] else keywords.get("flags")
    flags = number_of(evaluator.value(given, frame)) if given is not None else 0
    if written is None or flags is None:
        return None
    value = evaluator.value(written, frame)
    if isinstance(value, Pattern) and not flags:
        return value
    if isinstance(value, Literal) and isinstance(value.value, str):
        return Pattern(value.value, flags, value.place or evaluator.place(written, frame))
    return None


def number_of(value: Value) -> int | None:
    """A number, or a flag of ``re`` as one."""
    if isinstance(value, External) and value.module == "re":
        flag = getattr(re, value.name, None)
        return int(flag) if isinstance(flag, re.RegexFlag) else None
    return int(value.value) if isinstance(value, Literal) and isinstance(value.value, int) else None


def joined(separator: Literal, parts: Value, place: Place) -> Value:
    """``separator.join(parts)``."""
    if not isinstance(separator.value, str) or not isinstance(parts, Entries) or parts.hidden is not None:
        return Unknown(place)
    texts = [entry.value.value for entry in parts.entries if isinstance(entry.value, Literal)]
    known = [text for text in texts if isinstance(text, str)]
    return Literal(separator.value.join(known), place) if len(known) == len(parts.entries) else Unknown(place)
