"""Every place that speaks of a shape or cites a record."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from tessera_lsp.features.claim_literals import claim_literals
from tessera_lsp.features.convert import from_position, to_range
from tessera_lsp.features.reach import Reach, citation_at, shape_at
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.index.names.denoting import Denoting
from tessera_lsp.index.names.model import Occurrence
from tessera_lsp.index.names.within import definitions_of
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Span

_WRITES = frozenset(("definition", "write", "import"))


def sought(
    snapshot: Snapshot, reach: Reach, path: str, position: types.Position
) -> ShapeDefinition | str | None:
    """What the place is about: a shape, whose references other files have to be searched for, or the id of a
    cited record, or nothing of ours."""
    place = from_position(reach.text(path), position, reach.encoding)
    cited = citation_at(snapshot, path, place)
    return cited.id if cited is not None else shape_at(snapshot, reach, path, place)


def shape_references(
    reach: Reach, shape: ShapeDefinition, denoting: Denoting, *, with_definition: bool
) -> list[types.Location]:
    """All places that mean the shape, under its own name or another, in the modules of ``denoting``."""
    places = {
        (each.path, each.occurrence.span): None
        for each in denoting.references()
        if each.occurrence.kind != "definition"
    }
    if with_definition:
        places[shape.path, shape.name_span] = None
    return [reach.location(*place) for place in sorted(places)]


def record_references(snapshot: Snapshot, reach: Reach, identity: str) -> list[types.Location]:
    """All citations of a record: those of samples, and of the claims that open files write out."""
    paths = dict.fromkeys((*snapshot.index.files, *snapshot.documents))
    return [reach.location(path, span) for path in paths for span in _citations(snapshot, path, identity)]


def highlights(
    snapshot: Snapshot, reach: Reach, path: str, position: types.Position
) -> list[types.DocumentHighlight] | None:
    """The same shape, or the same record, elsewhere in the file."""
    document = reach.text(path)
    found = sought(snapshot, reach, path, position)
    if found is None:
        return None
    if isinstance(found, str):
        read = types.DocumentHighlightKind.Read
        spans = dict.fromkeys(_citations(snapshot, path, found), read)
    else:
        names = reach.names.of(path)
        at = names.at(from_position(document, position, reach.encoding))
        wanted = {found.name, at.name if at is not None else found.name}
        within = definitions_of(names, at) if at is not None else frozenset()
        spans = {
            each.span: _kind(each)
            for each in names.occurrences
            if each.name in wanted
            and (
                found.key in reach.names.meaning(names, each)
                or (within and definitions_of(names, each) == within)
            )
        }
    return [
        types.DocumentHighlight(to_range(document, span, reach.encoding), kind)
        for span, kind in sorted(spans.items())
    ]


def _kind(occurrence: Occurrence) -> types.DocumentHighlightKind:
    if occurrence.kind == "text":
        return types.DocumentHighlightKind.Text
    written = occurrence.kind in _WRITES
    return types.DocumentHighlightKind.Write if written else types.DocumentHighlightKind.Read


def _citations(snapshot: Snapshot, path: str, identity: str) -> Iterator[Span]:
    for shape in snapshot.shapes(path):
        for sample in shape.samples.samples if shape.samples else ():
            yield from (each.span for each in sample.citations if each.id == identity)
    for literal in claim_literals(snapshot, path):
        cited = zip(literal.citations, literal.cited_at, strict=True)
        yield from (span for named, span in cited if named == identity)
