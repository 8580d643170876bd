"""Commands that compare: drift, driftOf."""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from tessera_lsp.drift import Drift
from tessera_lsp.features.commands import arguments, results
from tessera_lsp.features.commands.drifting import drifted, in_words
from tessera_lsp.features.commands.editing import EditError, texts_after
from tessera_lsp.features.standing import why_nothing_runs
from tessera_lsp.server.drifting import base_drift, drift_of
from tessera_lsp.server.handlers.commands.calling import Commands
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.session import Session
from tessera_lsp.server.uris import path_of
from tessera_lsp.text import Document

DRIFT_WITHIN = 30.0
"""Seconds within which a whole project is judged under a text, or it is said that it was not."""
BASE_WITHIN = 30.0
"""Seconds for the open texts; the base takes as long as the project's own settings allow."""
AGAINST = ("saved", "base")


def register(server: TesseraServer, commands: Commands) -> None:
    """Register this area's handlers."""

    async def on_drift(asked: arguments.DriftArguments) -> list[results.Drifted]:
        if asked.against not in AGAINST:
            raise JsonRpcInvalidParams(f"'against' is {' or '.join(AGAINST)}, not {asked.against!r}")
        found = []
        for session in await commands.sessions(asked.uri):
            drift = await (
                base_drift(session, BASE_WITHIN) if asked.against == "base" else saved_drift(session)
            )
            if asked.show:
                words = drift if isinstance(drift, str) else in_words(drift)
                shown = types.ShowMessageParams(
                    types.MessageType.Info, f"{session.project.root.name}: {words}"
                )
                server.window_show_message(shown)
            locate, root = commands.locate(session), commands.root(session)
            found.append(drifted(session.snapshot, drift, asked.against, locate, root))
        return found

    async def on_drift_of(asked: arguments.DriftOfArguments) -> results.Drifted:
        session = await commands.session(asked.uri)

        def read(uri: str) -> tuple[str, Document]:
            path = path_of(uri)
            if path is None:
                raise EditError(f"{uri} is no file")
            return path, session.text(path)

        try:
            texts = texts_after(asked.edit, read, server.encoding)
        except EditError as error:
            raise JsonRpcInvalidParams(f"tessera.server.driftOf: {error}") from error
        drift = await drift_of(session, texts, DRIFT_WITHIN)
        locate, root = commands.locate(session), commands.root(session)
        return drifted(session.snapshot, drift, "open", locate, root)

    commands.add("drift", arguments.DriftArguments, on_drift)
    commands.add("driftOf", arguments.DriftOfArguments, on_drift_of)


async def saved_drift(session: Session) -> Drift | str:
    """What the open texts change against what is saved, or why that is not known."""
    snapshot = await session.drifting(DRIFT_WITHIN)
    if snapshot.fresh and snapshot.drift is not None:
        return snapshot.drift
    reason = why_nothing_runs(snapshot.verdicts)
    return reason or f"not judged within {DRIFT_WITHIN:g} seconds"
