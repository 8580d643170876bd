"""A name that its module does not have."""

#@ diag("TES101", "crate_colour: it never speaks", file="depot/stock/claims.py", on="def crate_colour(", at="crate_colour", severity="warning")
#@ diag("TES101", "crate_label: it never speaks", file="depot/stock/claims.py", on="def crate_label(", at="crate_label", severity="warning")
#@ diag("TES209", "could not be built: AttributeError", on="claim_shapes=(crate_weight,")
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
            claim_shapes=(crate_weight, claims.crate_colr),  #@ diag("TES201", "depot.stock.claims has no name crate_colr", at='claims.crate_colr', severity="error")
        ),
    )
