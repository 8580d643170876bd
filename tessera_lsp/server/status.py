"""``tessera/status``: how a project stands, for editors that show it and for tests that wait.

A notification of our own, sent only to clients that state the capability ``experimental.tesseraStatus``.
"""

from __future__ import annotations

from typing import Any

from tessera_lsp.server.session import Session

STATUS = "tessera/status"


def status(session: Session, root_uri: str) -> dict[str, Any]:
    """The notification's parameters.

    ``state`` and ``reason`` as in ``Verdicts``; ``fresh``: the verdicts hold for the texts as they are open;
    ``settled``: nothing more will come unless something changes; ``load`` counts loads of the saved project;
    ``harvest`` is ``done``, ``running`` or why there is none; ``versions`` are those of the open documents
    that all of this, and the diagnostics published before it, were computed from.
    """
    snapshot = session.snapshot
    verdicts = snapshot.verdicts
    harvest = verdicts.harvest_skipped or ("done" if verdicts.harvest_done else "running")
    return {
        "root": root_uri,
        "state": verdicts.state,
        "reason": verdicts.reason,
        "settled": session.settled,
        "fresh": snapshot.fresh,
        "judged": verdicts.judged,
        "load": verdicts.load,
        "python": verdicts.python,
        "harvest": harvest if verdicts.state == "ready" else "",
        "versions": [
            {"uri": document.uri, "version": document.version} for document in snapshot.documents.values()
        ],
    }
