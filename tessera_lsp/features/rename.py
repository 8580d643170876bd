"""Another name for a shape, everywhere it is spoken of: definition, tuples, imports, ``__all__``, tests, and
between backticks in docstrings of scopes that know it."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from tessera_lsp.features.convert import from_position, to_range
from tessera_lsp.features.reach import Reach, shape_at
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.index.names.denoting import Denoting, Reference
from tessera_lsp.index.names.renaming import Refusal, plan
from tessera_lsp.index.names.within import variable_of
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Span


class RenameError(Exception):
    """Why a name cannot be changed, for the user."""


def prepare_rename(
    snapshot: Snapshot, reach: Reach, path: str, position: types.Position
) -> types.PrepareRenamePlaceholder | None:
    """The name at a position, where it is a shape's; None where it is none. Raises ``RenameError`` where it
    is a shape that can't be renamed from here."""
    found = _named(snapshot, reach, path, position)
    if found is None:
        return None
    shape, span = found
    return types.PrepareRenamePlaceholder(to_range(reach.text(path), span, reach.encoding), shape.name)


def shape_to_rename(snapshot: Snapshot, reach: Reach, path: str, position: types.Position) -> ShapeDefinition:
    """The shape whose name stands at a position. Raises ``RenameError``."""
    found = _named(snapshot, reach, path, position)
    if found is None:
        raise RenameError("no claim shape is named here")
    return found[0]


def _named(
    snapshot: Snapshot, reach: Reach, path: str, position: types.Position
) -> tuple[ShapeDefinition, Span] | None:
    place = from_position(reach.text(path), position, reach.encoding)
    occurrence = reach.names.of(path).at(place)
    shape = shape_at(snapshot, reach, path, place)
    if shape is None:
        return None
    if "." in shape.qualname and variable_of(reach.names.of(shape.path), shape.name_span) is None:
        raise RenameError(f"{shape.qualname} is a class's: rename it by hand, and check its uses")
    if occurrence is None:
        raise RenameError(
            f"the names of {reach.names.relative(path)} can't be told here: does the file parse?"
        )
    if occurrence.name != shape.name:
        raise RenameError(f"{occurrence.name} is an alias of {shape.name}: rename it where it is defined")
    return shape, occurrence.span


def rename(reach: Reach, denoting: Denoting, new: str, *, versioned: bool = True) -> types.WorkspaceEdit:
    """The edit of every place in the modules of ``denoting`` that bears the shape's name; an alias stays.

    ``versioned``: with the version that each open text has. Raises ``RenameError`` with what stands against
    it. Other strings, comments, and what else docstrings say are left as they are.
    """
    if new == denoting.key[1]:
        return types.WorkspaceEdit(document_changes=[]) if versioned else types.WorkspaceEdit(changes={})
    planned = plan(denoting, new)
    if isinstance(planned, Refusal):
        raise RenameError(_words(reach, planned))
    by_path: dict[str, list[types.TextEdit]] = {}
    for reference in _distinct(planned):
        span = to_range(reach.text(reference.path), reference.occurrence.span, reach.encoding)
        by_path.setdefault(reference.path, []).append(types.TextEdit(span, new))
    if not versioned:
        return types.WorkspaceEdit(changes={reach.uri(path): edits for path, edits in by_path.items()})
    changes = [
        types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(reach.uri(path), reach.text(path).version), [*edits]
        )
        for path, edits in by_path.items()
    ]
    return types.WorkspaceEdit(document_changes=[*changes])


def _distinct(references: Iterable[Reference]) -> Iterable[Reference]:
    """Each place once: the name of an import is also that of its variable."""
    return {(each.path, each.occurrence.span): each for each in references}.values()


def _words(reach: Reach, refusal: Refusal) -> str:
    if not refusal.path:
        return refusal.message
    where = reach.names.relative(refusal.path)
    if refusal.occurrence is not None:
        where += f", line {refusal.occurrence.span.start.line + 1}"
    return f"{where}: {refusal.message}"
