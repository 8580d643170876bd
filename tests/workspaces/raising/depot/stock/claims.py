"""What an answer may state about crates."""

import re

#@ diag("TES104", on="def crate_weight", at="crate_weight")


def crate_weight(claim, nodes, graph):
    """Raises on every sentence but its own."""
    match = re.fullmatch(r"Crate (\d+) weighs (\d+) kg\.", claim.text)
    return weighed(nodes, match)


def weighed(nodes, match):
    """Whether the crate weighs as much."""
    #@ diag("TES107", "^crate_weight raised .*not subscriptable.* on .Steel bolts", severity="error")
    #@ diag("TES209", "^battery stock: the harness could not be run: ", severity="error")
    return nodes["crate/" + match[1]].weight == int(match[2])
