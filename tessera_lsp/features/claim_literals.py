"""Claims that are written out in code, most of them in tests: text and cited records, read from the text.

What is read is what can be told for sure: the text is one string, and each part of the support names exactly
one record of a battery. A record that the code makes itself may say anything under any id: it does not count.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tessera_lsp.index.parsing import Parser
from tessera_lsp.index.patterns.sources import last_name
from tessera_lsp.index.trees import span_of
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Position, Span
from tessera_lsp.verdicts import sample_key
from tessera_lsp.wire import BatteryInfo, Item


@dataclass(frozen=True)
class ClaimLiteral:
    """A call that makes a claim. ``span`` is the call's, ``text_span`` the string's; ``cited_at`` are the
    strings that name the ``citations``, parallel to them. ``batteries`` are those that hold all cited
    records."""

    text: str
    citations: tuple[str, ...]
    cited_at: tuple[Span, ...]
    batteries: tuple[str, ...]
    span: Span
    text_span: Span

    def items(self) -> tuple[Item, ...]:
        """The sentence as it is put to each battery."""
        return tuple(
            Item(sample_key("", name, "", self.text, self.citations), "", "", self.text, self.citations, name)
            for name in self.batteries
        )


def claim_literals(snapshot: Snapshot, path: str) -> tuple[ClaimLiteral, ...]:
    """The claims that an open file writes out, in order. A claims file makes none, and is not looked at: it
    is what is typed in, and to look costs a parse."""
    document = snapshot.documents.get(path)
    if document is None or not path.endswith(".py") or path in snapshot.index.files:
        return ()
    batteries = snapshot.verdicts.batteries
    classes = {battery.claim_class for battery in batteries if battery.claim_class}
    if not any(name in document.text for name in classes):
        return ()
    known = {battery.name: _ids(battery) for battery in batteries}
    found = []
    for written in _written(document, frozenset(classes)):
        named = _named_alone(written.support)
        ids, places = tuple(each.value for each in named), tuple(each.span for each in named)
        names = tuple(name for name, ids_known in known.items() if ids and ids_known.issuperset(ids))
        if names:
            found.append(ClaimLiteral(written.text, ids, places, names, written.span, written.text_span))
    return tuple(found)


def claim_literal_at(snapshot: Snapshot, path: str, position: Position) -> ClaimLiteral | None:
    """The claim in whose call a position stands: the innermost one."""
    around = [literal for literal in claim_literals(snapshot, path) if literal.span.contains(position)]
    return min(around, key=lambda literal: (literal.span.end.line, literal.span.end), default=None)


def literal_items(snapshot: Snapshot) -> tuple[Item, ...]:
    """What is to be judged for the claims of all open files, each sentence once."""
    items = [
        item
        for path in snapshot.documents
        for literal in claim_literals(snapshot, path)
        for item in literal.items()
    ]
    return tuple({item.key: item for item in items}.values())


class _String(NamedTuple):
    """A string as it is written."""

    span: Span
    value: str


_Strings = tuple[_String, ...]


@dataclass(frozen=True)
class _Written:
    """``support`` has the strings of each part of the support; None for a part that can't be told."""

    text: str
    support: tuple[_Strings | None, ...]
    span: Span
    text_span: Span


@lru_cache(maxsize=64)
def _written(document: Document, classes: frozenset[str]) -> tuple[_Written, ...]:
    return tuple(sorted(_calls(document, classes), key=lambda written: written.span))


def _calls(document: Document, classes: frozenset[str]) -> Iterator[_Written]:
    for statement in Parser().parse(document).body:
        for node in ast.walk(statement):
            if not isinstance(node, ast.Call) or last_name(node.func) not in classes:
                continue
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            text = node.args[0] if node.args else given.get("text")
            support = node.args[1] if len(node.args) > 1 else given.get("support")
            if support is None or not isinstance(text, ast.Constant) or not isinstance(text.value, str):
                continue
            parts = tuple(_parts(document, support))
            yield _Written(text.value, parts, span_of(document, node), span_of(document, text))


def _parts(document: Document, support: ast.expr) -> Iterator[_Strings | None]:
    """The strings in each part of a support; where one call gives all of it, each string is a part."""
    if isinstance(support, ast.Tuple | ast.List):
        for element in support.elts:
            strings = _strings(document, element)
            yield strings if strings is not None and len(strings) == 1 else None
        return
    strings = _strings(document, support)
    if strings is None:
        yield None
    else:
        yield from ((string,) for string in strings)


def _strings(document: Document, node: ast.expr) -> _Strings | None:
    """The strings within an expression in order; None where it makes a record or holds what may be any."""
    found = []
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and last_name(inner.func).endswith("Record"):
            return None
        if isinstance(inner, ast.Starred | ast.JoinedStr | ast.comprehension | ast.IfExp | ast.Lambda):
            return None
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            found.append(_String(span_of(document, inner), inner.value))
    return tuple(sorted(found))


def _named_alone(support: tuple[_Strings | None, ...]) -> _Strings:
    """What the parts of a support name; empty where one of them can't be told."""
    if any(part is None for part in support):
        return ()
    return tuple(string for part in support if part is not None for string in part)


@lru_cache(maxsize=16)
def _ids(battery: BatteryInfo) -> frozenset[str]:
    return frozenset(battery.ids)
