"""TES301: what a vertical's phrase is, and where it may stand."""

from __future__ import annotations

import pytest

from tessera_lsp.index.vocabulary import phrases

CLAIMS = '''
import re

NET = re.compile(r"(\\w+)'s net\\s+order (?P<what>value|sum) is (\\d+)")

def net_total(claim, nodes, graph):
    """The total.

    Samples:
        True: Gross margin of 3 orders <- a/1
        None: Brand new thing <- a/1
    """
    if claim.text.startswith("Open credit"):
        raise ValueError("wrong input given")
    return None

def open_count(claim, nodes, graph):
    return None
'''
CORE = '''
{line}

def is_supported(claim, nodes, graph=None, shapes=()):
    """No net order is meant by a docstring."""
    return False
'''


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("net order value", ("net order", "order value")),
        ("number of customers", ("number of customers",)),
        (r"Net\s+order of (\w+) is", ("net order",)),
        ("net, order", ()),
        ("net 12 order", ()),
        ("the cited record", ()),
        ("Acme's orders", ("acme orders",)),
        (r"(?P<side>left) hand|right\b hand", ()),
        ("is to be", ()),
        ("", ()),
    ],
)
def test_phrases(text, expected):
    assert phrases(text) == expected


@pytest.mark.parametrize(
    "line",
    [
        'X = "net order"',
        'X = r"net\\s+order"',
        "X = f'{1} net order {2}'",
        'X = {"a": ("Net Order",)}',
        'X = "gross margin"',
        'X = "open credit"',
        "import acme.sales",
        "from acme.sales.claims import net_total",
        "from acme import sales",
        "def f():\n    from ..sales import data",
    ],
)
def test_a_vertical_in_the_core_is_found(look, line):
    looked = look({"acme/sales/claims.py": CLAIMS, "acme/eval/metrics.py": CORE.format(line=line)})
    assert [code for code, _ in looked.told("TES301")] == ["TES301"]


@pytest.mark.parametrize(
    "line",
    [
        'X = "net of orders"',
        'X = "order", "net"',
        '"""A net order in prose."""',
        "# a net order in a comment",
        "net_order = 1",
        'X = "brand new"',
        'X = "wrong input"',
        "import acme.salesforce",
        "from acme.eval import battery",
    ],
)
def test_what_is_no_language_of_a_vertical(look, line):
    """Prose, names, what no pattern and no owned sample speaks, and packages that are named alike."""
    looked = look({"acme/sales/claims.py": CLAIMS, "acme/eval/metrics.py": CORE.format(line=line)})
    assert looked.told("TES301") == []


def test_a_phrase_of_two_verticals_is_nobodys(look):
    files = {"acme/sales/claims.py": CLAIMS, "acme/eval/metrics.py": CORE.format(line='X = "net order"')}
    assert look({**files, "acme/stock/claims.py": CLAIMS}).told("TES301") == []


def test_a_pattern_of_the_vertical_that_stands_in_a_module_beside(look):
    looked = look(
        {
            "acme/sales/claims.py": "from .patterns import NET\n",
            "acme/sales/patterns.py": 'import re\nNET = re.compile("net order")\n',
            "acme/eval/metrics.py": CORE.format(line='X = "net order"'),
        }
    )
    assert looked.told("TES301") == [("TES301", '"net order"')]


def test_a_core_within_the_verticals_package_imports_what_is_beside_it(look):
    """One package for all: only its claims file is the vertical's alone."""
    files = {
        "acme/claims.py": CLAIMS,
        "acme/eval/registry.py": "",
        "acme/sales/claims.py": "",
        "acme/registry.py": (
            "from acme.eval.battery import Battery\nfrom acme import claims\n"
            "def batteries():\n    return (Battery(name='a', claim_shapes=(claims.net_total,)),)\n"
        ),
        "acme/metrics.py": CORE.format(line="from acme import evidence"),
    }
    assert look(files).told("TES301") == []
    files["acme/metrics.py"] = CORE.format(line="from acme import claims")
    assert look(files).told("TES301") == [("TES301", "claims")]
