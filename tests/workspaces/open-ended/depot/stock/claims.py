"""What an answer may state about crates, with ends that are open, and some that only look so."""

import re
from re import fullmatch

from depot.stock import grammar

_WEIGHT = re.compile(r"Crate (\d+) weighs (\d+) kg\.")
_ANY_CRATE = re.compile(r"Crate \d+")


def crate_weight(claim, nodes, graph):
    """Looks for its sentence anywhere; the witness is made of the sample.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
    """
    #@ diag("TES111", "^search ignores text before and after the sentence: .Nobody says that Crate 1 weighs 12 kg. Or not.. is read as .Crate 1 weighs 12 kg..; ", at="_WEIGHT.search(claim.text)", severity="info")
    match = _WEIGHT.search(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])


def crate_name(claim, nodes, graph):
    """Has a beginning and no end."""
    #@ diag("TES111", "^match ignores text after the sentence", at='re.match(r"Crate (\\d+) is called ([A-Z]+)", claim.text, re.IGNORECASE)', severity="info")
    match = re.match(r"Crate (\d+) is called ([A-Z]+)", claim.text, re.IGNORECASE)
    return None if match is None else f"crate/{match[1]}" in nodes


def crate_line(claim, nodes, graph):
    """Ends with a dollar, before which a line end may stand."""
    #@ diag("TES111", "^a line end behind the sentence is ignored", at='re.match(r"^Crate (\\d+) stands alone\\.$", claim.text)', severity="info")
    match = re.match(r"^Crate (\d+) stands alone\.$", claim.text)
    if not match:
        return None
    return f"crate/{match[1]}" in nodes


def crate_lot(claim, nodes, graph):
    """The pattern and the search are another module's: it is found there."""
    match = grammar.read(grammar.LOT, claim.text)
    if match is None:
        return None
    return f"crate/{match[1]}" in nodes and match[2] == "A"


def crate_label(claim, nodes, graph):
    """Looks first, then matches whole."""
    if _ANY_CRATE.search(claim.text) is None:
        return None
    match = fullmatch(r"The label of (Crate \d+) is (\w+)\.", claim.text)
    return None if match is None else match[1] in nodes


def crate_shelf(claim, nodes, graph):
    """Sees to the end itself."""
    match = re.match(r"Crate (\d+) stands on shelf (\d+)\.", claim.text)
    if match is None or match.end() < len(claim.text):
        return None
    return f"crate/{match[1]}" in nodes


def crate_words(claim, nodes, graph):
    """Has no pattern."""
    if "crate" not in claim.text.lower() or "empty" not in claim.text:
        return None
    return len(claim.support) > 0
