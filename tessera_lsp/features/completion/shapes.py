"""Shapes within a tuple that declares some, with the import that their name needs."""

from __future__ import annotations

import ast
import re
import warnings
from pathlib import Path

from lsprotocol import types

from tessera_lsp.features.completion.brackets import Bracket, bracket_at, next_statement, rest_of
from tessera_lsp.features.completion.place import MOST, Place
from tessera_lsp.features.convert import to_range
from tessera_lsp.fixes.imports import Naming, Target, naming
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.text import Document, Span

_DOTTED = re.compile(r"[^\W\d][\w.]*\Z")
_GIVEN = re.compile(r"\bclaim_shapes\s*=\s*(?:(?:tuple|list)\(\s*)?\Z")
_ASSIGNED = re.compile(r"(\w+)\s*(?::([^=]*))?\+?=\s*(?:(?:tuple|list)\(\s*)?\Z")
_CALLED = re.compile(r"(?:tuple|list)\s*\Z")
_SHAPES = re.compile(r"shapes|grammar", re.IGNORECASE)


def shape_items(place: Place) -> list[types.CompletionItem] | None:
    """The shapes that the tuple around the cursor does not name yet; None outside of such a tuple."""
    text = place.document.text
    typed = _DOTTED.search(place.before)
    written = typed[0] if typed else ""
    start = place.offset - len(written)
    bracket = bracket_at(text, start)
    if bracket is None:
        return None
    members = _members(bracket.inside, rest_of(text, place.offset))
    shapes = _shapes(place)
    if not _declares(place, bracket, members, {shape.name for shape in shapes}):
        return None
    named = {member.rpartition(".")[2] for member in members}
    near = {shape.module for shape in shapes if shape.name in named}
    document = _mended(place.document, start, place.offset, bracket)
    # One member alone needs a comma to make a tuple.
    is_first = text[bracket.start] == "(" and not members and not _CALLED.search(bracket.head)
    comma = "," if is_first and not place.behind.lstrip().startswith(",") else ""
    out: list[types.CompletionItem] = []
    wanted = written.rpartition(".")[2].casefold()
    for shape in sorted(shapes, key=lambda shape: (shape.module not in near, *shape.key)):
        if shape.name not in named and wanted in shape.name.casefold() and len(out) <= MOST:
            item = _item(place, document, shape, members, written, comma)
            if item is not None:
                out.append(item)
    for number, item in enumerate(out):
        item.sort_text = f"{number:05}"
    return out


def _shapes(place: Place) -> list[ShapeDefinition]:
    """All shapes that an import can name."""
    index = place.snapshot.index
    found = [*(shape for file in index.files.values() for shape in file.shapes), *index.elsewhere]
    return [shape for shape in found if "<locals>" not in shape.qualname and shape.module]


def _members(*parts: str) -> list[str]:
    return [member.strip().lstrip("*") for part in parts for member in part.split(",") if member.strip()]


def _declares(place: Place, bracket: Bracket, members: list[str], known: set[str]) -> bool:
    """Whether a bracket holds shapes: by what it is given to, or by what it holds."""
    at = place.document.position(bracket.start)
    for battery in place.snapshot.index.batteries:
        span = battery.shapes_span
        if span is not None and battery.shapes_path == place.path and span.start == at:
            return True
    if _GIVEN.search(bracket.head):
        return True
    assigned = _ASSIGNED.search(bracket.head)
    if assigned is None:
        return False
    if _SHAPES.search(assigned[1]) or "ClaimShape" in (assigned[2] or ""):
        return True
    return any(member.rpartition(".")[2] in known for member in members)


def _mended(document: Document, start: int, offset: int, bracket: Bracket) -> Document:
    """The text as far as its imports and functions can be read where it is half typed: with a name in place
    of what is being typed, its brackets closed, and the rest of its statement dropped. What stands before
    the cursor is the same."""
    text = document.text
    candidates = (
        text,
        f"{text[:start]}_{text[offset:]}",
        f"{text[:start]}_{bracket.closing}\n{text[next_statement(text, offset) :]}",
    )
    for candidate in candidates:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ast.parse(candidate)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        return Document(document.uri, document.version, candidate)
    return document


def _item(
    place: Place, document: Document, shape: ShapeDefinition, members: list[str], written: str, comma: str
) -> types.CompletionItem | None:
    """An item, None where the name can't be had by an import above the cursor."""
    at = document.position(place.offset - len(written))
    module = place.snapshot.project.module_name(Path(place.path))
    found = _named(document, module, place, shape, Span(at, at), members)
    if "." in written and not found.expression.startswith(written.rpartition(".")[0] + "."):
        return None
    if any(added.end > place.offset - len(written) for added in found.added):
        return None
    return types.CompletionItem(
        label=shape.name,
        label_details=types.CompletionItemLabelDetails(description=shape.module),
        kind=types.CompletionItemKind.Function,
        detail=shape.module,
        filter_text=found.expression,
        text_edit=types.TextEdit(place.typed(len(written)), found.expression + comma),
        additional_text_edits=[
            types.TextEdit(
                to_range(
                    document,
                    Span(document.position(added.start), document.position(added.end)),
                    place.client.encoding,
                ),
                added.text,
            )
            for added in found.added
        ]
        or None,
    )


def _named(
    document: Document, module: str, place: Place, shape: ShapeDefinition, at: Span, members: list[str]
) -> Naming:
    """How the file names the shape, in the style of its neighbours."""
    by_module = any("." in member for member in members) if members else None
    alias = f"{shape.module.rpartition('.')[0].rpartition('.')[2]}_{shape.name}"
    target = Target(shape.module, shape.qualname, alias)
    return naming(document, module, place.path, target, at, by_module)
