"""Ignore on this line, and TES903: what stands beside a suppression stays."""

from __future__ import annotations

import pytest

CLAIMS = "depot/stock/claims.py"
REGISTRY = "depot/registry.py"
SHAPE = "\n\ndef colour(claim, nodes, graph):%s\n    return None if claim.text else claim.text == 'x'\n"


def ignore(depot, code):
    fix = depot.fixes(code)[-1]
    assert fix.title == f"Ignore {code} on this line"
    assert not fix.safe
    before = len(depot.findings(code))
    depot.make(fix)
    assert len(depot.findings(code)) == before - 1
    assert depot.findings("TES903") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "  # tessera: ignore[TES101]"),
        ("  # later", "  # later  # tessera: ignore[TES101]"),
        ("   ", "  # tessera: ignore[TES101]"),
    ],
)
def test_a_comment_at_the_end_of_the_line(workshop, base, before, after):
    depot = workshop({CLAIMS: base[CLAIMS] + SHAPE % before})
    ignore(depot, "TES101")
    assert depot.read(CLAIMS) == base[CLAIMS] + SHAPE % after


def test_it_joins_the_one_that_is_there(workshop, base):
    """One comment names all codes of the line."""
    text = "\n\nasync def colour(claim, nodes, graph):%s\n    return None\n"
    depot = workshop({CLAIMS: base[CLAIMS] + text % "  # tessera: ignore[TES102] for now"})
    ignore(depot, "TES101")
    assert depot.read(CLAIMS) == base[CLAIMS] + text % "  # tessera: ignore[TES102, TES101] for now"


def test_line_ends_are_kept(workshop, base):
    text = (base[CLAIMS] + SHAPE % "").replace("\n", "\r\n")
    depot = workshop({CLAIMS: text})
    ignore(depot, "TES101")
    assert depot.read(CLAIMS) == text.replace(
        "colour(claim, nodes, graph):", "colour(claim, nodes, graph):  # tessera: ignore[TES101]"
    )


SAMPLES = '''\


def colour(claim, nodes, graph):
    """The colour.

    Samples:
        True: Crate 1 is red <- crate/1
        true: Crate 1 is red <- crate/1%s"""
    return None if claim.text else claim.text == "x"
'''


@pytest.mark.parametrize("ends", ["", "\n    "])
def test_behind_a_sample_it_stands_in_the_docstring(workshop, base, ends):
    depot = workshop({CLAIMS: base[CLAIMS] + SAMPLES % ends})
    ignore(depot, "TES402")
    assert depot.read(CLAIMS) == base[CLAIMS] + SAMPLES % f"  # tessera: ignore[TES402]{ends}"


def test_no_comment_within_a_string_or_before_a_backslash(workshop, base):
    """A battery whose entry stands on a line that goes on: there is no place for a comment."""
    for shapes in ("[claims.wieght, \\\n    claims.weight]", '[claims.wieght, """\n""" and claims.weight]'):
        depot = workshop({REGISTRY: base[REGISTRY].replace("(claims.weight,)", shapes)})
        assert not any(fix.title.startswith("Ignore") for fix in depot.fixes("TES201"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  # tessera: ignore[TES102]", ""),
        ("  # tessera: ignore[]", ""),
        ("  # tessera: ignore[TES999]", ""),
        ("  # tessera: ignore[TES102, TES101]", "  # tessera: ignore[TES101]"),
        ("  # tessera: ignore[TES102] not yet", "  # not yet"),
        ("  # tessera: ignore[TES102]  # not yet", "  # not yet"),
        ("  # not yet  # tessera: ignore[TES102]", "  # not yet"),
        ("\n    # tessera: ignore[TES102]\n    x = 1", "\n    x = 1"),
    ],
)
def test_a_suppression_that_hides_nothing_goes(workshop, base, before, after):
    depot = workshop({CLAIMS: base[CLAIMS] + SHAPE % before})
    fix = depot.mend("TES903")
    assert depot.read(CLAIMS) == base[CLAIMS] + SHAPE % after
    assert fix.safe


@pytest.mark.parametrize("ends", ["", "\n    "])
def test_in_a_docstring_too(workshop, base, ends):
    text = SAMPLES.replace("true:", "True:")
    depot = workshop({CLAIMS: base[CLAIMS] + text % f"  # tessera: ignore[TES102]{ends}"})
    depot.mend("TES903")
    assert depot.read(CLAIMS) == base[CLAIMS] + text % ends
