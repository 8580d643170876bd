"""The batteries, if their settings were there."""

import os

from depot.battery import Battery
from depot.stock import answers, claims, data

LIMIT = os.environ["NO_SUCH_SETTING_OF_THE_DEPOT"]  #@ diag("TES209", "could not be imported: KeyError")


def stock():
    """Crates and what they weigh."""
    return Battery("stock", data.graph, answers.answers, claim_shapes=(claims.crate_weight,))


def batteries():
    """All batteries, in order."""
    return (stock(),)
