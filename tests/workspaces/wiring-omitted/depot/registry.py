"""A battery that declares nothing."""

#@ diag("TES101", "crate_weight: it never speaks", file="depot/stock/claims.py", on="def crate_weight(", at="crate_weight", severity="warning")
#@ diag("TES101", "crate_colour: it never speaks", file="depot/stock/claims.py", on="def crate_colour(", at="crate_colour", severity="warning")
#@ diag("TES101", "crate_label: it never speaks", file="depot/stock/claims.py", on="def crate_label(", at="crate_label", severity="warning")
#@ diag("TES208", "", on="def batteries(", at="batteries")
from depot.battery import Battery
from depot.stock import answers, data


def batteries():
    """All batteries, in order."""
    return (Battery(name="stock", build_graph=data.graph, answers=answers.answers),)
