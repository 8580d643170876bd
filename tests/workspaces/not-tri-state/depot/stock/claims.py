"""What an answer may state about crates."""

import re


def crate_weight(claim, nodes, graph):
    """Answers with what the pattern found.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        None: Crates are heavy. <- crate/1
    """
    #@ diag("TES103", "^crate_weight answered <match .*; asked about .Crate 1 weighs 12 kg..", severity="error")
    #@ diag("TES209", "^battery stock: the harness could not be run: crate_weight answered")
    return re.fullmatch(r"Crate (\d+) weighs (\d+) kg\.", claim.text)
