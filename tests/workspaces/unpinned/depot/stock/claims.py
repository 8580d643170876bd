"""What an answer may state about crates."""

import re


#@ diag("TES404", "nothing makes crate_weight say False: none of its 2 samples, and 6 measured claims reach it, none of which does", at="crate_weight", severity="info")
def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        None: Three crates. <- crate/1
    """
    match = re.fullmatch(r"Crate (\d+) weighs (\d+) kg\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])


#@ diag("TES404", "nothing makes crate_colour say True or False: it has no sample, and 3 measured claims reach it", at="crate_colour", severity="info")
def crate_colour(claim, nodes, graph):
    """The stated colour is the cited crate's."""
    match = re.fullmatch(r"Crate (\d+) is (\w+)\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.colour == match[2]


#@ diag("TES114", "never answers False", at="crate_label", severity="warning")
def crate_label(claim, nodes, graph):
    """Cannot say False, which is TES114 and no matter of samples.

    Samples:
        True: Steel bolts, M8, 12 kg net. <- crate/1
    """
    return True if any(claim.text == record.text for record in claim.support) else None
