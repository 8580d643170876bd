"""What an answer may state about crates."""

import functools
import re


def with_unit(shape):
    """Gives the shape its fourth argument."""

    @functools.wraps(shape)
    def called(claim, nodes, graph):
        return shape(claim, nodes, graph, "kg")

    return called


def all_of(shape):
    """Makes one verdict of those that the shape yields."""

    @functools.wraps(shape)
    def called(claim, nodes, graph):
        found = list(shape(claim, nodes, graph))
        return all(found) if found else None

    return called


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


@with_unit
def priced(claim, nodes, graph, unit):
    """Is given its fourth argument by the decorator."""
    if not claim.text.startswith("Unit: "):
        return None
    return claim.text == f"Unit: {unit}"


@all_of
def listed(claim, nodes, graph):
    """Yields to the decorator."""
    if claim.text.startswith("Units: "):
        yield claim.text == "Units: kg"
