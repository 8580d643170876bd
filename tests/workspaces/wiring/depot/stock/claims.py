"""What an answer may state about crates."""

import re

_WEIGHT = re.compile(r"Crate (\d+) weighs (\d+) kg\.")
_COLOUR = re.compile(r"Crate (\d+) is (\w+)\.")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
        None: Crate 1 is green. <- crate/1
    """
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])


def crate_colour(claim, nodes, graph):
    """The stated colour is the cited crate's.

    Samples:
        True: Crate 1 is green. <- crate/1
        False: Crate 1 is blue. <- crate/1
        None: Crate 1 weighs 12 kg. <- crate/1
    """
    match = _COLOUR.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].colour == match[2]


def crate_label(claim, nodes, graph):
    """The sentence quotes the label of each cited crate.

    Samples:
        True: Label: Steel bolts, M8, 12 kg net. <- crate/1
        False: Label: Lamp shades, 7 kg net. <- crate/1
        None: Crate 1 is green. <- crate/1
    """
    if not claim.text.startswith("Label: "):
        return None
    return all("Label: " + record.text == claim.text for record in claim.support)
