"""What an answer may state about crates."""

import re

#@ hint("✓ crate_weight", on="True: Crate 1 weighs 12")
#@ hint("✗ crate_weight", on="False: Crate 1 weighs 13")
#@ hint("✓ contained", on="None: Beschläge")
#@ hover("^supported · crate_weight · stock", on="True: Crate 1 weighs 12", at="Crate 1")
#@ hint("^1 · owns 3$", file="depot/registry.py", on="claim_shapes=")
#@ hover("^claim shape `crate_weight`", file="depot/registry.py", on="claim_shapes=", at="crate_weight")
#@ hover("^battery `stock` · faithfulness 1.000", file="depot/registry.py", on="def stock", at="stock")
_WEIGHT = re.compile(r"Crate (\d+) weighs (\d+) kg\.")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
        None: Beschläge für Türen, 18 kg net. <- crate/2
    """
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])
