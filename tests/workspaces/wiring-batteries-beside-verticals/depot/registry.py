"""Only lists: each battery stands beside its vertical."""

#@ diag("TES101", "crate_label: it never speaks", file="depot/stock/claims.py", on="def crate_label(", at="crate_label", severity="warning")
#@ hover("^supported · crate_colour · stock", file="depot/stock/claims.py", on="True: Crate 1 is green", at="Crate 1")
from depot.stock.battery import stock


def batteries():
    """All batteries, in order."""
    return (stock(),)
