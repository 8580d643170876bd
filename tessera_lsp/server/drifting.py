"""What an edit would change before it is made, and what the open texts change against the merge base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tessera_lsp.drift import Drift, compare, state_of
from tessera_lsp.features.standing import why_nothing_runs
from tessera_lsp.fixes import Edit, applied
from tessera_lsp.server.session import Session
from tessera_lsp.snapshot import Snapshot, items_of
from tessera_lsp.text import Document


async def drift_of(session: Session, texts: Mapping[str, Document], within: float) -> Drift | str:
    """What would change if the project's files read as in ``texts`` (by real path), or why that is not
    known. The open texts and samples are those of now; nothing is published."""
    snapshot = await _judged(session, within)
    if isinstance(snapshot, str):
        return snapshot
    documents = {p: d for p, d in snapshot.documents.items() if p.endswith(".py")}
    after = await session.judged_beside({**documents, **texts}, items_of(snapshot.index), within)
    if after is None:
        return f"the edit was not judged within {within:g} seconds"
    return compare(state_of(snapshot.verdicts), state_of(after))


async def _judged(session: Session, within: float) -> Snapshot | str:
    """The open texts with all their verdicts, to compare with, or why there are none."""
    snapshot = await session.drifting(within)
    if reason := why_nothing_runs(snapshot.verdicts):
        return reason
    if not (snapshot.fresh and snapshot.verdicts.complete):
        return f"the open texts were not judged within {within:g} seconds"
    return snapshot


def texts_with(session: Session, edits: Sequence[Edit]) -> dict[str, Document]:
    """The texts that edits of the present ones make, by path."""
    texts = {}
    for path in {edit.path for edit in edits}:
        document = session.text(path)
        text = applied(document, [edit for edit in edits if edit.path == path])
        texts[path] = Document(document.uri, document.version, text)
    return texts


async def base_drift(session: Session, within: float) -> Drift | str:
    """What the open texts change against the merge base, or why that is not known. Sentences that the base
    has alone are lost ones."""
    snapshot = await _judged(session, within)
    if isinstance(snapshot, str):
        return snapshot
    now = state_of(snapshot.verdicts)
    python = session.settings.python if session.settings else ""
    base = await session.merge_base.state(session.project, python, now.stands)
    return base if isinstance(base, str) else compare(base, now)
