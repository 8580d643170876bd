"""What an answer may state about crates."""

import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
    """
    match = re.fullmatch(r"Crate (\d+) weighs (\d+) kg\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])


#@ diag("TES203", "crate_unit owns nothing in battery stock: what it would own is taken by crate_weight, asked before it, such as \"Crate 1 weighs 12 kg\\.\"", at="crate_unit", severity="warning")
def crate_unit(claim, nodes, graph):
    """Weights are told in the unit of the labels.

    Samples:
        True: Crate 2 weighs 18 kg. <- crate/2
        False: Crate 2 weighs 19 kg. <- crate/2
    """
    match = re.fullmatch(r"Crate \d+ weighs (\d+ [a-z]+)\.", claim.text)
    return None if match is None else all(match[1] in record.text for record in claim.support)


#@ diag("TES407", "it says True", on="True: Crate 2 weighs 18", at="Crate 2 weighs 18 kg.", severity="info")
#@ diag("TES407", "it says False", on="False: Crate 2 weighs 19", at="Crate 2 weighs 19 kg.", severity="info")


def crate_colour(claim, nodes, graph):
    """Owns nothing, since nobody speaks of colours: that is no shadow.

    Samples:
        None: Three green crates. <- crate/1
    """
    match = re.fullmatch(r"Crate (\d+) is (\w+)\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.colour == match[2]


#@ diag("TES404", "nothing makes crate_colour say True or False: not its sample, and 3 measured claims reach it, none of which does", on="def crate_colour", at="crate_colour", severity="info")
