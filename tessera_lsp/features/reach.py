"""What a place in any file of the project means, and how other places are told to the client."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lsprotocol import types

from tessera_lsp.features.convert import to_range
from tessera_lsp.features.targets import ClaimTarget, SampleTarget, ShapeTarget, find
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.index.names.denoting import Denoting
from tessera_lsp.index.names.following import Names
from tessera_lsp.index.names.within import Within, definitions_of, variable_of
from tessera_lsp.rules.samples import key_of
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Encoding, Position, Span

_WORD = re.compile(r"\w+")
_IMPORT = re.compile(r"\bimport\b[ \t]*(?:\([^)]*|(?:\\\r?\n|[^\r\n])*)")


@dataclass(frozen=True)
class Reach:
    """What moving about needs beside a snapshot. ``text`` gives the text of any file of the project, the open
    one before the saved one; ``uri`` is the client's own for a path."""

    names: Names
    text: Callable[[str], Document]
    uri: Callable[[str], str]
    encoding: Encoding

    def location(self, path: str, span: Span) -> types.Location:
        """A span of a file for the client."""
        return types.Location(self.uri(path), to_range(self.text(path), span, self.encoding))


@dataclass(frozen=True)
class Cited:
    """A citation of a sample, or of a claim in code. ``keys`` are those of what was judged with it."""

    id: str
    keys: tuple[str, ...]


def shape_at(snapshot: Snapshot, reach: Reach, path: str, position: Position) -> ShapeDefinition | None:
    """The shape that the name at ``position`` means, in a claims file, a registry, a test."""
    if _may_mean(snapshot, reach.text(path), position):
        for key in reach.names.keys(path, position):
            shape = snapshot.index.shape(*key)
            if shape is not None:
                return shape
        shape = _within_function(snapshot, reach, path, position)
        if shape is not None:
            return shape
    target = find(snapshot, path, position)
    return target.shape if isinstance(target, ShapeTarget) else None


def everywhere(reach: Reach, shape: ShapeDefinition, denoting: Denoting) -> Denoting:
    """What means the shape: ``denoting``, which was searched for in all files, or where the shape is written
    within a function, what does so in its module."""
    if "." not in shape.qualname:
        return denoting
    names = reach.names.of(shape.path)
    variable = variable_of(names, shape.name_span)
    return Within(names, variable) if variable is not None else denoting


def _within_function(
    snapshot: Snapshot, reach: Reach, path: str, position: Position
) -> ShapeDefinition | None:
    """The shape that is written within a function, by its name there."""
    names = reach.names.of(path)
    occurrence = names.at(position)
    places = definitions_of(names, occurrence) if occurrence is not None else frozenset()
    shapes = (*snapshot.shapes(path), *snapshot.index.elsewhere) if places else ()
    return next((each for each in shapes if each.path == path and each.name_span in places), None)


def citation_at(snapshot: Snapshot, path: str, position: Position) -> Cited | None:
    """The record id at ``position``, in a sample or in a claim that an open file writes out."""
    match find(snapshot, path, position):
        case SampleTarget(shape, sample):
            ids = [each.id for each in sample.citations if each.span.contains(position)]
            keys: tuple[str, ...] = (key_of(shape, sample),)
        case ClaimTarget(literal):
            cited = zip(literal.citations, literal.cited_at, strict=True)
            ids = [identity for identity, span in cited if span.contains(position)]
            keys = tuple(item.key for item in literal.items())
        case _:
            return None
    return Cited(ids[0], keys) if ids else None


def _may_mean(snapshot: Snapshot, document: Document, position: Position) -> bool:
    """Whether the word at a position is worth a look at all names of the file: a shape's own name, or one
    that an import brings. An editor asks at every move of the cursor."""
    line = document.line(position.line)
    word = next((m[0] for m in _WORD.finditer(line) if m.start() <= position.character <= m.end()), "")
    if not word:
        return False
    index = snapshot.index
    shapes = (*(shape for file in index.files.values() for shape in file.shapes), *index.elsewhere)
    if any(shape.name == word for shape in shapes) or not word.isascii():
        return True
    return any(word in _WORD.findall(match[0]) for match in _IMPORT.finditer(document.text))
