"""TES101: the shape goes into its battery's tuple, written as the tuple is."""

from __future__ import annotations

import pytest

CLAIMS = "depot/stock/claims.py"
REGISTRY = "depot/registry.py"
HEAD = '"""The batteries."""\n\nfrom depot.battery import Battery\n'
CALL = """

def stock():
    return Battery(name="stock", claim_shapes=%s)


def batteries():
    return (stock(),)
"""
BY_MODULE = HEAD + "from depot.stock import claims\n"
BY_NAME = HEAD + "from depot.stock.claims import weight\n"


def registry(head: str, shapes: str) -> str:
    return head + CALL % shapes


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(claims.weight,)", "(claims.weight, claims.colour)"),
        ("(claims.weight, )", "(claims.weight, claims.colour )"),
        ("[claims.weight]", "[claims.weight, claims.colour]"),
        ("tuple([claims.weight])", "tuple([claims.weight, claims.colour])"),
        ("((claims.weight),)", "((claims.weight), claims.colour)"),
        ("(\n        claims.weight,\n    )", "(\n        claims.weight,\n        claims.colour,\n    )"),
        (
            "(\n        claims.weight,  # net (kg), dry\n        # more\n    )",
            "(\n        claims.weight,  # net (kg), dry\n        claims.colour,\n        # more\n    )",
        ),
        (
            "[\n        claims.weight  # last\n    ]",
            "[\n        claims.weight,  # last\n        claims.colour\n    ]",
        ),
        ("(*[claims.weight],)", "(*[claims.weight], claims.colour)"),
        ("() + (claims.weight,)", "() + (claims.weight, claims.colour)"),
    ],
)
def test_the_tuple_keeps_the_way_it_is_written(workshop, base, colour, before, after):
    depot = workshop({REGISTRY: registry(BY_MODULE, before), CLAIMS: base[CLAIMS] + colour})
    fix = depot.mend("TES101")
    assert depot.read(REGISTRY) == registry(BY_MODULE, after)
    assert fix.title == "Declare colour in battery stock"
    assert fix.preferred
    assert fix.safe


@pytest.mark.parametrize(
    ("head", "shapes", "new_head", "after"),
    [
        (
            BY_NAME,
            "(weight,)",
            HEAD + "from depot.stock.claims import weight, colour\n",
            "(weight, colour)",
        ),
        (
            HEAD + "from depot.stock.claims import (\n    weight,\n)\n",
            "(weight,)",
            HEAD + "from depot.stock.claims import (\n    weight,\n    colour,\n)\n",
            "(weight, colour)",
        ),
        (
            HEAD + "import depot.stock.claims as c\n",
            "(c.weight,)",
            HEAD + "import depot.stock.claims as c\n",
            "(c.weight, c.colour)",
        ),
        (
            HEAD + "from .stock.claims import weight as w\n",
            "(w,)",
            HEAD + "from .stock.claims import weight as w, colour\n",
            "(w, colour)",
        ),
        (
            BY_NAME + "from depot.stock import claims as c\n",
            "(weight,)",
            HEAD + "from depot.stock.claims import weight, colour\nfrom depot.stock import claims as c\n",
            "(weight, colour)",
        ),
        (
            HEAD + "from depot.stock import claims\n\nif c:\n    from depot.stock.claims import colour\n",
            "(claims.weight,)",
            HEAD + "from depot.stock import claims\n\nif c:\n    from depot.stock.claims import colour\n",
            "(claims.weight, claims.colour)",
        ),
        (
            BY_NAME + "\ncolour = 'red'\n",
            "(weight,)",
            HEAD + "from depot.stock.claims import weight, colour as stock_colour\n\ncolour = 'red'\n",
            "(weight, stock_colour)",
        ),
    ],
)
def test_it_is_named_as_its_neighbours_are(workshop, base, colour, head, shapes, new_head, after):
    depot = workshop({REGISTRY: registry(head, shapes), CLAIMS: base[CLAIMS] + colour})
    depot.mend("TES101")
    assert depot.read(REGISTRY) == registry(new_head, after)


def test_an_import_stands_where_its_neighbours_stand(workshop, base, colour):
    """In the builder, where the builder imports; and a battery without shapes gets its first one."""
    text = (
        HEAD + "\n\ndef stock():\n    from depot.stock.answers import answer\n\n"
        "    return Battery(\n        answer,\n        name='stock',\n    )\n\n\n"
        "def batteries():\n    return (stock(),)\n"
    )
    files = {REGISTRY: text, CLAIMS: base[CLAIMS], "depot/stock/answers.py": "def answer():\n    pass\n"}
    depot = workshop(files)
    depot.mend("TES101")
    written = depot.read(REGISTRY)
    assert "answer\n    from depot.stock.claims import weight\n\n" in written
    assert "        name='stock',\n        claim_shapes=(weight,),\n    )" in written


@pytest.mark.parametrize("shapes", ["None", "()", "[]"])
def test_the_first_shape_of_a_battery(workshop, shapes):
    depot = workshop({REGISTRY: registry(BY_MODULE, shapes)})
    depot.mend("TES101")
    brackets = "[%s]" if shapes == "[]" else "(%s,)"
    assert depot.read(REGISTRY) == registry(BY_MODULE, brackets % "claims.weight")


def test_a_battery_at_the_modules_top(workshop):
    text = BY_MODULE + '\nSTOCK = Battery(name="stock"%s)\n\n\ndef batteries():\n    return (STOCK,)\n'
    depot = workshop({REGISTRY: text % ""})
    depot.mend("TES101")
    assert depot.read(REGISTRY) == text % ", claim_shapes=(claims.weight,)"


def test_a_tuple_above_the_shape_moves_below_it(workshop, base, colour):
    """A constant of the claims file is made at import: it can name only what stands above it."""
    files = {
        REGISTRY: registry(HEAD + "from depot.stock.claims import SHAPES\n", "SHAPES"),
        CLAIMS: base[CLAIMS] + "\n\nSHAPES = (weight,)\n" + colour,
    }
    depot = workshop(files)
    depot.mend("TES101")
    assert (
        depot.read(CLAIMS) == base[CLAIMS] + "\n\n" + colour.lstrip("\n") + "\n\nSHAPES = (weight, colour)\n"
    )
    assert depot.read(REGISTRY) == files[REGISTRY]


def test_a_tuple_that_is_needed_earlier_stays(workshop, base, colour):
    """No fix is better than one that raises ``NameError``."""
    between = "\n\nSHAPES = (weight,)\nFIRST = SHAPES[0]\n"
    registry_text = registry(HEAD + "from depot.stock.claims import SHAPES\n", "SHAPES")
    depot = workshop({REGISTRY: registry_text, CLAIMS: base[CLAIMS] + between + colour})
    assert [fix.title for fix in depot.fixes("TES101")] == ["Ignore TES101 on this line"]


def test_nothing_is_declared_in_another_verticals_battery(workshop, base, colour):
    files = {"depot/yard/__init__.py": "", "depot/yard/claims.py": "import re\n" + colour}
    depot = workshop(files)
    assert [fix.title for fix in depot.fixes("TES101")] == ["Ignore TES101 on this line"]


def test_line_ends_of_the_file_are_kept(workshop, base, colour):
    text = registry(BY_MODULE, "(\n\t\tclaims.weight,\n\t)").replace("\n", "\r\n")
    depot = workshop({REGISTRY: text, CLAIMS: base[CLAIMS] + colour})
    depot.mend("TES101")
    assert depot.read(REGISTRY) == text.replace(
        "claims.weight,\r\n", "claims.weight,\r\n\t\tclaims.colour,\r\n"
    )
