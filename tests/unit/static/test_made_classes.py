"""Batteries whose class a call makes: the order of its fields says which argument the shapes are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tessera_lsp.index.model import Index

Wire = Callable[..., Index]
REGISTRY = """from acme.sales.claims import net_total, open_count
{}

def batteries():
    return (Battery("sales", None, (net_total, open_count)),)
"""
MADE = {
    "names in one string": "from collections import namedtuple\n"
    'Battery = namedtuple("Battery", "name build_graph, claim_shapes")',
    "a list of names": "import collections\n"
    'Battery = collections.namedtuple("Battery", ["name", "build_graph", "claim_shapes"], defaults=((),))',
    "names with types": "from typing import NamedTuple\n"
    'Battery = NamedTuple("Battery", [("name", str), ("build_graph", object), ("claim_shapes", tuple)])',
    "a dataclass": "from dataclasses import make_dataclass\n"
    'Battery = make_dataclass("Battery", ["name", ("build_graph", object), "claim_shapes"])',
    "fields by keyword": "from collections import namedtuple\n"
    'Battery = namedtuple("Battery", field_names="name build_graph claim_shapes")',
    "the shorter name": "from collections import namedtuple\n"
    'Battery = namedtuple("Battery", "name build_graph shapes")',
    "a class of another name": "from dataclasses import dataclass\n"
    "@dataclass\nclass Domain:\n    name: str\n    build_graph: object\n    shapes: tuple\nBattery = Domain",
    "a constructor of another name": "class Domain:\n"
    "    def __init__(self, name, build_graph, shapes): ...\nBattery = Domain",
}


@pytest.mark.parametrize("form", MADE)
def test_the_fields_tell_which_argument_the_shapes_are(wire: Wire, form: str) -> None:
    battery = wire(REGISTRY.format(MADE[form])).batteries[0]
    assert battery.name == "sales"
    assert [d.target and d.target[1] for d in battery.declarations] == ["net_total", "open_count"]
    assert battery.complete


@pytest.mark.parametrize(
    "made", ["getattr(__import__('x'), 'y')", "collections.namedtuple('Battery', FIELDS)"]
)
def test_a_class_whose_order_is_not_told_declares_what_is_not_known(wire: Wire, made: str) -> None:
    """Not: nothing. The running registry decides, and nobody calls a shape undeclared before."""
    text = REGISTRY.format(f"import collections\nBattery = {made}")
    battery = wire(text).batteries[0]
    assert battery.declarations == ()
    assert not battery.complete
    assert battery.hidden is not None
