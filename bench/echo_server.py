"""The least that a pygls server can do: after each change it publishes so many diagnostics, always the same.

python bench/echo_server.py NUMBER
"""

from __future__ import annotations

import sys

from lsprotocol import types
from pygls.lsp.server import LanguageServer

NUMBER = int(sys.argv[1])
server = LanguageServer("echo", "1", text_document_sync_kind=types.TextDocumentSyncKind.Incremental)


def publish(uri: str, version: int) -> None:
    """One diagnostic a line."""
    found = [
        types.Diagnostic(
            types.Range(types.Position(line, 0), types.Position(line, 4)),
            f"line {line + 1} is a line of this document",
            severity=types.DiagnosticSeverity.Error,
            code="ECHO",
            source="echo",
        )
        for line in range(NUMBER)
    ]
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def opened(parameters: types.DidOpenTextDocumentParams) -> None:
    """A document was opened."""
    publish(parameters.text_document.uri, parameters.text_document.version)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def changed(parameters: types.DidChangeTextDocumentParams) -> None:
    """A document was changed."""
    publish(parameters.text_document.uri, parameters.text_document.version)


server.start_io()
