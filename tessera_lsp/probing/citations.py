"""Other records for a claim's citations: as many, none of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tessera_lsp.wire import BatteryInfo

_DIGITS = re.compile(r"\d+")


def replaced(citations: Sequence[str], battery: BatteryInfo, sets: int) -> Iterator[tuple[str, ...]]:
    """At most ``sets`` sets of as many other records of the battery, no record in two of them: each citation
    gives way to a record whose id is of its form first, then to any."""
    used = set(citations)
    forms: dict[str, list[str]] = {}
    for identity in battery.ids:
        forms.setdefault(_form(identity), []).append(identity)
    for _ in range(sets):
        chosen: list[str] = []
        for cited in citations:
            found = _free(forms.get(_form(cited), ()), used) or _free(battery.ids, used)
            if found is None:
                return
            used.add(found)
            chosen.append(found)
        yield tuple(chosen)


def _free(ids: Sequence[str], used: set[str]) -> str | None:
    return next((identity for identity in ids if identity not in used), None)


def _form(identity: str) -> str:
    return _DIGITS.sub("0", identity)
