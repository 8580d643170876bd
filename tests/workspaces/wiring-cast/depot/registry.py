"""A cast."""

#@ diag("TES101", "crate_label: it never speaks", file="depot/stock/claims.py", on="def crate_label(", at="crate_label", severity="warning")
#@ hover("^supported · crate_colour · stock", file="depot/stock/claims.py", on="True: Crate 1 is green", at="Crate 1")
from depot.battery import Battery
from depot.stock import answers, data
from typing import cast

from depot.stock.claims import crate_colour, crate_weight


def batteries():
    """All batteries, in order."""
    return (
        Battery(
            name="stock",
            build_graph=data.graph,
            answers=answers.answers,
            claim_shapes=cast("tuple", (crate_weight, crate_colour)),
        ),
    )
