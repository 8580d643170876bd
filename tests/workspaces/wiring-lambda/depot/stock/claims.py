"""What an answer may state about crates."""

import re

_WEIGHT = re.compile(r"Crate (\d+) weighs (\d+) (\w+)\.")


def weighs(claim, nodes, graph, unit):
    """Whether the stated weight is the cited crate's."""
    match = _WEIGHT.fullmatch(claim.text)
    if match is None or match[3] != unit:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])


in_kilograms = lambda claim, nodes, graph: weighs(claim, nodes, graph, "kg")


def forgotten(claim, nodes, graph):
    """The sentence quotes the label of each cited crate."""
    if not claim.text.startswith("Label: "):
        return None
    return all("Label: " + record.text == claim.text for record in claim.support)
