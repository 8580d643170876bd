"""Logged claims of a battery: made as its harness would make them, and held beside those that it measures."""

from typing import Any, Dict, List, NamedTuple, Sequence, Tuple

from .. import wire
from ..wire.requests import Logged
from .batteries import Held, Measured
from .preparing import Preparer

Key = Tuple[str, Tuple[str, ...]]
"""A claim's text and its sorted citations."""


class Found(NamedTuple):
    """The logged claims of one battery. ``only`` are those that it does not measure, ``times`` tells of each
    how often it stands in the logs."""

    only: List[Measured]
    times: Dict[Key, int]


def read(told: Sequence[Dict[str, Any]]) -> List[Logged]:
    """The claims of a job."""
    return [wire.build(Logged, one) for one in told]


def found_in(held: Held, logged: Sequence[Logged], preparer: Preparer) -> Found:
    """Those that the battery holds all records of, and can make: another's claims are not its own, and one
    that cites nothing is nobody's."""
    measured = {(one.text, one.citations) for one in held.measured}
    only: Dict[Key, Measured] = {}
    times: Dict[Key, int] = {}
    for claim in logged:
        key = claim.text, tuple(sorted(claim.citations))
        if not claim.citations or any(identifier not in held.records for identifier in claim.citations):
            continue
        if key not in measured and key not in only:
            prepared = preparer.prepare(held, claim.text, claim.citations)
            if prepared.call is None:
                continue
            only[key] = Measured(claim.text, key[1], prepared.call)
        times[key] = times.get(key, 0) + claim.times
    return Found(list(only.values()), times)
