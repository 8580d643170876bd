"""The same parts run by Daft (https://www.daft.ai), on one machine or, with its Ray runner, on many.

Needs the extra ``daft``. Logs and project have to be at the same paths on all machines. The results are those
of ``pool``: the same ranges, added up in the same order.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tessera.audit.entries import LogError
from tessera.audit.judging import Auditor
from tessera.audit.pool import Part
from tessera.audit.ranges import Range
from tessera.audit.tally import from_json

_COLUMNS = ("name", "path", "start", "end", "group")


def run_with_daft(
    make: Callable[[], Auditor], ranges: Iterable[Range], *, tell: bool = False
) -> Iterator[Part]:
    """Audit ``ranges`` by the runner that Daft is set to; their parts in the order of ``ranges``.

    ``make`` is pickled, and builds an auditor in each of Daft's processes. Raises ``LogError`` without Daft.
    """
    try:
        daft: Any = importlib.import_module("daft")
    except ImportError as error:
        raise LogError("--engine daft needs Daft: install the extra 'daft'") from error

    @daft.cls(use_process=True, max_concurrency=os.cpu_count() or 1)
    class Judge:
        """One process's auditor."""

        def __init__(self) -> None:
            self._auditor = make()

        @daft.method(return_dtype=daft.DataType.string())  # type: ignore[untyped-decorator]
        def judge(self, name: str, path: str, start: int, end: int, group: int) -> str:
            return _judged(self._auditor, Range(name, path, start, end, group), tell)

    listed = list(ranges)
    if not listed:
        return
    frame = daft.from_pydict(
        {
            "place": list(range(len(listed))),
            **{name: [getattr(part, name) for part in listed] for name in _COLUMNS},
        }
    )
    judge = Judge().judge
    told = judge(*(frame[name] for name in _COLUMNS))
    yield from _in_order(listed, frame.select("place", told.alias("told")).iter_rows())


def _judged(auditor: Auditor, part: Range, tell: bool) -> str:
    told: list[tuple[int, str]] = []
    tally = auditor.audit(part, told.append if tell else None)
    return json.dumps([tally.as_json(), told])


def _in_order(listed: list[Range], rows: Iterator[dict[str, Any]]) -> Iterator[Part]:
    """The parts in the order of the logs, whichever comes first."""
    early: dict[int, str] = {}
    due = 0
    for row in rows:
        early[row["place"]] = row["told"]
        while due in early:
            tally, told = json.loads(early.pop(due))
            yield Part(listed[due], from_json(tally), [(number, text) for number, text in told])
            due += 1
