"""What an answer may state about crates."""

import re

#@ diag("TES401", "^sample says True, crate_weight says False .battery stock: unsupported by crate_weight.", on="True: Crate 1 weighs 13", at="True", severity="error")
#@ diag("TES401", "^sample says False, crate_weight says None", on="Türen", at="False")
#@ diag("TES402", on="Crate 2 weighs 18 kg. <-x")
#@ diag("TES402", on="true: Crate 3")
#@ diag("TES403", "no record .crate/33. in the graph of stock; a near one is .crate/3.", on="weighs 7 kg. <- crate/33", at="crate/33")
#@ hint("✓ crate_weight", on="True: Crate 1 weighs 12")
#@ hint("✗ crate_weight", on="True: Crate 1 weighs 13")
#@ hint("✓ contained", on="Türen")
#@ hint("", on="weighs 7 kg. <- crate/33")
#@ hover("^supported · crate_weight · stock", on="True: Crate 1 weighs 12", at="Crate 1")
#@ hover("^unsupported · crate_weight · stock", on="True: Crate 1 weighs 13", at="Crate 1")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        True: Crate 1 weighs 13 kg. <- crate/1
        False: Beschläge für Türen, 18 kg net. <- crate/2
        True: Crate 2 weighs 18 kg. <-x
        true: Crate 3 weighs 7 kg. <- crate/3
        True: Crate 3 🧪 weighs 7 kg. <- crate/33
    """
    match = re.fullmatch(r"Crate (\d+) weighs (\d+) kg\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])
