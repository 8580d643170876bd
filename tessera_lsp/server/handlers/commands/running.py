"""Commands about running: runBattery, restart, log, status."""

from __future__ import annotations

from typing import Any

from tessera_lsp.features.commands import arguments, results
from tessera_lsp.features.commands.surface import figures_of, named_batteries
from tessera_lsp.features.standing import why_nothing_runs
from tessera_lsp.server.handlers.commands.calling import Commands
from tessera_lsp.server.server import TesseraServer
from tessera_lsp.server.session import Session
from tessera_lsp.server.status import status
from tessera_lsp.wording import listed


def register(server: TesseraServer, commands: Commands) -> None:
    """Register this area's handlers."""

    async def on_run_battery(asked: arguments.BatteryArguments) -> results.BatteryRun:
        return await run_battery(await commands.session(asked.uri, asked.battery), asked.battery)

    async def on_restart(asked: arguments.NoArguments) -> list[str]:
        await server.workspace_sessions.rediscover()
        return [session.restart() for session in server.workspace_sessions.sessions.values()]

    async def on_log(asked: arguments.NoArguments) -> list[str]:
        return list(server.logbook.lines)

    async def on_status(asked: arguments.NoArguments) -> list[dict[str, Any]]:
        return [status(session, commands.root(session)) for session in await commands.sessions("")]

    commands.add("runBattery", arguments.BatteryArguments, on_run_battery)
    commands.add("restart", arguments.NoArguments, on_restart)
    commands.add("log", arguments.NoArguments, on_log)
    commands.add("status", arguments.NoArguments, on_status)


async def run_battery(session: Session, battery: str) -> results.BatteryRun:
    """Load and harvest again, as long as the project's own settings allow."""
    config = session.project.config
    within = config.import_timeout + config.load_timeout + config.harvest_timeout
    snapshot = await session.run_again(within)
    verdicts = snapshot.verdicts
    harvest = verdicts.harvests.get(battery)
    names = [name for name, _, _ in named_batteries(snapshot)]
    info = next((info for info in verdicts.batteries if info.name == battery), None)
    fault = (info.fault if info else None) or (harvest.fault if harvest else None)
    if reason := why_nothing_runs(verdicts):
        why_not = reason
    elif battery not in names:
        why_not = f"there is no battery {battery}; there is {listed(names) or 'none'}"
    elif fault is not None:
        why_not = fault.message
    elif not verdicts.complete:
        why_not = f"not measured within {within:g} seconds"
    else:
        why_not = verdicts.harvest_skipped or ("" if harvest is not None else "its harness measured nothing")
    return results.BatteryRun(
        battery=battery,
        figures=None if why_not else figures_of(snapshot, battery),
        seconds=harvest.seconds if harvest is not None else 0.0,
        why_not=why_not,
    )
