"""What an answer may state about crates, registered on the way."""

from depot.registration import cached, named, register

import re

_WEIGHT = re.compile(r"Crate (\d+) weighs (\d+) kg\.")
_COLOUR = re.compile(r"Crate (\d+) is (\w+)\.")


@register  #@ diag("TES205", "^register registers crate_weight as a side effect", at="register", severity="warning")
def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's."""
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])


@named("colour")  #@ diag("TES205", "registers crate_colour", at='named("colour")')
@cached
def crate_colour(claim, nodes, graph):
    """The stated colour is the cited crate's."""
    match = _COLOUR.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].colour == match[2]


def crate_label(claim, nodes, graph):
    """The sentence is the label of each cited crate."""
    if not claim.text.startswith("Label: "):
        return None
    return all("Label: " + record.text == claim.text for record in claim.support)


GROWN = [crate_weight]
GROWN.append(crate_label)
SORTED = [crate_weight, crate_label]
SORTED.reverse()
