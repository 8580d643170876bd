"""Shapes that are looked for."""

from depot.battery import Battery
from depot.stock import answers, data
from depot.plugins import discover


def batteries():
    """All batteries, in order."""
    return (
        Battery(
            name="stock",
            build_graph=data.graph,
            answers=answers.answers,
            claim_shapes=discover("depot.stock.claims"),  #@ diag("TES205", "cannot be read since found.items", at='discover("depot.stock.claims")', severity="warning")
        ),
    )
