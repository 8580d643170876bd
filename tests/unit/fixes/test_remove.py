"""TES201, TES202: an entry goes, and the tuple stays one."""

from __future__ import annotations

import pytest

CLAIMS = "depot/stock/claims.py"
REGISTRY = "depot/registry.py"
TWO = """\
def weight(claim, nodes, graph):
    return None if claim.text else claim.text == "x"


def colour(claim, nodes, graph):
    return None if claim.text else claim.text == "y"
"""
TEXT = """\
from depot.battery import Battery
from depot.stock import claims


def stock():
    shapes = %s
    return Battery(name="stock", claim_shapes=shapes)


def batteries():
    return (stock(),)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(claims.weight, claims.weight)", "(claims.weight,)"),
        ("(claims.weight, claims.weight,)", "(claims.weight,)"),
        ("claims.weight, claims.weight", "claims.weight,"),
        ("[claims.weight, claims.weight]", "[claims.weight]"),
        ("(claims.weight, (claims.weight))", "(claims.weight,)"),
        ("(claims.weight, claims.colour, claims.weight)", "(claims.weight, claims.colour)"),
        ("(claims.weight, claims.weight, claims.colour)", "(claims.weight, claims.colour)"),
        ("(claims.weight,) + (claims.weight,)", "(claims.weight,) + ()"),
        ("(claims.weight,\n        claims.weight)", "(claims.weight,)"),
        (
            "(\n        claims.weight,  # kg\n        claims.colour,\n        claims.weight,  # again\n    )",
            "(\n        claims.weight,  # kg\n        claims.colour,\n    )",
        ),
        (
            "(\n        claims.weight,\n        claims.weight  # again\n    )",
            "(\n        claims.weight,\n    )",
        ),
    ],
)
def test_a_duplicate_goes(workshop, before, after):
    depot = workshop({REGISTRY: TEXT % before, CLAIMS: TWO})
    fix = depot.mend("TES202")
    assert depot.read(REGISTRY) == TEXT % after
    assert fix.safe


def test_a_duplicate_by_two_stars_is_left_alone(workshop):
    """Both occurrences are written by the same words: there is nothing to take out."""
    shapes = "(claims.weight,)\n    shapes = (*shapes, *shapes)"
    depot = workshop({REGISTRY: TEXT % shapes, CLAIMS: TWO})
    assert [fix.title for fix in depot.fixes("TES202")] == ["Ignore TES202 on this line"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(claims.wieght, claims.colour)", "(claims.colour,)"),
        ("(claims.wieght, claims.weight, claims.colour)", "(claims.weight, claims.colour)"),
        ("(claims.wieght,)", "()"),
        ("claims.wieght,", "()"),
        ("(\n        claims.wieght,\n        claims.weight\n    )", "(\n        claims.weight,\n    )"),
    ],
)
def test_a_name_that_leads_nowhere_goes(workshop, before, after):
    depot = workshop({REGISTRY: TEXT % before, CLAIMS: TWO})
    fix = depot.mend("TES201", "Take")
    assert depot.read(REGISTRY) == TEXT % after
    assert fix.title == "Take claims.wieght out of the tuple"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from depot.stock.claims import weight, wieght\n", "from depot.stock.claims import weight\n"),
        ("from depot.stock.claims import wieght, weight\n", "from depot.stock.claims import weight\n"),
        (
            "from depot.stock.claims import (\n    wieght,\n    weight,\n)\n",
            "from depot.stock.claims import (\n    weight,\n)\n",
        ),
        (
            "from depot.stock.claims import wieght\nfrom depot.stock.claims import weight\n",
            "from depot.stock.claims import weight\n",
        ),
    ],
)
def test_its_import_goes_too(workshop, before, after):
    """``from claims import wieght`` would raise with no shape named so."""
    rest = TEXT.replace("from depot.stock import claims\n", "%s")
    depot = workshop({REGISTRY: rest % (before, "(weight, wieght)"), CLAIMS: TWO})
    depot.mend("TES201", "Take")
    assert depot.read(REGISTRY) == rest % (after, "(weight,)")


def test_an_import_that_something_else_uses_stays(workshop):
    line = "from depot.stock.claims import weight, wieght\n"
    rest = TEXT.replace("from depot.stock import claims\n", "%s") + "\nSPARE = wieght\n"
    depot = workshop({REGISTRY: rest % (line, "(weight, wieght)"), CLAIMS: TWO})
    depot.mend("TES201", "Take")
    assert depot.read(REGISTRY) == rest % (line, "(weight,)")


def test_beside_a_broken_file_it_is_no_part_of_fix_all(workshop):
    """What a file holds that does not parse is not known: the name may well be there."""
    files = {REGISTRY: TEXT % "(claims.wieght, claims.weight)", CLAIMS: TWO}
    depot = workshop({**files, "depot/yard/claims.py": "def f(:\n"})
    assert not depot.fixes("TES201")[0].safe


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(claims.wieght, claims.colour)", "(claims.weight, claims.colour)"),
        ("(claims.weight, claims.color)", "(claims.weight, claims.colour)"),
    ],
)
def test_a_misspelt_name_becomes_the_near_one(workshop, before, after):
    depot = workshop({REGISTRY: TEXT % before, CLAIMS: TWO})
    fix = depot.mend("TES201")
    assert depot.read(REGISTRY) == TEXT % after
    assert fix.title in ("Change it to weight", "Change it to colour")
    assert fix.safe


def test_an_imported_misspelt_name_changes_with_its_import(workshop):
    rest = TEXT.replace("from depot.stock import claims\n", "from depot.stock.claims import %s, colour\n")
    depot = workshop({REGISTRY: rest % ("wieght", "(wieght, colour)"), CLAIMS: TWO})
    depot.mend("TES201")
    assert depot.read(REGISTRY) == rest % ("weight", "(weight, colour)")


@pytest.mark.parametrize("shapes", ["(claims.wieght, claims.weight)", "(claims.volume,)"])
def test_no_name_is_guessed_that_is_declared_already_or_far(workshop, shapes):
    depot = workshop({REGISTRY: TEXT % shapes, CLAIMS: TWO})
    assert not any(fix.title.startswith("Change") for fix in depot.fixes("TES201"))
