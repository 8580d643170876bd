"""What an answer may state about crates."""

import re

_WEIGHT = re.compile(r"Crate (\d+) weighs (\d+) kg\.")
_COLOUR = re.compile(r"Crate (\d+) is (\w+)\.")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's."""
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])


def crate_colour(claim, nodes, graph):
    """The stated colour is the cited crate's."""
    match = _COLOUR.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].colour == match[2]
