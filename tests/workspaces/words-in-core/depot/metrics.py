"""The verifier, with words of a vertical in it. The net weight of crates in a docstring is prose."""

import re

from depot import stock  #@ diag("TES301", "the core imports the vertical depot.stock", at="stock", severity="warning")
from depot.evidence import Claim
from depot.stock.data import LABELS  #@ diag("TES301", "the core imports the vertical depot.stock", at="LABELS")

_SPECIAL = re.compile(r"the net weight of")  #@ diag("TES301", 'depot.stock.s language: "net weight" stands', at='r"the net weight of"', severity="warning")
_VOLUME = "Inner  volume"  #@ diag("TES301", '"inner volume"', at='"Inner  volume"')
_PLAIN = ("plain wording", "the cited record", "weight", "net", "inner", "weight, net")


def contained(claim, nodes, graph):
    """Supported where each cited record holds the sentence word for word."""
    return True if all(claim.text in record.text for record in claim.support) else None


def is_supported(claim, nodes, graph=None, shapes=()):
    """Whether the first grammar that owns the claim says it holds."""
    if not isinstance(claim, Claim):
        raise TypeError(f"no claim of {len(LABELS)} labels in {stock.__name__}, {_SPECIAL}, {_VOLUME}, {_PLAIN}")
    for shape in (*shapes, contained):
        answer = shape(claim, nodes, graph)
        if answer is not None:
            return answer
    return False
