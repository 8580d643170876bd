"""What an answer may state about crates."""

import re

from depot.stock.notes import remember, round_up

#@ hint("✓ crate_weight", on="True: Crate 1 weighs 12")
#@ hint("✗ crate_weight", on="False: Crate 1 weighs 13")
_WEIGHT = re.compile(r"Crate (\d+) weighs (\d+) kg\.")

#@ diag("TES106", "^crate_weight changed the context of decimal; ", on="def crate_weight", at="crate_weight")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
    """
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        round_up()
        return None
    remember(claim.text)
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])
