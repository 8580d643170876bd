"""Crates, measured."""

from depot.battery import Battery

from . import answers, data
from .claims import crate_colour, crate_weight


def stock():
    """Crates."""
    return Battery(
        name="stock",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes=(crate_weight, crate_colour),
    )
