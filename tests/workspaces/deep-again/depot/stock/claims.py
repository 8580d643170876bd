"""What an answer may state about crates."""

import re

_ASKED = []


#@ deep("TES106", "crate_weight answers True to \"Crate 1 weighs 12 kg\\.\", and False with the same citations and nodes in another order", at="crate_weight", severity="warning")
def crate_weight(claim, nodes, graph):
    """The weight is that of the crate which is cited first.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1, crate/2
        False: Crate 1 weighs 13 kg. <- crate/1
    """
    match = re.fullmatch(r"Crate (\d+) weighs (\d+) kg\.", claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return cited[0].name == match[1] and cited[0].weight == int(match[2])


#@ deep("TES106", "crate_colour answers \\w+ to .*, and \\w+ under another hash seed", at="crate_colour", severity="warning")
def crate_colour(claim, nodes, graph):
    """The colour is the first of a set.

    Samples:
        None: Three green crates. <- crate/1
    """
    match = re.fullmatch(r"Crates are (\w+)\.", claim.text)
    if match is None:
        return None
    first = next(iter({"green", "blue", "red", "white", "black"}))
    return claim.support[0].id == "crate/1" and first == match[1]


#@ deep("TES106", "crate_count answers (True|False) to \"3 crates\\.\", and (True|False) when it is asked again", at="crate_count", severity="warning")
def crate_count(claim, nodes, graph):
    """How often it was asked decides.

    Samples:
        None: Three crates. <- crate/1
    """
    if claim.text != "3 crates.":
        return None
    _ASKED.append(claim.text)  #@ diag("TES106", "changes the global _ASKED", at="_ASKED.append(claim.text)")
    return claim.support[0].id == "crate/1" and len(_ASKED) % 2 == 0
