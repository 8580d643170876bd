"""Shapes that a function lets through."""

#@ diag("TES101", "crate_label: it never speaks", file="depot/stock/claims.py", on="def crate_label(", at="crate_label", severity="warning")
from depot.battery import Battery
from depot.stock import answers, data
from depot.stock.claims import crate_colour, crate_weight


def batteries():
    """All batteries, in order."""
    return (
        Battery(
            name="stock",
            build_graph=data.graph,
            answers=answers.answers,
            claim_shapes=tuple(filter(None, (crate_weight, crate_colour))),  #@ diag("TES205", "cannot be read from filter", at='tuple(filter(None, (crate_weight, crate_colour)))', severity="warning")
        ),
    )
