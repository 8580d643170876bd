"""The batteries: the one module that names verticals."""

from depot.battery import Battery
from depot.stock import answers, claims, data


def stock():
    """Two are there twice, one of them by another name."""
    weight = claims.crate_weight
    return Battery(
        name="stock",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes=(
            claims.crate_weight,
            claims.crate_colour,
            *claims.MORE,
            claims.on_low,  #@ diag("TES202", "on_low stands twice in battery stock", at="claims.on_low", severity="warning")
            weight,  #@ diag("TES202", "crate_weight stands twice", at="weight")
        ),
    )


def batteries():
    """All batteries, in order."""
    return (stock(),)
