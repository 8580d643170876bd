"""The batteries: the one module that names verticals."""

from depot.battery import Battery
from depot.stock import answers, claims, data
from depot.stock.claims import crate_colour, crate_heigth


def stock():
    """Names that lead nowhere, and things that are no shapes."""
    return Battery(
        name="stock",
        build_graph=data.graph,
        answers=answers.answers,
        claim_shapes=(
            claims.crate_weight,
            crate_colour,
            claims.crate_wieght,  #@ diag("TES201", "depot.stock.claims has no name crate_wieght; battery stock", at="claims.crate_wieght", severity="error")
            crate_heigth,  #@ diag("TES201", "depot.stock.claims has no name crate_heigth", at="crate_heigth")
            "crate_weight",  #@ diag("TES201", "is no shape", at='"crate_weight"')
            data,  #@ diag("TES201", "data is no shape", at="data")
            answers.crate_depth,  #@ diag("TES201", "depot.stock.answers has no name crate_depth", at="answers.crate_depth")
        ),
    )


def batteries():
    """All batteries, in order."""
    return (stock(),)
