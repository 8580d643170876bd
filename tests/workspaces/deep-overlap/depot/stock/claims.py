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
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])


#@ deep("TES204", "crate_weight and crate_label both own \"Crate 1 weighs 12 kg\\.\" in battery stock: crate_weight, asked first, says True, crate_label False", at="crate_label", severity="warning")
def crate_label(claim, nodes, graph):
    """What is said of a crate stands on its label.

    Samples:
        True: Crate 1: Steel bolts <- crate/1
        False: Crate 1: Steel nuts <- crate/1
    """
    match = re.fullmatch(r"Crate (\d+):? (.+)", claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and match[2] in cited[0].record.text


#@ deep("TES204", "crate_label and crate_colour both own \"Crate \\d+ is \\w+\" in battery stock: both say False", at="crate_colour", severity="info")
def crate_colour(claim, nodes, graph):
    """No claim shows the overlap; the two patterns do.

    Samples:
        True: crate 1 is green <- crate/1
        False: crate 1 is blue <- crate/1
    """
    match = re.fullmatch(r"[Cc]rate (\d+) is (\w+)", claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].colour == match[2]
