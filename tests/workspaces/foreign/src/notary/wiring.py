"""Which grammar speaks for what."""

from dataclasses import dataclass


@dataclass
class Set:
    name: str
    build_graph: object
    claim_shapes: tuple


def all_sets():
    """All sets; what they need is imported when they are asked for."""
    from notary.archive import DEEDS
    from notary.grammar import deeds

    SPEAKING = (deeds.deed_year,)
    return (Set(name="deeds", build_graph=lambda: DEEDS, claim_shapes=SPEAKING),)
