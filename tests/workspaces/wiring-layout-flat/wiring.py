"""A project of single modules."""

#@ hover("^supported · ship_sails · fleet", file="claims.py", on="True: Vega sails.", at="Vega")
import claims
from verify import Battery, Graph


def batteries():
    """The fleet."""
    return (Battery("fleet", lambda: Graph("Vega", "Mira"), (claims.ship_sails,)),)
