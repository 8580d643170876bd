"""Batteries by another call."""

from depot.battery import Battery
from depot.stock import answers, data


def suite(name, claim_shapes):
    """A battery over all crates."""
    return Battery(name, data.graph, answers.answers, claim_shapes)
