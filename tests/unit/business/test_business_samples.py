"""Each sample in a shape's docstring says what that shape answers."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator

import pytest

from tessera.business.claims import BUSINESS_SHAPES
from tessera.eval.metrics import ClaimShape, shape_name
from tessera.graph import KnowledgeGraph
from tessera.grounding import Claim

WORDS = {"True:": True, "False:": False, "None:": None}


def samples(shape: ClaimShape) -> Iterator[tuple[bool | None, str, list[str]]]:
    """Word, text and ids of each sample: enough of the notation for this vertical's own docstrings."""
    _, _, block = (inspect.getdoc(shape) or "").partition("Samples:\n")
    joined: list[str] = []
    for line in block.splitlines():
        if re.match(r" {4}(?:True|False|None):", line):
            joined.append(line.strip())
        elif line.strip():
            joined[-1] += " " + line.strip()
    for sample in joined:
        word, _, rest = sample.partition(" ")
        text, _, ids = rest.strip().rpartition(" <- ")
        yield WORDS[word], text, ids.split(", ")


CASES = [
    pytest.param(shape, *sample, id=f"{shape_name(shape)}-{position}")
    for shape in BUSINESS_SHAPES
    for position, sample in enumerate(samples(shape), start=1)
]


@pytest.mark.parametrize(("shape", "answer", "text", "ids"), CASES)
def test_sample(
    shape: ClaimShape,
    answer: bool | None,
    text: str,
    ids: list[str],
    business_graph: KnowledgeGraph,
    claim_of: Callable[..., Claim],
) -> None:
    assert shape(claim_of(text, *ids), business_graph.nodes, business_graph) is answer


@pytest.mark.parametrize("shape", BUSINESS_SHAPES, ids=shape_name)
def test_every_answer_is_sampled(shape: ClaimShape) -> None:
    assert {answer for answer, _, _ in samples(shape)} == {True, False, None}
