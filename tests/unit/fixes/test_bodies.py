"""TES113, TES111, TES112, TES109: what changes within a shape."""

from __future__ import annotations

import pytest

from tessera_lsp.fixes import applied
from tessera_lsp.fixes.imports import library_name
from tessera_lsp.fixes.model import edit_of
from tessera_lsp.text import Document, Span

CLAIMS = "depot/stock/claims.py"
FALLS = '''\
def weight(claim, nodes, graph):
    """The weight."""
    if claim.text == "light":
        return True
    if claim.text == "heavy":
        return False
'''


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (FALLS, FALLS + "    return None\n"),
        (FALLS.rstrip("\n"), FALLS + "    return None"),
        (FALLS.replace("\n", "\r\n"), (FALLS + "    return None\n").replace("\n", "\r\n")),
        (FALLS.replace("    ", "\t"), FALLS.replace("    ", "\t") + "\treturn None\n"),
        (FALLS + "    # else it is not ours\n", FALLS + "    # else it is not ours\n    return None\n"),
        (FALLS + "\n\nX = 1\n", FALLS + "    return None\n\n\nX = 1\n"),
        (FALLS.replace("return False", "return False  # too much"), None),
    ],
)
def test_return_none_is_said(workshop, before, after):
    depot = workshop({CLAIMS: before})
    fix = depot.mend("TES113")
    assert depot.read(CLAIMS) == (after or before + "    return None\n")
    assert (fix.title, fix.safe, fix.preferred) == ("Add return None", True, True)


def test_a_loop_at_the_end_is_followed_by_it(workshop):
    body = (
        "def weight(claim, nodes, graph):\n    for node in nodes:\n        if node == claim.text:\n"
        "            return True\n    else:\n        x = 1\n    with open(claim.text):\n        y = x\n"
    )
    depot = workshop({CLAIMS: body})
    depot.mend("TES113")
    assert depot.read(CLAIMS) == body + "    return None\n"


def test_an_instances_call_and_bodies_on_one_line(workshop):
    """The function that falls off its end is the one that gets the line."""
    one = "    if claim.text == 'x': return True\n    if claim.text == 'y': return False;\n"
    depot = workshop({CLAIMS: "def weight(claim, nodes, graph):\n" + one})
    depot.mend("TES113")
    assert depot.read(CLAIMS) == "def weight(claim, nodes, graph):\n" + one + "    return None\n"
    body = "".join(f"    {line}\n" for line in FALLS.replace("weight(", "__call__(self, ").split("\n")[:-1])
    depot = workshop({CLAIMS: f"class Shape:\n{body}\n\nweight = Shape()\n"})
    depot.mend("TES113")
    assert depot.read(CLAIMS) == f"class Shape:\n{body}        return None\n\n\nweight = Shape()\n"


PATTERN = '''\
import re

_WEIGHT = re.compile(r"Crate (\\d+) weighs (\\d+) kg")


def weight(claim, nodes, graph):
    """Samples:
    True: Crate 1 weighs 12 kg <- crate/1
    """
    match = %s
    if match is None:
        return None
    return nodes[match[1]].weight == int(match[2])
'''


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("_WEIGHT.search(claim.text)", "_WEIGHT.fullmatch(claim.text)"),
        ("_WEIGHT.match(claim.text)", "_WEIGHT.fullmatch(claim.text)"),
        ("(_WEIGHT\n        .search(claim.text))", "(_WEIGHT\n        .fullmatch(claim.text))"),
        (
            're.search("Crate (\\\\d+) weighs (\\\\d+) kg", claim.text)',
            're.fullmatch("Crate (\\\\d+) weighs (\\\\d+) kg", claim.text)',
        ),
    ],
)
def test_a_pattern_is_anchored(workshop, before, after):
    """It may change verdicts: its title says so, and it is no part of fix-all."""
    depot = workshop({CLAIMS: PATTERN % before})
    fix = depot.mend("TES111")
    assert depot.read(CLAIMS) == PATTERN % after
    assert fix.title.endswith("(verdicts may change)")
    assert not fix.safe
    assert not fix.preferred


