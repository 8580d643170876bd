"""TES206 and TES207: which vertical a battery belongs to, and what follows from that."""

from __future__ import annotations

import pytest

SHAPE = "def {name}(claim, nodes, graph):\n    return None\n"
STOCK = {"acme/stock/__init__.py": "", "acme/stock/claims.py": SHAPE.format(name="level")}
HEAD = """
from acme.eval.battery import Battery
from acme.sales import claims as sales, data
from acme.stock import claims as stock, data as crates
from acme.plain import graph
"""


def registry(*batteries: str, more: str = "") -> dict[str, str]:
    """Batteries by their arguments, all given by ``batteries()``."""
    calls = "".join(f"        Battery({arguments}),\n" for arguments in batteries)
    return {**STOCK, "acme/eval/registry.py": f"{HEAD}{more}\ndef batteries():\n    return (\n{calls}    )\n"}


SALES = "name='sales', claim_shapes=(sales.net_total, sales.open_count)"
OWN = "name='stock', claim_shapes=(stock.level,)"


@pytest.mark.parametrize(
    ("first", "second", "marked"),
    [
        (SALES, OWN, []),
        (SALES, "name='stock', claim_shapes=(stock.level, sales.net_total)", ["sales.net_total"]),
        (SALES, "name='x', build_graph=crates.graph, claim_shapes=(stock.level, sales.net_total)",
         ["sales.net_total"]),
        (SALES, "name='stock', build_graph=crates.graph, claim_shapes=(sales.net_total,)",
         ["sales.net_total"]),
        (SALES, "name='x', build_graph=graph, claim_shapes=(stock.level, sales.net_total)", []),
        ("name='sales', claim_shapes=(sales.net_total, stock.level)", "name='other'", []),
        (SALES, "name='x', build_graph=graph, claim_shapes=(sales.net_total,)", []),
    ],
    ids=[
        "each its own",
        "by name",
        "by builder",
        "a foreign shape alone",
        "nothing tells whose it is",
        "a library without a battery",
        "a second battery of one vertical",
    ],
)  # fmt: skip
def test_a_foreign_shape(look, first, second, marked):
    looked = look(registry(first, second))
    assert [text for _, text in looked.told("TES206")] == marked


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("from acme.sales.claims import net_total", "net_total"),
        ("from acme.sales import claims", "claims"),
        ("import acme.sales.claims as other", "acme.sales.claims as other"),
        ("def f():\n    from ..sales.claims import *", "*"),
        ("from acme.sales import data", ""),
        ("from acme.sales.claimsdata import x", ""),
        ("from acme.stock import claims", ""),
    ],
)
def test_an_import_of_another_verticals_claims(look, line, marked):
    files = {**registry(SALES, OWN), "acme/stock/claims.py": f"{line}\n{SHAPE.format(name='level')}"}
    assert [text for _, text in look(files).told("TES206")] == ([marked] if marked else [])


def test_packages_within_each_other_are_one_domain(look):
    files = {
        **registry(SALES, "name='north', claim_shapes=(stock.level,)"),
        "acme/sales/north/__init__.py": "",
        "acme/sales/north/claims.py": f"from ..claims import net_total\n{SHAPE.format(name='level')}",
    }
    both = "claim_shapes=(north.level, sales.net_total)"
    third = f"name='north', {both}"
    files |= registry(SALES, OWN, third, more="from acme.sales.north import claims as north")
    assert look(files).told("TES206") == []


def test_a_vertical_without_a_battery_is_marked_on_its_first_line(look):
    looked = look(registry(SALES))
    assert looked.told("TES207") == [("TES207", "def level(claim, nodes, graph):")]
    assert looked.findings("TES207")[0].path.endswith("stock/claims.py")
    assert [text for _, text in looked.told("TES101")] == ["level"]


@pytest.mark.parametrize(
    "batteries",
    [
        (SALES, OWN),
        (SALES, "name='stock'"),
        (SALES, "name='crates', build_graph=crates.graph"),
        ("name='sales', claim_shapes=(sales.net_total, sales.open_count, stock.level)",),
        (SALES, "name=graph.NAME"),
        ("name='sales', claim_shapes=graph.found()",),
    ],
    ids=["its own", "its name", "its builder", "declared elsewhere", "an unknown battery", "unknown shapes"],
)
def test_a_vertical_is_measured_or_it_is_not_known(look, batteries):
    assert look(registry(*batteries)).told("TES207") == []


def test_a_claims_file_without_shapes_is_about_something_else(look):
    files = {**registry(SALES), "acme/stock/claims.py": "def expires(token):\n    return token['exp']\n"}
    assert look(files).told("TES207") == []


def test_a_battery_that_is_left_out(look):
    trial = "def trial():\n    return Battery(name='trial', claim_shapes=(stock.level,))\n"
    looked = look(registry(SALES, more=trial))
    assert looked.told("TES207") == [("TES207", "trial")]
    assert looked.told("TES101") == []


def test_a_copy_of_any_battery_is_not_left_out(look):
    copy = "def bare(battery):\n    return Battery(name=battery.name, build_graph=battery.build_graph)\n"
    assert look(registry(SALES, OWN, more=copy)).told("TES207") == []
