"""What an answer may state about crates, in patterns that take long, and in some that do not."""

import re

from depot.stock.grammar import NAMES

_WEIGHT = re.compile(r"Crate (\d+) weighs (\d{1,3}(?:,\d{3})*) kg\.")
#@ diag("TES112", "^the pattern can take exponential time: on .+ and 30 times .+, each turn multiplies the time", at='r"The crates ((?:\\w+\\s?)+) are empty\\."', severity="error")
_LIST = re.compile(r"The crates ((?:\w+\s?)+) are empty\.")
_POSSESSIVE = re.compile(r"The crates ((?:\w++\s?)+) are full\.")
_POLYNOMIAL = re.compile(r"The crates (.+), (.+) and (.+) are of lot (.+)\.")
#@ diag("TES112", "exponential", at='rf"Names: {NAMES}!"')
_NAMES = re.compile(rf"Names: {NAMES}!")
#@ diag("TES112", r'30 times "a=\\xa0a  "', at='r"Tags(?:\\s+\\w+=\\s*[^\\x00-\\x20]+)* end\\."')
_TAGS = re.compile(r"Tags(?:\s+\w+=\s*[^\x00-\x20]+)* end\.")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's."""
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])


def crate_list(claim, nodes, graph):
    """Applied only to the whole text does this pattern fail, and take long."""
    #@ diag("TES112", "exponential", at='"(?:[a-z]*)*"')
    match = re.fullmatch("(?:[a-z]*)*", claim.text)
    return None if match is None else f"crate/{match[0]}" in nodes


def crate_words(claim, nodes, graph):
    """Applied to the beginning, the same pattern never fails."""
    words = re.match("(?:[A-Z]*)*", claim.text)
    match = _LIST.fullmatch(claim.text) or _POSSESSIVE.fullmatch(claim.text) or _POLYNOMIAL.fullmatch(claim.text)
    if match is None:
        return None
    return words[0] in nodes
