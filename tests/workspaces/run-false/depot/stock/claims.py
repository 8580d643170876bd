"""What an answer may state about crates."""

import re

#@ diag("TES402", on="True: no citation")
#@ hover("run = false", on="True: Crate 1", at="Crate 1")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's; nobody finds that the sample is wrong.

    Samples:
        True: Crate 1 weighs 13 kg. <- crate/1
        True: no citation
    """
    if not claim.text.startswith("Colour: "):
        return None
    return claim.text == "Colour: green"


def crate_colour(claim, nodes, graph):  #@ diag("TES101", at="crate_colour")
    """Declared nowhere."""
    if not claim.text.startswith("Colour: "):
        return None
    return claim.text == "Colour: green"
