"""What an answer may state about crates."""

import re

#@ diag("TES403", on="crate/44", at="crate/44", severity="warning")
#@ diag("TES903", "TES102 finds nothing here", on="def crate_colour", severity="warning")
#@ diag("TES903", "there is no rule TES999", on="def crate_colour")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 13 kg. <- crate/1  # tessera: ignore[TES401]
        False: Crate 1 weighs
            12 kg. <- crate/1  # tessera: ignore[TES401]
        True: Crate 4 weighs 12 kg. <- crate/44
        True: no citation
    """
    match = re.fullmatch(r"Crate (\d+) weighs (\d+) kg\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])


def crate_colour(claim, nodes, graph):  # tessera: ignore[TES101, TES102, TES999]
    """Declared nowhere, on purpose."""
    if not claim.text.startswith("Colour: "):
        return None
    return claim.text == "Colour: green"
