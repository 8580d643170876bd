"""What an answer may state about crates: each shape has one fault of its body, or only looks as if it had."""

import functools
import os
import re
import time
from datetime import date

_WEIGHT = re.compile(r"Crate (?P<crate>\d+) weighs (?P<weight>\d+) kg\.")
_COSTS = re.compile(r"Crate (?P<crate>\d+) costs EUR (?P<price>\d+\.\d\d)\.")
_OPENED = date.today()  #@ diag("TES106", "late, by way of _OPENED, reads the clock", at="date.today()", severity="warning")
_SEEN = []
_KEPT = {}


def crate_weight(claim, nodes, graph):
    """Nothing is wrong here."""
    match = _WEIGHT.fullmatch(claim.text)
    return match and nodes["crate/" + match["crate"]].weight == int(match["weight"])


def the_match(claim, nodes, graph):
    """Answers with the match where the weight is right."""
    match = _WEIGHT.fullmatch(claim.text)
    #@ diag("TES103", "the_match may answer with a match object here", at="nodes['crate/1'].weight == 12 and match", severity="error")
    return nodes['crate/1'].weight == 12 and match


def through_a_helper(claim, nodes, graph):
    """Answers with what the helper found."""
    return _matched(claim.text)  #@ diag("TES103", "a match object", at="_matched(claim.text)")


def how_many(claim, nodes, graph):
    """Counts."""
    if not claim.text.startswith("Crates: "):
        return None
    return len(nodes)  #@ diag("TES103", "a number", at="len(nodes)")


def text_or_bool(claim, nodes, graph):
    """What is empty at times is not sure to be answered."""
    return claim.text and claim.text.endswith(".") or None if nodes else False


#@ diag("TES104", "every_sentence never answers None", at="every_sentence", severity="warning")
def every_sentence(claim, nodes, graph):
    """Claims every sentence."""
    match = _WEIGHT.fullmatch(claim.text)
    return match is not None and nodes["crate/1"].weight == int(match["weight"])


def nothing(claim, nodes, graph):  #@ diag("TES104", "nothing never answers True or False", at="nothing")
    """Speaks of nothing."""
    if claim.text:
        return None
    return


def not_understood(claim, nodes, graph):
    """Somebody else answers."""
    return graph.verdict(claim)


def not_written(claim, nodes, graph):
    """Nothing is written yet."""


def unsaid(claim, nodes, graph):  #@ diag("TES113", "unsaid falls off its end", at="unsaid", severity="info")
    """Says None without saying so."""
    match = _WEIGHT.fullmatch(claim.text)
    if match is not None:
        return nodes["crate/1"].weight == int(match["weight"])


def refusing(claim, nodes, graph):
    """Comes to no end: the helper raises."""
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    for node in nodes.values():
        return node.weight == int(match["weight"])
    _refuse(claim)


#@ diag("TES114", "holds_or_passes never answers False", at="holds_or_passes", severity="warning")
def holds_or_passes(claim, nodes, graph):
    """A wrong weight is passed on."""
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    return nodes["crate/1"].weight == int(match["weight"]) or None


def late(claim, nodes, graph):
    """Reads the clock, once now and once when the module is imported."""
    if claim.text != "The depot is open.":
        return None
    return time.time() > 9 and _OPENED == claim  #@ diag("TES106", "late reads the clock .time.time.", at="time.time()")


def here_and_now(claim, nodes, graph):
    """Reads the environment, by way of a helper, and changes what it was given."""
    if claim.text != "The depot is here.":
        return None
    nodes["crate/1"].seen = True  #@ diag("TES106", "changes its argument nodes", at='nodes["crate/1"].seen = True')
    _SEEN.append(claim.text)  #@ diag("TES106", "changes the global _SEEN", at="_SEEN.append(claim.text)")
    return _place() == "here"


def remembering(claim, nodes, graph):
    """A memo over text is pure, over the graph it is not."""
    if claim.text not in _KEPT:
        _KEPT[claim.text] = _WEIGHT.fullmatch(claim.text)
    if _KEPT[claim.text] is None:
        return None
    ours = dict(nodes)
    ours["crate/9"] = None
    return _by_text(claim.text) == _by_graph(graph)


def crate_price(claim, nodes, graph):
    """Compares floats."""
    match = _COSTS.fullmatch(claim.text)
    if match is None:
        return None
    crate = nodes["crate/" + str(float(match["crate"]))]
    return crate.price == float(match["price"])  #@ diag("TES109", "money", at='float(match["price"])', severity="info")


def half_typed(claim, nodes, graph):
    """Its end is missing."""
    return (  #@ diag("TES900", "does not parse")


def _matched(text):
    return _WEIGHT.fullmatch(text)


def _refuse(claim):
    raise LookupError(claim.text)


def _place():
    return os.environ["PLACE"]  #@ diag("TES106", "here_and_now, by way of _place, reads the environment", at="os.environ")


@functools.cache
def _by_text(text):
    return len(text)


@functools.cache  #@ diag("TES106", "remembering, by way of _by_graph, keeps answers by graph", at="functools.cache")
def _by_graph(graph):
    return len(graph.nodes)
