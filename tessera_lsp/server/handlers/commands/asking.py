"""Commands that ask and change nothing: surface, preview."""

from __future__ import annotations

import dataclasses

from tessera_lsp.features.commands import arguments, results
from tessera_lsp.features.commands.surface import surface
from tessera_lsp.ladder import ladder
from tessera_lsp.server.handlers.commands.calling import Commands
from tessera_lsp.server.server import TesseraServer

PREVIEW_WITHIN = 10.0
"""Seconds that a preview may take."""


def register(server: TesseraServer, commands: Commands) -> None:
    """Register this area's handlers."""

    async def on_surface(asked: arguments.About) -> list[results.Surface]:
        return [
            surface(session.current(), commands.locate(session), commands.root(session))
            for session in await commands.sessions(asked.uri)
        ]

    async def on_preview(asked: arguments.PreviewArguments) -> results.Preview:
        session = await commands.session(asked.uri, asked.battery)
        item = await session.preview(asked.battery, asked.text, asked.citations, PREVIEW_WITHIN)
        return results.Preview(
            consultations=tuple(dataclasses.asdict(consultation) for consultation in item.consultations),
            ladders=tuple(ladder(consultation).markdown() for consultation in item.consultations),
            why_not=item.why_not,
        )

    commands.add("surface", arguments.About, on_surface)
    commands.add("preview", arguments.PreviewArguments, on_preview)
