"""The reasons in a ladder, for a terminal and for Markdown."""

from __future__ import annotations

import pytest

from tessera_lsp.ladder import ladder
from tessera_lsp.wire import Condition, Consultation, Group, PatternMatch, Step, Why

PASSED = Why("/srv/shop/claims.py", 12, "count", "return None", (Condition(11, "if not m:", True),))
MATCH = PatternMatch(
    "The (?P<what>.+) is ([0-9]+)",
    "/srv/shop/claims.py",
    30,
    (Group("0", "The total is 7", 0, 14), Group("what", "total", 4, 9), Group("2", "7", 13, 14)),
)
DECIDED = Why(
    "/srv/shop/claims.py",
    41,
    "equal",
    "return total == stated",
    (Condition(31, "if match is None:", False),),
    (("total", "Decimal('7')"), ("stated", "8")),
    (MATCH,),
    0.25,
)


@pytest.fixture
def consulted() -> Consultation:
    steps = (Step("count", "None", 0, PASSED), Step("total", "False", 1, DECIDED))
    return Consultation("shop", "The total is 7", ("a",), False, "total", steps)


def test_the_deciding_line_its_conditions_values_and_groups(consulted: Consultation) -> None:
    """Of a grammar that passed the claim on, the line alone."""
    assert ladder(consulted).plain().splitlines()[2:] == [
        "   1. count: None (not my grammar)",
        "         claims.py:12 return None (in count)",
        "→  2. total: False (does not hold)",
        "         claims.py:41 return total == stated (in equal)",
        "         line 31 if match is None: — no",
        "         total = Decimal('7')",
        "         stated = 8",
        "         matched The (?P<what>.+) is ([0-9]+)",
        "           what = total",
        "           2 = 7",
        "         took 0.25 s, watched",
    ]


@pytest.mark.parametrize(
    ("base", "shown"), [("/srv", "shop/claims.py"), ("/srv/sho", "/srv/shop/claims.py"), ("", "claims.py")]
)
def test_on_a_terminal_files_are_named_from_where_one_is(
    consulted: Consultation, base: str, shown: str
) -> None:
    """Each vertical has its ``claims.py``, and a terminal opens what it can find."""
    assert (
        f"         {shown}:41 return total == stated (in equal)" in ladder(consulted).plain(base).splitlines()
    )


def test_in_markdown_nothing_of_the_project_formats(consulted: Consultation) -> None:
    text = ladder(consulted).markdown()
    assert "   - `claims.py:41` `return total == stated` (in equal)" in text
    assert "   - line 31 `if match is None:` — no" in text
    assert "   - `stated` = `8`" in text
    assert "   - matched `The (?P<what>.+) is ([0-9]+)`: what = `total`, 2 = `7`" in text
    hostile = Why("/x/a`b.py", 1, "f*", "return `x`\n# heading", values=(("x", "<b>`</b>"),))
    odd = Consultation("shop", "x", (), True, "t", (Step("t", "True", 0, hostile),))
    lines = ladder(odd).markdown().split("\n")
    assert "   - ``a`b.py:1`` ``return `x`\\n# heading`` (in f\\*)" in lines
    assert "   - `x` = ``<b>`</b>``" in lines


def test_a_raise_has_its_reason_whole() -> None:
    raised = Consultation("shop", "x", ("a",), None, "", (Step("total", "raised", 0, DECIDED),))
    assert "         stated = 8" in ladder(raised).plain().splitlines()


def test_many_values_are_cut_and_long_ones_bounded() -> None:
    values = tuple((f"name{number}", "x" * 500) for number in range(30))
    why = Why("/x/claims.py", 1, "f", "return True" + "x" * 500, values=values)
    text = ladder(Consultation("shop", "x", (), True, "f", (Step("f", "True", 0, why),))).plain()
    assert text.count("name") == 8
    assert all(len(line) < 160 for line in text.split("\n"))
