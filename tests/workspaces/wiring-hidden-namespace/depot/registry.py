"""All names of a namespace."""

from depot.battery import Battery
from depot.stock import answers, claims, data


def batteries():
    """All batteries, in order."""
    return (
        Battery(
            name="stock",
            build_graph=data.graph,
            answers=answers.answers,
            claim_shapes=tuple(value for name, value in vars(claims).items() if name.startswith("crate_")),  #@ diag("TES205", "cannot be read from vars", at='tuple(value for name, value in vars(claims).items() if name.startswith("crate_"))', severity="warning")
        ),
    )
