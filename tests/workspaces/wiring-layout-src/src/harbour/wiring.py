"""A project below src."""

#@ hover("^supported · ship_sails · fleet", file="src/harbour/fleet/claims.py", on="True: Vega sails.", at="Vega")
from .fleet import claims
from .verify import Battery, Graph


def batteries():
    """The fleet."""
    return (Battery("fleet", lambda: Graph("Vega", "Mira"), (claims.ship_sails,)),)
