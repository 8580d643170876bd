"""A shape that a partial makes."""

#@ diag("TES101", "forgotten: it never speaks", file="depot/stock/claims.py", on="def forgotten(", at="forgotten", severity="warning")
from depot.battery import Battery
from depot.stock import answers, claims, data


def batteries():
    """All batteries, in order."""
    return (
        Battery(
            name="stock",
            build_graph=data.graph,
            answers=answers.answers,
            claim_shapes=(claims.in_kilograms,),
        ),
    )
