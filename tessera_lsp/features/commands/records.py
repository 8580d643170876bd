"""``records``: what a claim of a battery can cite."""

from __future__ import annotations

from tessera_lsp.features.commands import results
from tessera_lsp.features.standing import why_nothing_runs
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.wording import listed

GIVEN = 2000
"""Records that are given at once."""


def records(snapshot: Snapshot, battery: str, containing: str) -> results.Records:
    """The battery's records whose id or source contains a text, whatever its case; the first ``GIVEN``."""
    info = next((each for each in snapshot.verdicts.batteries if each.name == battery), None)
    if info is None or info.fault is not None:
        names = [each.name for each in snapshot.verdicts.batteries]
        missing = f"there is no battery {battery}; there is {listed(names) or 'none'}"
        why = why_nothing_runs(snapshot.verdicts) or (info.fault.message if info and info.fault else missing)
        return results.Records(battery=battery, records=(), total=0, why_not=why)
    wanted = containing.casefold()
    sources = (*info.id_sources, *[""] * (len(info.ids) - len(info.id_sources)))
    fitting = [
        results.RecordName(id=identity, source=source)
        for identity, source in zip(info.ids, sources, strict=False)
        if wanted in identity.casefold() or wanted in source.casefold()
    ]
    total = len(fitting) if wanted else info.records
    return results.Records(battery=battery, records=tuple(fitting[:GIVEN]), total=total, why_not="")
