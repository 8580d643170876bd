"""Sentences about deeds."""

import re

#@ diag("TES401", "sample says False, deed_year says True", on="Deed B was signed in 2019", at="False")
#@ hint("✓ deed_year", on="Deed A was signed in 1987")
#@ hint("✓ deed_year", on="Deed B was signed in 2019")
#@ hover("^supported · deed_year · deeds", on="Deed A was signed in 1987", at="Deed A")


def deed_year(claim, nodes, graph):
    """The year is that of the deed.

    Samples:
        True: Deed A was signed in 1987. <- A
        False: Deed B was signed in 2019. <- B
    """
    match = re.fullmatch(r"Deed (\w) was signed in (\d{4})\.", claim.text)
    return None if match is None else graph[match[1]]["year"] == match[2]


def deed_place(claim, nodes, graph):  #@ diag("TES101", "deed_place", at="deed_place")
    """Declared nowhere."""
    if not claim.text.startswith("Place: "):
        return None
    return claim.text == "Place: Malmö"
