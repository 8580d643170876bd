"""TES205: shapes that reach a battery other than by a tuple that can be read, and what is no such thing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import BatteryInfo, ShapeRef

CLAIMS = """
def net_total(claim, nodes, graph):
    return None

def open_count(claim, nodes, graph):
    return None

SHAPES = [net_total]
TABLE = {"sales": net_total}

class Grammar:
    shapes = [net_total]
"""
HIDDEN = {
    "filled by a function": (
        "tuple(claims.SHAPES)",
        "def add(shape):\n    SHAPES.append(shape)\n\nadd(open_count)\n",
    ),
    "filled from outside": ("tuple(claims.SHAPES)", "\n", "claims.SHAPES.append(claims.open_count)"),
    "filled by item": ("tuple(claims.TABLE.values())", 'TABLE["open"] = open_count\n'),
    "filled by update": ("tuple(claims.TABLE.values())", "TABLE.update(open=open_count)\n"),
    "filled in a comprehension": ("tuple(claims.SHAPES)", "[SHAPES.append(s) for s in (open_count,)]\n"),
    "reordered": ("tuple(claims.SHAPES)", "SHAPES.reverse()\n"),
    "a class's list": ("claims.Grammar.shapes", "def add(s):\n    Grammar.shapes.append(s)\n"),
    "handed to a decorator": (
        "tuple(claims.SHAPES)",
        "@entered(SHAPES)\ndef third(claim, nodes, graph):\n    return None\n",
    ),
    "chosen by a condition": (
        "claims.SHAPES if claims.FLAG else (claims.open_count,)",
        "import os\nFLAG = os.x\n",
    ),
}
NOT_HIDDEN = {
    "a sum": ("(net_total,) + (open_count,)", ""),
    "a list that an assignment extends": ("tuple(claims.SHAPES)", "SHAPES += [open_count]\n"),
    "another list of the same name within a function": (
        "tuple(claims.SHAPES)",
        "def other():\n    SHAPES = []\n    SHAPES.insert(0, 1)\n    return SHAPES\n",
    ),
    "a tuple whose name some list bears": (
        "claims.PAIR",
        "PAIR = (net_total, open_count)\ndef other(it):\n    it.PAIR.append(1)\n",
    ),
    "a memo": (
        "(claims.third,)",
        "KEPT = []\ndef memo(f):\n    def asked(claim, nodes, graph):\n        KEPT.append(claim)\n"
        "        return f(claim, nodes, graph)\n    return asked\n\n"
        "@memo\ndef third(claim, nodes, graph):\n    return None\n",
    ),
}


@pytest.mark.parametrize("case", HIDDEN)
def test_what_hides_shapes_is_marked_where_they_are_given(wire, case):
    expression, added, *lines = HIDDEN[case]
    looked = wire(expression, *lines, claims=CLAIMS + added)
    assert looked.told("TES205") == [("TES205", expression)]
    assert not looked.index.wiring_complete
    assert looked.told("TES101") == []


@pytest.mark.parametrize("case", NOT_HIDDEN)
def test_what_can_be_read_is_not_hidden(wire, case):
    expression, added = NOT_HIDDEN[case]
    looked = wire(expression, claims=CLAIMS + added)
    assert looked.told("TES2") == []
    assert looked.index.wiring_complete


REGISTERING = """
ALL = []

def register(shape):
    ALL.append(shape)
    return shape

class Grammar:
    def __init__(self):
        self.shapes = []

    def register(self, shape):
        self.shapes.append(shape)
        return shape

def into(where, order=0):
    def keep(shape):
        where.append((order, shape))
        return shape
    return keep

GRAMMAR = Grammar()
"""


@pytest.mark.parametrize(
    ("decorator", "expression"),
    [
        ("register", "tuple(claims.ALL)"),
        ("more.register", "tuple(more.ALL)"),
        ("GRAMMAR.register", "tuple(claims.GRAMMAR.shapes)"),
        ("into(MINE)", "tuple(claims.MINE)"),
    ],
)
def test_a_registering_decorator_is_marked_instead(wire, decorator, expression):
    claims = (
        "from acme import more\nfrom acme.more import into, register, ALL, GRAMMAR\nMINE = []\n"
        f"@{decorator}\ndef net_total(claim, nodes, graph):\n    return None\n"
    )
    looked = wire(expression, "from acme import more", claims=claims, more=REGISTERING)
    assert looked.told("TES205") == [("TES205", decorator)]
    assert looked.told("TES101") == []


def test_a_registration_that_no_battery_uses_is_none(wire):
    """The list is for something else; the battery's tuple is plain."""
    claims = (
        "from acme.more import register\n@register\ndef net_total(claim, nodes, graph):\n    return None\n"
    )
    assert wire("(claims.net_total,)", claims=claims, more=REGISTERING).told() == []


def test_the_place_where_the_trail_ends_is_told(wire):
    (finding,) = wire("tuple(claims.SHAPES)", claims=CLAIMS + "SHAPES.reverse()\n").findings("TES205")
    assert "cannot be read since SHAPES.reverse() decides" in finding.message
    (related,) = finding.related
    assert related.path.endswith("sales/claims.py")


def test_batteries_that_cannot_be_followed_are_marked_where_that_begins(look):
    looked = look(
        {
            "acme/eval/registry.py": """
            from acme.eval.battery import Battery
            from acme.sales.claims import net_total
            from plugins import installed

            def batteries():
                return (Battery(name="sales", claim_shapes=(net_total,)), *installed("acme"))
            """
        }
    )
    assert looked.told("TES205") == [("TES205", 'installed("acme")')]


def test_a_registry_that_does_not_parse_has_its_own_finding(look):
    assert look({"acme/eval/registry.py": "def batteries():\n    return (\n"}).told("TES2") == []


def run(*names: str) -> Verdicts:
    """What the worker tells of a battery that runs with these shapes."""
    shapes = tuple(ShapeRef("acme.sales.claims", name, "", 0, at) for at, name in enumerate(names))
    return Verdicts(state="ready", batteries=(BatteryInfo("sales", shapes, 1, "Claim"),))


def test_a_tuple_that_says_something_else_than_what_runs(wire):
    """Something outside of the text changes the shapes: the run shows it."""
    looked = wire("(claims.net_total,)")
    ran = run("net_total", "open_count")
    (finding,) = looked.findings("TES205", ran)
    assert "declares 1 shape here and runs with 2 (net_total and open_count)" in finding.message
    assert looked.told("TES205", ran) == [("TES205", "(claims.net_total,)")]
    assert looked.told("TES205", run("net_total")) == []
    edited = replace(ran, texts={str(looked.root / "acme/eval/registry.py"): "0123456789abcdef"})
    assert looked.told("TES205", edited) == []
