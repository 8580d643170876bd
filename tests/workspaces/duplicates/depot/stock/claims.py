"""What an answer may state about crates; shapes that are made are not the same shape twice."""

from functools import partial

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


def _states(kind, claim, nodes, graph):
    start, _, said = claim.text.partition(" stands on ")
    if not said or kind not in said:
        return None
    return all(nodes[record.id].name == start for record in claim.support)


def standing(kind):
    """A shape that knows one kind of shelf."""

    def shape(claim, nodes, graph):
        return _states(kind, claim, nodes, graph)

    return shape


on_high = standing("a high shelf")
on_low = standing("a low shelf")
MORE = (on_high, on_low, standing("a table"), standing("a bench"), partial(_states, "a"), partial(_states, "b"))
