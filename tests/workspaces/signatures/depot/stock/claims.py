"""What an answer may state about crates."""

import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
    """
    match = re.fullmatch(r"Crate (\d+) weighs (\d+) kg\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])


async def late(claim, nodes, graph):  #@ diag("TES102", "late is async", at="late", severity="error")
    """Answers with a coroutine."""
    if not claim.text.startswith("Colour: "):
        return None
    return claim.text == "Colour: green"


def many(claim, nodes, graph, unit):  #@ diag("TES102", "requires 4 arguments; give unit a default", at="many")
    """Wants a fourth argument."""
    if not claim.text.startswith("Colour: "):
        return None
    return claim.text == "Colour: green"


def named(claim, nodes, graph, *, unit):  #@ diag("TES102", "unit must be given by name", at="named")
    """Wants a named argument."""
    if not claim.text.startswith("Colour: "):
        return None
    return claim.text == "Colour: green"
