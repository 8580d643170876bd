"""A project with a package of the verifier's own name."""

#@ hover("^supported · ship_sails · fleet", file="tessera/fleet/claims.py", on="True: Vega sails.", at="Vega")
from tessera.fleet import claims
from tessera.verify import Battery, Graph


def batteries():
    """The fleet."""
    return (Battery("fleet", lambda: Graph("Vega", "Mira"), (claims.ship_sails,)),)
