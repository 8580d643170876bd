"""Commands that list what a project has: records, samples."""

from __future__ import annotations

from tessera_lsp.features.commands import arguments, results
from tessera_lsp.features.commands.records import records
from tessera_lsp.features.commands.samples import samples
from tessera_lsp.server.handlers.commands.calling import Commands
from tessera_lsp.server.server import TesseraServer


def register(server: TesseraServer, commands: Commands) -> None:
    """Register this area's handlers."""

    async def on_records(asked: arguments.RecordsArguments) -> results.Records:
        session = await commands.session(asked.uri, asked.battery)
        return records(session.current(), asked.battery, asked.containing)

    async def on_samples(asked: arguments.About) -> list[results.Samples]:
        return [
            samples(session.current(), session.settled, commands.locate(session), commands.root(session))
            for session in await commands.sessions(asked.uri)
        ]

    commands.add("records", arguments.RecordsArguments, on_records)
    commands.add("samples", arguments.About, on_samples)
