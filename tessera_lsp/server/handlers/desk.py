"""What edits for this client are made with."""

from __future__ import annotations

from pygls.capabilities import get_capability

from tessera_lsp.features.code_actions import Desk
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.session import Session


def desk_of(server: TesseraServer, session: Session) -> Desk:
    """The session's texts, and what the client can do with edits."""
    support = "text_document.code_action.resolve_support.properties"
    properties = get_capability(server.client_capabilities, support, None) or ()
    return Desk(
        session.text,
        server.uri,
        server.encoding,
        versioned=server.supports("workspace.workspace_edit.document_changes"),
        resolves="edit" in properties and server.supports("text_document.code_action.data_support"),
    )
