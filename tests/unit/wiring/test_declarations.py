"""TES201 and TES202, and how a partial is called."""

from __future__ import annotations

import pytest

from tessera_lsp.index.model import Signature
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import BatteryInfo

CLAIMS = """
import functools

def net_total(claim, nodes, graph):
    return None

def at_least(limit):
    def shape(claim, nodes, graph):
        return None
    return shape

def _of_kind(kind, claim, nodes, graph):
    return None

class Threshold:
    def __init__(self, limit):
        self.limit = limit

    def __call__(self, claim, nodes, graph):
        return None

big = at_least(9)
eur = functools.partial(_of_kind, "EUR")
"""


@pytest.mark.parametrize(
    ("expression", "marked"),
    [
        ("(claims.net_total, claims.net_total)", ["claims.net_total"]),
        ("(claims.net_total, net_total, claims.net_total)", ["net_total", "claims.net_total"]),
        ("(claims.big, claims.eur, claims.big)", ["claims.big"]),
        ("(claims.eur, *(claims.eur,))", ["claims.eur"]),
        ("(at_least(1), at_least(2))", []),
        ("(partial(claims._of_kind, 'a'), partial(claims._of_kind, 'b'))", []),
        ("(Threshold(1), Threshold(2))", []),
        ("(claims.big, at_least(9))", []),
        ("(lambda c, n, g: None, lambda c, n, g: None)", []),
        ("(claims.net_total,) if claims.unknown() else (claims.net_total,)", []),
    ],
)
def test_only_the_same_shape_is_a_duplicate(wire, expression, marked):
    assert [text for _, text in wire(expression, claims=CLAIMS).told("TES202")] == marked


def test_a_duplicate_leads_to_the_first(wire):
    (finding,) = wire("(net_total, net_total)", claims=CLAIMS).findings("TES202")
    (related,) = finding.related
    assert related.span < finding.span


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("claims.net_totl", "claims.net_totl leads to no shape: acme.sales.claims has no name net_totl"),
        ("'net_total'", "'net_total' is no shape"),
        ("claims", "claims is no shape"),
        ("None", "None is no shape"),
    ],
)
def test_an_entry_that_is_no_shape(wire, entry, message):
    looked = wire(f"(claims.net_total, {entry})")
    (finding,) = looked.findings("TES201")
    assert finding.message.startswith(f"{message}; battery sales cannot ask it")
    assert looked.told("TES201") == [("TES201", entry)]


@pytest.mark.parametrize(
    "added",
    [
        "def __getattr__(name):\n    return print\n",
        "from somewhere import *\n",
        "globals()['later'] = print\n",
    ],
    ids=["a module that makes names", "an unseen star", "after it has run"],
)
def test_a_name_that_may_exist_all_the_same_is_no_fault(wire, added):
    looked = wire("(claims.later,)", claims=CLAIMS + added)
    verdicts = Verdicts(state="ready", batteries=(BatteryInfo("sales", (), 0, ""),))
    assert looked.told("TES201", verdicts if "globals" in added else None) == []


@pytest.mark.parametrize(
    ("bound", "faulty"),
    [
        ("functools.partial(_of_kind, 'a')", False),
        ("functools.partial(_of_kind, kind='a')", True),
        ("functools.partial(_of_kind)", True),
        ("functools.partial(_of_kind, *kinds)", False),
        ("functools.partial(net_total, graph=None)", True),
    ],
)
def test_a_partial_is_called_with_what_is_left(wire, bound, faulty):
    looked = wire("(claims.it,)", claims=f"{CLAIMS}\nkinds = ()\nit = {bound}\n")
    assert looked.told("TES102") == ([("TES102", "it")] if faulty else [])


@pytest.mark.parametrize(
    ("count", "names", "left"),
    [
        (0, (), Signature(("a", "b", "c", "d"), 3, 4)),
        (1, (), Signature(("b", "c", "d"), 2, 3)),
        (3, (), Signature(("d",), 0, 1)),
        (5, (), None),
        (0, ("d",), Signature(("a", "b", "c"), 3, 3)),
        (0, ("b",), Signature(("a",), 1, 1, ("c",))),
        (1, ("b",), Signature((), 0, 0, ("c",))),
    ],
)
def test_what_is_left_of_a_signature(count, names, left):
    """``def f(a, b, c, d=0)`` after ``partial``."""
    assert Signature(("a", "b", "c", "d"), 3, 4).given(count, names) == left


def test_any_number_of_arguments_stays_any_number():
    assert Signature(("a",), 1, -1, ("k",)).given(2, ("k",)) == Signature((), 0, -1)


def test_a_finding_in_a_builder_of_its_own_can_be_suppressed(look):
    """The battery is built in a module that is neither registry nor claims file."""
    files = {
        "acme/eval/registry.py": """
            from acme.sales.battery import sales

            def batteries():
                return (sales(),)
            """,
        "acme/sales/battery.py": """
            from acme.eval.battery import Battery
            from acme.sales.claims import net_total, open_count

            def sales():
                return Battery(name="sales", claim_shapes=(
                    net_total, open_count,
                    net_total,  # tessera: ignore[TES202]
                    open_count,
                    # tessera: ignore[TES201]
                ))
            """,
    }
    looked = look(files)
    assert looked.told("TES2") == [("TES202", "open_count")]
    assert looked.told("TES9") == [("TES903", "# tessera: ignore[TES201]")]
