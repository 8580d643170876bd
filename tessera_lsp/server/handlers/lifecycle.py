"""initialize, initialized, shutdown."""

from __future__ import annotations

from lsprotocol import types

from tessera_lsp.server.server import TesseraServer

WATCHED = (
    "**/*.py",
    "**/{pyproject.toml,.gitignore}",
    "**/*.{csv,tsv,md,json,jsonl,yaml,yml,txt,log,diff,xml,sql,parquet}",
)


def register(server: TesseraServer) -> None:
    """Register this area's handlers."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.begin(params)

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        if server.process_id is not None:
            server.spawn(server.watch_client(server.process_id))
        _register_dynamically(server)
        if server.watcher is not None:
            server.spawn(server.watcher.run())
        for folder in server.spellings.folders:
            await server.workspace_sessions.add_folder(folder)

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.end()


def _register_dynamically(server: TesseraServer) -> None:
    registrations = []
    if server.client_watches:
        options = types.DidChangeWatchedFilesRegistrationOptions(
            [types.FileSystemWatcher(pattern) for pattern in WATCHED]
        )
        registrations.append(
            types.Registration("tessera-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        )
    if server.supports("workspace.did_change_configuration.dynamic_registration"):
        section = types.DidChangeConfigurationRegistrationOptions(section="tessera")
        registrations.append(
            types.Registration("tessera-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, section)
        )
    if registrations:
        server.client_register_capability(types.RegistrationParams(registrations))
