"""What two sequences have in common at their beginning and at their end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not


def same_ends(before: Sequence[object], now: Sequence[object]) -> tuple[int, int]:
    """How many of the first and how many of the last are the very same objects; none counts twice."""
    shorter = min(len(before), len(now))
    head = next(compress(count(), map(is_not, before, now)), shorter)
    tail = next(compress(count(), map(is_not, reversed(before), reversed(now))), shorter)
    return head, min(tail, shorter - head)
