"""The garbage collector, while very much is made that stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MUCH = 200_000
"""How many new objects are too many to be looked at by the collector ever after."""


@contextmanager
def collection_paused() -> Iterator[None]:
    """Without the collector, which would go over all that is kept again and again while much is made."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if gc.get_count()[0] > MUCH:
                # What was made stays; going over it again would cost more than it could free.
                gc.freeze()
            gc.enable()
