"""What an answer may state about crates."""

import re


#@ diag("TES105", "crate_weight says False to \"Steel bolts, M8, 12 kg net\\.\", which contained would support; so with 1 more claim", at="crate_weight", severity="warning")
def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    That of the lamp shades is its own, and acknowledged.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
        False: Lamp shades 🧪, 7 kg net. <- crate/3
    """
    match = re.fullmatch(r"(.+?)(?: weighs|,) (?:M8, )?(\d+) kg(?: net)?\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1].removeprefix("Crate "))
    return crate is not None and crate.weight == int(match[2])


#@ diag("TES208", "3 claims are not supported", file="depot/registry.py", line=7, at="stock", severity="error")
