"""What an answer may state about crates."""

import re

_WEIGHT = re.compile(r"Crate (\d+) weighs (\d+) (\w+)\.")


def weight_in(unit):
    """A shape for one unit."""

    def crate_weight(claim, nodes, graph):
        """The stated weight is the cited crate's.
        Samples:
            True: Crate 1 weighs 12 kg. <- crate/1
            False: Crate 1 weighs 13 kg. <- crate/1
            None: Crate 1 is green. <- crate/1
        """
        match = _WEIGHT.fullmatch(claim.text)
        if match is None or match[3] != unit:
            return None
        cited = [nodes[record.id] for record in claim.support]
        return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])

    return crate_weight


def forgotten(claim, nodes, graph):
    """The sentence quotes the label of each cited crate."""
    if not claim.text.startswith("Label: "):
        return None
    return all("Label: " + record.text == claim.text for record in claim.support)
