"""``drift`` and ``driftOf``: a comparison with the places that it leads to, and in words."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.drift import Drift, Entry
from tessera_lsp.features.commands import results
from tessera_lsp.features.commands.surface import Locate
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.rules.samples import key_of
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Span
from tessera_lsp.verdicts import owner_name
from tessera_lsp.wording import counted, quoted, visible

ANNOTATION = "tessera-drift"
SHOWN = 10
"""Entries that are shown where a person reads them."""


def drifted(
    snapshot: Snapshot, drift: Drift | str, against: str, locate: Locate, root: str
) -> results.Drifted:
    """The drift as the command gives it; a text is why there is none."""
    known = drift if isinstance(drift, Drift) else Drift()
    places = _sample_places(snapshot) if known.entries else {}
    return results.Drifted(
        root=root,
        against=against,
        fresh=snapshot.fresh,
        entries=tuple(_entry(snapshot, entry, places, locate) for entry in known.entries),
        unjudged=len(known.unjudged),
        gained=len(known.gained),
        lost=len(known.lost),
        renamed=known.renamed,
        why_not=drift if isinstance(drift, str) else "",
    )


def _sample_places(snapshot: Snapshot) -> dict[str, tuple[str, Span]]:
    return {
        key_of(shape, sample): (shape.path, sample.span)
        for file in snapshot.index.files.values()
        for shape in file.shapes
        for sample in (shape.samples.samples if shape.samples else ())
    }


def _entry(
    snapshot: Snapshot, entry: Entry, places: dict[str, tuple[str, Span]], locate: Locate
) -> results.DriftEntry:
    owner = _shape(snapshot, entry.battery, entry.after.owner) or _shape(
        snapshot, entry.battery, entry.before.owner
    )
    return results.DriftEntry(
        battery=entry.battery,
        claim=entry.claim,
        citations=entry.citations,
        before=results.Said(owner=entry.before.owner, verdict=entry.before.verdict),
        after=results.Said(owner=entry.after.owner, verdict=entry.after.verdict),
        why=entry.why,
        measured=entry.measured,
        samples=tuple(locate(*places[key]) for key in entry.samples if key in places),
        owner=locate(owner.path, owner.name_span) if owner is not None else None,
    )


def _shape(snapshot: Snapshot, battery: str, owner: str) -> ShapeDefinition | None:
    """The declared shape that verdicts call ``owner``, where the text has it."""
    for reference in snapshot.verdicts.shapes(battery):
        if owner_name(reference) == owner:
            return snapshot.index.shape(reference.module, reference.qualname)
    return None


def annotated(edit: types.WorkspaceEdit, drift: Drift | str) -> types.WorkspaceEdit:
    """The edit with what it would change as an annotation: a client shows it, and asks its user where
    verdicts change. For clients that take annotations and versioned edits."""
    if isinstance(drift, str):
        label, description = "Whether verdicts change is not known", drift
    elif drift.entries:
        label, _, description = in_words(drift).partition(":\n")
    else:
        label, description = "No verdict changes", in_words(drift)
    asks = isinstance(drift, Drift) and bool(drift.entries)
    annotation = types.ChangeAnnotation(label, needs_confirmation=asks, description=description)
    changes = []
    for change in edit.document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        edits = [types.AnnotatedTextEdit(ANNOTATION, e.range, e.new_text) for e in _plain(change)]
        changes.append(types.TextDocumentEdit(change.text_document, [*edits]))
    return types.WorkspaceEdit(document_changes=[*changes], change_annotations={ANNOTATION: annotation})


def _plain(change: types.TextDocumentEdit) -> list[types.TextEdit]:
    return [edit for edit in change.edits if isinstance(edit, types.TextEdit)]


def in_words(drift: Drift, limit: int = SHOWN) -> str:
    """The drift for a person, a line an entry, plain text."""
    if not drift.entries:
        told = "no verdict changes"
        if drift.unjudged:
            told += f", but {counted(len(drift.unjudged), 'claim')} could not be judged"
        return told
    head = f"{counted(len(drift.entries), 'verdict or owner', 'verdicts or owners')} changed"
    lines = [f"{head}:"]
    for entry in drift.entries[:limit]:
        lines.append(f"{quoted(entry.claim)} ({visible(entry.battery)})")
        lines.append(f"    {visible(entry.before.words)} → {visible(entry.after.words)}")
    if len(drift.entries) > limit:
        lines.append(f"and {len(drift.entries) - limit:,} more")
    return "\n".join(lines)