SAID = """\
import re


def said(claim, nodes, graph):
    match = re.fullmatch(%s, claim.text)
    if match is None:
        return None
    return match[1] == match[2]
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("r\"says '(.+?)' and '(?P<b>.*?)'\"", "r\"says '([^']+)' and '(?P<b>[^']*)'\""),
        ("r'says \"(.+?)\" and (.)'", 'r\'says "([^"]+)" and (.)\''),
        ("r\"says '(.+?)'\"\n        r\" and '(.+?)'\"", "r\"says '([^']+)'\"\n        r\" and '([^']+)'\""),
        ('r"""says \'(.+?)\' and (.)"""', 'r"""says \'([^\']+)\' and (.)"""'),
    ],
)
def test_a_quoted_group_ends_at_its_quote(workshop, before, after):
    depot = workshop({CLAIMS: SAID % before})
    (fix,) = depot.rewrites(CLAIMS, "says ")
    depot.make(fix)
    assert depot.read(CLAIMS) == SAID % after
    assert fix.kind == "rewrite"
    assert not fix.safe
    assert depot.rewrites(CLAIMS, "says ") == ()


@pytest.mark.parametrize("pattern", ["r'(.+?)'", 'r"says (.+?) and (.)"', "r'\\'(.+?)\\' (.)'", "'('"])
def test_what_only_looks_like_a_quoted_group_stays(workshop, pattern):
    """The quotes of the literal itself are no part of its pattern."""
    depot = workshop({CLAIMS: SAID % pattern})
    assert depot.rewrites(CLAIMS, pattern[2:]) == ()


PRICE = '''\
%simport re

_PRICE = re.compile(r"Crate (?P<crate>\\d+) costs EUR (?P<price>\\d+\\.\\d\\d)")


def price(claim, nodes, graph):
    """The price."""
    match = _PRICE.fullmatch(claim.text)
    if match is None:
        return None
    return nodes[match["crate"]].price == %s(match["price"])
'''


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("", "\nfrom decimal import Decimal", "Decimal"),
        ("from decimal import Decimal\n", "", "Decimal"),
        ("import decimal\n", "", "decimal.Decimal"),
        ("import decimal as d\n", "", "d.Decimal"),
        ("from decimal import ROUND_UP\n", ", Decimal", "Decimal"),
    ],
)
def test_money_is_held_in_decimal(workshop, before, after, name):
    depot = workshop({CLAIMS: PRICE % (before, "float")})
    fix = depot.mend("TES109")
    expected = PRICE % (before.replace("ROUND_UP", "ROUND_UP" + after), name)
    if not before:
        expected = expected.replace("import re\n", "import re" + after + "\n", 1)
    assert depot.read(CLAIMS) == expected
    assert fix.title.endswith("(verdicts may change)")
    assert not fix.safe


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("X = 1\n", "from decimal import Decimal\n\nX = 1\n"),
        ('"""Doc."""\n\nX = 1\n', '"""Doc."""\n\nfrom decimal import Decimal\n\nX = 1\n'),
        (
            "from __future__ import annotations\n\nX = 1\n",
            "from __future__ import annotations\n\nfrom decimal import Decimal\n\nX = 1\n",
        ),
        ("import numpy\n\nX = 1\n", "from decimal import Decimal\n\nimport numpy\n\nX = 1\n"),
        ("import re\n\nimport numpy\n", "import re\nfrom decimal import Decimal\n\nimport numpy\n"),
    ],
)
def test_an_import_stands_among_those_of_its_kind(before, after):
    document = Document("", None, before)
    end = document.position(len(before))
    named = library_name(document, "decimal", "Decimal", Span(end, end))
    assert named.expression == "Decimal"
    assert applied(document, [edit_of("/a.py", document, each) for each in named.added]) == after


def test_a_future_import_stays_first(workshop):
    text = PRICE % ('"""Prices."""\n\nfrom __future__ import annotations\n\n', "float")
    depot = workshop({CLAIMS: text})
    depot.mend("TES109")
    assert "annotations\n\nimport re\nfrom decimal import Decimal\n\n_PRICE" in depot.read(CLAIMS)
