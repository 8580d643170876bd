"""Shapes that are appended."""

#@ diag("TES101", "crate_label: it never speaks", file="depot/stock/claims.py", on="def crate_label(", at="crate_label", severity="warning")
from depot.battery import Battery
from depot.stock import answers, data
from depot.stock.claims import crate_colour, crate_weight

SHAPES = [crate_weight]
SHAPES.append(crate_colour)


def batteries():
    """All batteries, in order."""
    return (
        Battery(
            name="stock",
            build_graph=data.graph,
            answers=answers.answers,
            claim_shapes=tuple(SHAPES),  #@ diag("TES205", "put together by append or extend", at='tuple(SHAPES)', severity="warning")
        ),
    )
