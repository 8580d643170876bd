"""What an answer may state about crates."""

import re

# Nothing but a logged claim makes crate_weight say False, and none is below a floor.
#@ hover("logged 5 claims, 4 unsupported, 1 of", file="depot/registry.py", on="def stock", at="stock")
#@ hover("stock 1 of 2 · owns 3, 3 logged", on="def crate_weight", at="crate_weight")
_WEIGHT = re.compile(r"Crate (\d+) weighs (\d+) kg\.")
_NET = re.compile(r"Türen, (\d+) kg net\.")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's."""
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])


#@ diag("TES105", "says False to .Türen, 18 kg net.., which contained would support", at="net_weight")
def net_weight(claim, nodes, graph):
    """The stated net weight is that of doors.

    Samples:
        True: Türen, 7 kg net. <- crate/3
    """
    match = _NET.fullmatch(claim.text)
    if match is None:
        return None
    return all(nodes[record.id].weight == int(match[1]) == 7 for record in claim.support)
