"""What the client was last told about diagnostics, and what it must be told next."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from lsprotocol import types


@dataclass(frozen=True)
class Batch:
    """All diagnostics of one file. ``version`` is the open document's, None for a file that is not open."""

    version: int | None
    diagnostics: tuple[types.Diagnostic, ...] = ()


class Published:
    """The diagnostics that stand in the client, by URI.

    A file's diagnostics replace the ones sent before, so a URI that has none any more must be sent an empty
    list, and one that is unchanged need not be sent. A new version is always sent, even with the same
    content: the client may have moved the old ones with the text.

    There is one for the connection, since the client knows no projects: while a file passes from one project
    to another, both have something to say about it, and what the newer one says stands.
    """

    def __init__(self) -> None:
        self._standing: dict[str, Batch] = {}
        self._wanted: dict[Hashable, Mapping[str, Batch]] = {}
        """By source, in the order in which they began."""

    def update(self, source: Hashable, wanted: Mapping[str, Batch]) -> list[types.PublishDiagnosticsParams]:
        """What to send so that just ``wanted`` stands of this source, clearings first."""
        self._wanted[source] = wanted
        return self._differences()

    def end(self, source: Hashable) -> list[types.PublishDiagnosticsParams]:
        """What to send so that nothing of this source stands."""
        self._wanted.pop(source, None)
        return self._differences()

    def _differences(self) -> list[types.PublishDiagnosticsParams]:
        wanted = {uri: batch for batches in self._wanted.values() for uri, batch in batches.items()}
        messages = [
            types.PublishDiagnosticsParams(uri=uri, diagnostics=[])
            for uri, batch in self._standing.items()
            if uri not in wanted and batch.diagnostics
        ]
        for uri, batch in wanted.items():
            if self._standing.get(uri, Batch(None)) != batch:
                messages.append(
                    types.PublishDiagnosticsParams(
                        uri=uri, diagnostics=list(batch.diagnostics), version=batch.version
                    )
                )
        self._standing = wanted
        return messages
