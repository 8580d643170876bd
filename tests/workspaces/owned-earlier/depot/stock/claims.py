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


#@ diag("TES407", "crate_weight is asked before crate_sentence in battery stock .* it says True", on="Crate 2 weighs", at="Crate 2 weighs 18 kg.", severity="info")
#@ diag("TES203", "taken by crate_weight, asked before it", on="def crate_sentence", at="crate_sentence", severity="warning")


def crate_sentence(claim, nodes, graph):
    """A sentence about a crate names one that there is.

    Samples:
        True: Crate 2 weighs 18 kg. <- crate/2
        None: Two crates are blue. <- crate/2
    """
    match = re.fullmatch(r"Crate (\d+) .+\.", claim.text)
    return None if match is None else "crate/" + match[1] in nodes
