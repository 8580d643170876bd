"""The batteries: the one module that names verticals."""

from depot.battery import Battery
from depot.stock import answers, claims, data


def stock():
    """Crates and what they weigh."""
    #@ hint("^1 · owns 3$", on="claim_shapes=(claims.crate_weight,)")
    #@ hover("^claim shape `crate_weight`", on="claim_shapes=(claims.crate_weight,)", at="crate_weight")
    #@ hover("^battery `stock` · faithfulness 1.000 · 6 claims", on="def stock():", at="stock")
    return Battery(
        name="stock",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes=(claims.crate_weight,),
    )


def batteries():
    """All batteries, in order."""
    return (stock(),)
