"""What an answer may state about crates."""

import re


#@ deep("TES405", "crate_weight still supports \"Crate 1 weighs 12 kg, and everyone agreed\\.\", which was true before its trailing clause was corrupted", at="crate_weight", severity="warning")
#@ deep("TES405", "crate_weight still supports .*\"Crate 1 weighs 13 kg\\.\".* \\(12 to 13\\)", at="crate_weight", severity="warning")
#@ deep("TES405", "crate_weight still supports \"Crate 1 weighs 12 g\\.\".* unit", at="crate_weight", severity="warning")
def crate_weight(claim, nodes, graph):
    """A weight is close enough, in any unit, and more may be said.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 19 kg. <- crate/1
    """
    match = re.fullmatch(r"Crate (\d+) weighs (\d+) k?g(.*)\.", claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and abs(cited[0].weight - int(match[2])) < 2
