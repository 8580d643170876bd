"""The batteries: the one module that names verticals."""

from depot.battery import Battery
from depot.stock import answers, claims, data


def stock():
    """Crates and what they weigh."""
    return Battery(
        name="stock",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes=(claims.crate_weight, claims.late, claims.many, claims.named, claims.priced, claims.listed),
    )


def batteries():
    """All batteries, in order."""
    return (stock(),)
