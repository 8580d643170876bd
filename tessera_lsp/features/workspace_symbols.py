"""Find a battery, a shape or a sample of the workspace by a part of its name or text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lsprotocol import types

from tessera_lsp.features.convert import to_range
from tessera_lsp.features.standing import shorten
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Encoding, Span

MOST = 500
"""Symbols in one answer."""


def workspace_symbols(
    snapshot: Snapshot, query: str, encoding: Encoding, uri: Callable[[str], str]
) -> list[types.WorkspaceSymbol]:
    """The symbols whose name holds the letters of ``query`` in this order, without case (a sample's sentence
    holds it in one piece); those that hold it in one piece first, then batteries, shapes, samples, each in
    the order of the text."""
    wanted = query.casefold()
    found = [symbol for symbol in _symbols(snapshot, encoding, uri) if _fits(wanted, symbol)]
    found.sort(key=lambda symbol: wanted not in symbol.name.casefold())
    return found[:MOST]


def _fits(wanted: str, symbol: types.WorkspaceSymbol) -> bool:
    name = symbol.name.casefold()
    if symbol.kind == types.SymbolKind.String:
        return wanted in name
    rest = iter(name)
    return all(letter in rest for letter in wanted if not letter.isspace())


def _symbols(
    snapshot: Snapshot, encoding: Encoding, uri: Callable[[str], str]
) -> Iterator[types.WorkspaceSymbol]:
    def symbol(
        name: str, kind: types.SymbolKind, path: str, span: Span, container: str
    ) -> types.WorkspaceSymbol:
        document = snapshot.document(path) or Document(uri(path), None, "")
        location = types.Location(uri(path), to_range(document, span, encoding))
        return types.WorkspaceSymbol(location, name, kind, container_name=container)

    for battery in snapshot.index.batteries:
        name = battery.name or battery.builder
        yield symbol(name, types.SymbolKind.Object, battery.path, battery.builder_span, battery.module)
    shapes = [shape for file in snapshot.index.files.values() for shape in file.shapes]
    for shape in shapes:
        yield symbol(shape.qualname, types.SymbolKind.Function, shape.path, shape.name_span, shape.module)
    for shape in shapes:
        for sample in shape.samples.samples if shape.samples else ():
            name = f"{sample.word}: {shorten(sample.text, 80)}"
            yield symbol(name, types.SymbolKind.String, shape.path, sample.span, shape.qualname)
