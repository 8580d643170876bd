"""Findings as the client's diagnostics."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from tessera_lsp.features.convert import to_range
from tessera_lsp.rules.model import Finding
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Encoding

SOURCE = "tessera"
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}


def diagnostics(
    snapshot: Snapshot,
    path: str,
    encoding: Encoding,
    uri: Callable[[str], str],
    known: Callable[[Finding], types.Diagnostic | None] = lambda _: None,
) -> tuple[types.Diagnostic, ...]:
    """The diagnostics of one file. ``uri`` names other files to the client, ``known`` gives what was made of
    a finding before and still stands."""
    found = snapshot.findings.get(path, ())
    return tuple([known(each) or _diagnostic(snapshot, each, encoding, uri) for each in found])


def _diagnostic(
    snapshot: Snapshot, finding: Finding, encoding: Encoding, uri: Callable[[str], str]
) -> types.Diagnostic:
    data: dict[str, object] = {"name": finding.name, "stale": finding.stale}
    if finding.witness is not None:
        witness = finding.witness
        data["witness"] = {
            "text": witness.text,
            "citations": list(witness.citations),
            "battery": witness.battery,
        }
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(uri(place.path), to_range(_text(snapshot, place.path), place.span, encoding)),
            place.message,
        )
        for place in finding.related
    ]
    return types.Diagnostic(
        range=to_range(_text(snapshot, finding.path), finding.span, encoding),
        message=finding.message + (" (judged under an earlier text)" if finding.stale else ""),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
        related_information=related or None,
        data=data,
    )


def _text(snapshot: Snapshot, path: str) -> Document:
    """The file's text; of a file that the snapshot does not hold, positions pass as they are."""
    return snapshot.document(path) or Document(path, None, "")
