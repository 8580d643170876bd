"""A body is read again when its own text or something that it can depend on has changed, and only then."""

from __future__ import annotations

import pytest

from tessera_lsp.index.bodies.kept import KeptBodies
from tessera_lsp.index.bodies.model import Body
from tessera_lsp.index.bodies.reader import Bodies
from tessera_lsp.index.parsing import Parser
from tessera_lsp.index.reading import read_module
from tessera_lsp.text import Document

TEXT = '''
import re
SEEN = {}
_TOTAL = re.compile("one of total and count")


def _cited(claim):
    return len(claim.support)


def total(claim, nodes, graph):
    """Speaks of total."""
    return _cited(claim) == 1


def count(claim, nodes, graph):
    """Speaks of count."""
    return f"{_cited(claim)}" == "1"


def seen(claim, nodes, graph):
    return None if claim.text not in SEEN else True
'''


def bodies(text: str, kept: KeptBodies | None) -> dict[str, Body | None]:
    """The body of each function of a text."""
    facts = read_module("/p/claims.py", "claims", Document("file:///p/claims.py", 1, text), Parser())
    reader = Bodies(facts, kept)
    return {function.qualname: reader.of(function) for function in facts.functions}


@pytest.mark.parametrize(
    ("before", "after", "read"),
    [
        ("_cited(claim) == 1", "_cited(claim) == 2", 1),
        ("return None if", "return True if", 1),
        ("len(claim.support)", "map(claim.support)", 4),
        ("SEEN = {}", "SEEN = []", 4),
        ("def seen(claim, nodes, graph):\n", "def seen(claim, nodes, graph):\n\n", 4),
        ("return None if claim.text not", "global SEEN; SEEN = 1; return None if claim.text not", 4),
    ],
    ids=["own text", "the last", "a helper", "a constant", "a line more", "a global"],
)
def test_what_is_read_again(before: str, after: str, read: int) -> None:
    """What is kept is what reading everything anew gives."""
    kept = KeptBodies()
    bodies(TEXT, kept)
    assert kept.read == 4
    assert before in TEXT
    edited = TEXT.replace(before, after)
    assert bodies(edited, kept) == bodies(edited, None)
    assert kept.read == 4 + read
