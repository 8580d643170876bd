"""The batteries."""

from . import docket
from .law import claims as k


class Battery:
    def __init__(self, name, build_graph, claim_shapes=()):
        self.name, self.build_graph, self.claim_shapes = name, build_graph, claim_shapes
        self.graph = build_graph()


def batteries():
    """A list, built anew each time."""
    return [Battery("law", docket.docket, claim_shapes=tuple(k.GRAMMAR))]
