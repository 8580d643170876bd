"""What an answer may state about crates."""

import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
    """
    match = re.fullmatch(r"Crate (\d+) weighs (\d+) kg\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])


def crate_colour(claim, nodes, graph):  #@ diag("TES101", at="crate_colour")
    """Half typed."""
    #@ diag("TES900", severity="error")
    return crate.colour ==
