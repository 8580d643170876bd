"""What an answer may state about crates."""

import re


#@ deep("TES110", "crate_weight supports \"Crate 1 weighs 12 kg\\.\" whatever it cites: also with crate/2 in place of crate/1, and with each other citation that was tried \\(2 of 2\\)", at="crate_weight", severity="warning")
def crate_weight(claim, nodes, graph):
    """The weight is the named crate's, whatever is cited.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
    """
    match = re.fullmatch(r"Crate (\d+) weighs (\d+) kg\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])


#@ deep("TES110", "crate_colour supports \"Crate 1 is green\\.\" also when it cites nothing", at="crate_colour", severity="warning")
def crate_colour(claim, nodes, graph):
    """Each cited crate has the colour; nothing cited has it as well.

    Samples:
        True: Crate 1 is green. <- crate/1
        False: Crate 1 is blue. <- crate/1
    """
    match = re.fullmatch(r"Crate (\d+) is (\w+)\.", claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return all(crate.name == match[1] and crate.colour == match[2] for crate in cited)
