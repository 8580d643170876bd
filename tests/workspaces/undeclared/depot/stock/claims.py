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


def crate_colour(claim, nodes, graph):  #@ diag("TES101", "crate_colour: it never speaks; declare it in the battery stock", at="crate_colour", severity="warning")
    """The stated colour is the cited crate's."""
    if not claim.text.startswith("Colour: "):
        return None
    return claim.text == "Colour: green"


def _helper(claim, nodes, graph):
    return None


def weight_of(name):
    """No shape: it takes no claim."""
    return name
