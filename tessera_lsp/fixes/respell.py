"""TES201: the shape whose name was probably meant."""

from __future__ import annotations

import ast
import difflib
import re

from tessera_lsp.fixes.model import Fix, Replacement, edit_of, is_writable
from tessera_lsp.fixes.source import nodes, offsets
from tessera_lsp.index.model import Declaration
from tessera_lsp.index.trees import span_of
from tessera_lsp.rules.model import Facts, Finding
from tessera_lsp.text import Document
from tessera_lsp.wording import visible

_NO_NAME = re.compile(r"(?P<module>\S+) has no name (?P<name>\w+)")
_LIKENESS = 0.7
"""How alike two names have to be, by ``difflib``'s ratio."""


def nearest_shape(facts: Facts, finding: Finding) -> tuple[Fix, ...]:
    """The near name of a shape of that module which the battery does not declare yet; an import of the wrong
    name changes with it. Part of fix-all: it keeps the shape's place in the order, which taking the entry
    out and declaring the shape anew would not."""
    document = facts.text(finding.path)
    if document is None or not is_writable(document):
        return ()
    for battery in facts.index.batteries:
        for entry in battery.declarations:
            if (entry.path, entry.span) != (finding.path, finding.span):
                continue
            declared = {other.target for other in battery.declarations}
            near = _near(facts, entry, declared)
            changes = _changes(document, entry, near) if near else []
            if not changes:
                return ()
            edits = tuple(edit_of(finding.path, document, change) for change in changes)
            return (Fix(f"Change it to {visible(near)}", edits, safe=True, preferred=True),)
    return ()


def _near(facts: Facts, entry: Declaration, declared: set[tuple[str, str] | None]) -> str:
    """The name of a shape that is written at the top of the module in which the entry's was looked for."""
    found = _NO_NAME.search(entry.missing)
    if found is None:
        return ""
    names = [
        shape.qualname
        for file in facts.index.files.values()
        for shape in file.shapes
        if shape.module == found["module"] and shape.key not in declared and shape.qualname == shape.name
    ]
    return next(iter(difflib.get_close_matches(found["name"], names, 1, _LIKENESS)), "")


def _changes(document: Document, entry: Declaration, near: str) -> list[Replacement]:
    wrong = entry.text.rpartition(".")[2]
    start, end = offsets(document, entry.span)
    if document.text[start:end] != entry.text or not entry.missing.endswith(f" {wrong}"):
        return []  # by another name (``as``), or not as it was read
    if "." in entry.text:
        return [Replacement(end - len(wrong), end, near)]
    return [
        Replacement(at, at + len(wrong), near)
        for node in nodes(document)
        if (at := _place(document, node, wrong)) is not None
    ]


def _place(document: Document, node: ast.AST, wrong: str) -> int | None:
    """The offset of the name, where a node reads or imports it."""
    if isinstance(node, ast.Name) and node.id == wrong and isinstance(node.ctx, ast.Load):
        return offsets(document, span_of(document, node))[0]
    if isinstance(node, ast.alias) and node.name == wrong and node.asname is None:
        return offsets(document, span_of(document, node))[0]
    return None
