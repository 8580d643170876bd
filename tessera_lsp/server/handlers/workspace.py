"""workspace/didChangeConfiguration, didChangeWatchedFiles, didChangeWorkspaceFolders."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.server.reloads import Kind
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.uris import path_of

_KINDS: dict[types.FileChangeType, Kind] = {
    types.FileChangeType.Created: "created",
    types.FileChangeType.Changed: "changed",
    types.FileChangeType.Deleted: "deleted",
}


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        server.configuring.pushed(params.settings)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change_watched_files(params: types.DidChangeWatchedFilesParams) -> None:
        changes: list[tuple[str, Kind]] = []
        for change in params.changes:
            path = path_of(change.uri)
            if path is not None:
                changes.append((path, _KINDS.get(change.type, "changed")))
        await server.workspace_sessions.disk_changed(changes)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def did_change_workspace_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        for folder in params.event.added:
            if (path := server.spellings.add(folder.uri)) is not None:
                await server.workspace_sessions.add_folder(path)
        for folder in params.event.removed:
            server.spellings.remove(folder.uri)
            if (path := path_of(folder.uri)) is not None:
                await server.workspace_sessions.remove_folder(path)
