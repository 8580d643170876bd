"""What an answer may state about crates."""

import re

from depot.stock.units import grams


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
    """
    match = re.fullmatch(r"Crate (\d+) weighs (\d+) (k?g|t)\.", claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    if len(cited) > 1:
        return False  #@ deep("TES406", "comes into `if len\\(cited\\) > 1` in crate_weight", at="return False", severity="info")
    crate = cited[0] if cited else None  #@ deep("TES406", "takes the else of .* in crate_weight", at="None", severity="info")
    if crate is None:
        return False  #@ deep("TES406", "comes into `if crate is None` in crate_weight", at="return False", severity="info")
    elif crate.name != match[1]:
        return False  #@ deep("TES406", "comes into `if crate.name != match\\[1\\]` in crate_weight", at="return False", severity="info")
    return grams(crate.weight, "kg") == grams(int(match[2]), match[3])


#@ deep("TES204", "crate_weight and crate_label both own", at="crate_label", severity="warning")
def crate_label(claim, nodes, graph):
    """A sentence that stands on a label; since no other is asked, nothing gets past the first line.

    Samples:
        True: Steel bolts, M8, 12 kg net. <- crate/1
        False: Steel nuts, M8, 12 kg net. <- crate/1
    """
    if claim.text[:1].isalpha():
        return claim.text in claim.support[0].text
    return None  #@ deep("TES406", "gets past `if claim.text\\[:1\\].isalpha\\(\\)` in crate_label", at="return None", severity="info")


def never_entered(claim):
    """Nobody asks it, so it has no branches that are not taken."""
    return 1 if claim else 2
