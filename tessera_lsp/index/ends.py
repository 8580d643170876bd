"""What two sequences have in common at their beginning and at their end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not, ne


def same_ends(before: Sequence[object], now: Sequence[object]) -> tuple[int, int]:
    """How many of the first and how many of the last are the very same objects; none counts twice."""
    shorter = min(len(before), len(now))
    head = next(compress(count(), map(is_not, before, now)), shorter)
    tail = next(compress(count(), map(is_not, reversed(before), reversed(now))), shorter)
    return head, min(tail, shorter - head)


def common_head(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    start, end = 0, min(len(one), len(other))
    if one[:end] == other[:end]:
        return end
    while end - start > _SHORT:  # they differ between the two
        middle = (start + end) // 2
        if one[start:middle] == other[start:middle]:
            start = middle
        else:
            end = middle
    return start + next(compress(count(), map(ne, one[start:end], other[start:end])))


def common_tail(one: str, other: str) -> int:
    """How many characters two texts have in common at their end."""
    start, end = 0, min(len(one), len(other))
    if end == 0 or one[-end:] == other[-end:]:
        return end
    at, beside = len(one), len(other)
    while end - start > _SHORT:
        middle = (start + end) // 2
        if one[at - middle : at - start] == other[beside - middle : beside - start]:
            start = middle
        else:
            end = middle
    pairs = map(ne, reversed(one[at - end : at - start]), reversed(other[beside - end : beside - start]))
    return start + next(compress(count(), pairs))


_SHORT = 64
"""Characters that are compared one by one."""
