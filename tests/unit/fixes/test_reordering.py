"""A declared shape is moved in its tuple, and the tuple stays as it is written."""

from __future__ import annotations

import pytest

from tessera_lsp.fixes import applied
from tessera_lsp.fixes.reordering import reorder

CLAIMS, REGISTRY = "depot/stock/claims.py", "depot/registry.py"
SHAPES = "".join(f"def {name}(claim, nodes, graph):\n    return None\n\n\n" for name in "abc")
HEAD = """\
from depot.battery import Battery
from depot.stock.claims import a, b, c

BASE = (a, b)


def stock():
"""
FOOT = "\n\n\ndef batteries():\n    return (stock(),)\n"


def moved(workshop, shapes: str, place: int, by: int, claims: str = SHAPES):
    depot = workshop(
        {CLAIMS: claims, REGISTRY: f"{HEAD}    return Battery('stock', claim_shapes={shapes}){FOOT}"}
    )
    examined = depot.look()
    edit = reorder(depot.facts(examined), examined.index.batteries[0], place, by)
    if isinstance(edit, str):
        return edit
    text = applied(examined.texts(edit.path), [edit])
    depot.write({REGISTRY: text})
    declared = [d.target[1] for d in depot.look().index.batteries[0].declarations]
    return text.partition("claim_shapes=")[2].partition(")\n\n\ndef")[0], "".join(declared)


@pytest.mark.parametrize(
    ("before", "place", "by", "after", "order"),
    [
        ("(a, b, c)", 0, 1, "(b, a, c)", "bac"),
        ("(a, b, c)", 2, -2, "(c, a, b)", "cab"),
        ("[a,b , c]", 0, 2, "[b,c , a]", "bca"),
        (
            "(\n        a,\n        b,  # second\n        c\n    )",
            2,
            -1,
            "(\n        a,\n        c,\n        b  # second\n    )",
            "acb",
        ),
        (
            "(\n        a,  # first\n        b,\n        c,\n    )",
            0,
            2,
            "(\n        b,\n        c,\n        a,  # first\n    )",
            "bca",
        ),
        ("(\n        a, b,\n        c,\n    )", 0, 2, "(\n        b, c,\n        a,\n    )", "bca"),
    ],
)
def test_a_member_moves_and_the_layout_stays(workshop, before, place, by, after, order):
    assert moved(workshop, before, place, by) == (after, order)


@pytest.mark.parametrize(
    ("shapes", "place", "by", "said"),
    [
        ("(a, b, c)", 0, -1, "only 0 to the first place"),
        ("(a, b, c)", 1, 5, "only 1 to the last place"),
        ("(*BASE, c)", 2, -1, "is taken from another tuple"),
        ("tuple(make())", 0, 1, "is not written"),
    ],
)
def test_what_cannot_be_moved_is_said(workshop, shapes, place, by, said):
    assert said in moved(workshop, shapes, place, by, SHAPES)
