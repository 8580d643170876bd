"""What the client was last told about diagnostics, and what it must be told next."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from lsprotocol import types

from tessera_lsp.features.diagnostics import diagnostics
from tessera_lsp.rules.model import Finding
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Encoding, Span


@dataclass(frozen=True)
class Batch:
    """All diagnostics of one file. ``version`` is the open document's, None for a file that is not open."""

    version: int | None
    diagnostics: tuple[types.Diagnostic, ...] = ()


@dataclass(frozen=True)
class _Made:
    """A batch, and what it was made of."""

    uri: str
    findings: tuple[Finding, ...]
    texts: Mapping[str, Document | None]
    """The file's own text, and those of the files that its findings point into."""
    is_open: bool
    batch: Batch

    def holds(self, uri: str, path: str, snapshot: Snapshot, findings: tuple[Finding, ...]) -> bool:
        """Whether it is still right."""
        return (
            uri == self.uri
            and (path in snapshot.documents) == self.is_open
            and len(findings) == len(self.findings)
            and all(map(operator.is_, findings, self.findings))
            and all(snapshot.document(path) is text for path, text in self.texts.items())
        )

    def is_told_alike(self, path: str, snapshot: Snapshot, findings: tuple[Finding, ...]) -> bool:
        """Whether another text of the file, and nothing else, is what there is to tell: where each character
        is one unit to every client, a place that both texts hold is told alike whatever stands around it."""
        before, now = self.texts.get(path), snapshot.documents.get(path)
        return (
            len(self.texts) == 1
            and before is not None
            and now is not None
            and len(findings) == len(self.findings)
            and all(map(operator.is_, findings, self.findings))
            and before.is_ascii
            and now.is_ascii
            and all(before.holds(span) and now.holds(span) for each in findings for span in _spans(each))
        )

    def known(self, path: str, text: Document | None) -> Callable[[Finding], types.Diagnostic | None]:
        """Gives what was made of a finding, as far as that holds in the next text of the file."""
        before = self.texts.get(path)
        if text is None or before is None or not (text.is_ascii and before.is_ascii):
            return lambda _: None
        pairs = zip(self.findings, self.batch.diagnostics, strict=True)
        made = {
            id(finding): found
            for finding, found in pairs
            if not finding.related and before.holds(finding.span) and text.holds(finding.span)
        }
        return lambda finding: made.get(id(finding))


class Batches:
    """The batches of one session's snapshots; those of files of which nothing has changed are kept."""

    def __init__(self) -> None:
        self._made: dict[str, _Made] = {}

    def of(self, snapshot: Snapshot, encoding: Encoding, uri: Callable[[str], str]) -> dict[str, Batch]:
        """What the client is to be shown, by URI: the open files and those that have findings."""
        before, self._made = self._made, {}
        for path in {**snapshot.documents, **snapshot.findings}:
            kept, name, findings = before.get(path), uri(path), snapshot.findings.get(path, ())
            if kept is None or not kept.holds(name, path, snapshot, findings):
                if kept is not None and name == kept.uri and kept.is_told_alike(path, snapshot, findings):
                    self._made[path] = _make(name, path, snapshot, kept.batch.diagnostics)
                    continue
                known = kept.known(path, snapshot.document(path)) if kept is not None else _nothing
                kept = _make(name, path, snapshot, diagnostics(snapshot, path, encoding, uri, known))
            self._made[path] = kept
        return {made.uri: made.batch for made in self._made.values()}


def _spans(finding: Finding) -> tuple[Span, ...]:
    """Where a finding is, and what it points to."""
    return finding.span, *(place.span for place in finding.related)


def _nothing(_: Finding) -> None:
    """Nothing was made of any finding."""


def _make(uri: str, path: str, snapshot: Snapshot, found: tuple[types.Diagnostic, ...]) -> _Made:
    document, findings = snapshot.documents.get(path), snapshot.findings.get(path, ())
    paths = {path, *(place.path for finding in findings for place in finding.related)}
    batch = Batch(document.version if document is not None else None, found)
    texts = {each: snapshot.document(each) for each in paths}
    return _Made(uri, findings, texts, document is not None, batch)


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
