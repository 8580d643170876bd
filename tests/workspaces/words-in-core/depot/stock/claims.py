"""What an answer may state about crates; one pattern stands beside it."""

import re

from depot.stock.wording import VOLUME


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Net weight of crate 1: 12 kg <- crate/1
        False: Net weight of crate 1: 13 kg <- crate/1
        None: Plain wording of a label <- crate/1
        None: The cited record holds it. <- crate/1
    """
    match = re.fullmatch(r"Net\s+weight of crate (\d+): (\d+) kg", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])


def crate_volume(claim, nodes, graph):
    """No crate's volume is known."""
    return None if VOLUME.fullmatch(claim.text) is None else len(nodes) == 0


SHAPES = (crate_weight, crate_volume)
