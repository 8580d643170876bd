"""A module."""

#@ diag("TES101", "crate_colour: it never speaks", file="depot/stock/claims.py", on="def crate_colour(", at="crate_colour", severity="warning")
#@ diag("TES101", "crate_label: it never speaks", file="depot/stock/claims.py", on="def crate_label(", at="crate_label", severity="warning")
#@ diag("TES209", "'module' object is not callable", file="depot/metrics.py", on="answer = shape(claim, nodes, graph)")
from depot.battery import Battery
from depot.stock import answers, claims, data
from depot.stock.claims import crate_weight


def batteries():
    """All batteries, in order."""
    return (
        Battery(
            name="stock",
            build_graph=data.graph,
            answers=answers.answers,
            claim_shapes=(crate_weight, claims),  #@ diag("TES201", "claims is no shape", at='claims', severity="error")
        ),
    )
