"""The ways in which a tuple of shapes is written and followed, from one module into another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tessera_lsp.index.model import BatteryDefinition, Index

Wire = Callable[..., Index]
HEAD = "from acme.eval.battery import Battery\n"


def names(battery: BatteryDefinition) -> list[str]:
    return [declaration.target[1] if declaration.target else "?" for declaration in battery.declarations]


FOLLOWED = {
    "a tuple in the call": """
        from acme.sales.claims import net_total, open_count
        def batteries():
            return (Battery(name="sales", claim_shapes=(net_total, open_count)),)
        """,
    "a list in the call": """
        from acme.sales.claims import net_total, open_count
        def batteries():
            return [Battery(name="sales", claim_shapes=[net_total, open_count])]
        """,
    "an import within the builder": """
        def batteries():
            return (_sales(),)
        def _sales():
            from acme.sales.claims import net_total, open_count
            return Battery(name="sales", claim_shapes=(net_total, open_count))
        """,
    "a relative import": """
        from ..sales.claims import net_total, open_count
        def batteries():
            return (Battery(name="sales", claim_shapes=(net_total, open_count)),)
        """,
    "an aliased import": """
        from acme.sales.claims import net_total as total, open_count as count
        def batteries():
            return (Battery(name="sales", claim_shapes=(total, count)),)
        """,
    "a module under another name": """
        import acme.sales.claims as grammar
        def batteries():
            return (Battery(name="sales", claim_shapes=(grammar.net_total, grammar.open_count)),)
        """,
    "a module by its full name": """
        import acme.sales.claims
        def batteries():
            return (Battery(name="sales", claim_shapes=(
                acme.sales.claims.net_total, acme.sales.claims.open_count)),)
        """,
    "a module out of its package": """
        from acme.sales import claims
        def batteries():
            return (Battery(name="sales", claim_shapes=(claims.net_total, claims.open_count)),)
        """,
    "a star import": """
        from acme.sales.claims import *
        def batteries():
            return (Battery(name="sales", claim_shapes=(net_total, open_count)),)
        """,
    "positional arguments": """
        from acme.sales.claims import net_total, open_count
        def batteries():
            return (Battery("sales", None, None, None, None, None, (net_total, open_count)),)
        """,
    "a tuple made of a list": """
        from acme.sales.claims import net_total, open_count
        def batteries():
            return (Battery(name="sales", claim_shapes=tuple([net_total, open_count])),)
        """,
    "a sum": """
        from acme.sales.claims import net_total, open_count
        FIRST = (net_total,)
        def batteries():
            return (Battery(name="sales", claim_shapes=FIRST + (open_count,)),)
        """,
    "a starred part": """
        from acme.sales.claims import net_total, open_count
        FIRST = (net_total,)
        def batteries():
            return (Battery(name="sales", claim_shapes=(*FIRST, open_count)),)
        """,
    "a condition that is literal": """
        from acme.sales.claims import net_total, open_count
        STRICT = False
        def batteries():
            return (Battery(name="sales", claim_shapes=() if STRICT else (net_total, open_count)),)
        """,
    "an import for type checkers beside the real one": """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from acme.sales.claims import net_total, open_count
        def batteries():
            from acme.sales.claims import net_total, open_count
            return (Battery(name="sales", claim_shapes=(net_total, open_count)),)
        """,
    "an import that may fail": """
        try:
            from acme.sales.claims import net_total, open_count
        except ImportError:
            raise
        def batteries():
            return (Battery(name="sales", claim_shapes=(net_total, open_count)),)
        """,
    "a constant that is rebound": """
        from acme.sales.claims import net_total, open_count
        SHAPES = (net_total,)
        SHAPES = SHAPES + (open_count,)
        def batteries():
            return (Battery(name="sales", claim_shapes=SHAPES),)
        """,
    "a constant that grows": """
        from acme.sales.claims import net_total, open_count
        SHAPES = (net_total,)
        SHAPES += (open_count,)
        def batteries():
            return (Battery(name="sales", claim_shapes=SHAPES),)
        """,
    "a dictionary of tuples": """
        from acme.sales.claims import net_total, open_count
        SHAPES = {"sales": (net_total, open_count)}
        def batteries():
            return (Battery(name="sales", claim_shapes=SHAPES["sales"]),)
        """,
    "batteries as a constant": """
        from acme.sales.claims import net_total, open_count
        batteries = (Battery(name="sales", claim_shapes=(net_total, open_count)),)
        """,
    "batteries that return a constant": """
        from acme.sales.claims import net_total, open_count
        SALES = Battery(name="sales", claim_shapes=(net_total, open_count))
        ALL = (SALES,)
        def batteries():
            return ALL
        """,
    "a comprehension over literals": """
        from acme.sales.claims import net_total, open_count
        TABLE = (("sales", (net_total, open_count)),)
        def batteries():
            return tuple(Battery(name=name, claim_shapes=shapes) for name, shapes in TABLE)
        """,
    "a comprehension over a dictionary": """
        from acme.sales.claims import net_total, open_count
        TABLE = {"sales": (net_total, open_count)}
        def batteries():
            return [Battery(name=name, claim_shapes=shapes) for name, shapes in TABLE.items()]
        """,
    "a loop that appends batteries": """
        from acme.sales.claims import net_total, open_count
        def batteries():
            found = []
            for name, shapes in (("sales", (net_total, open_count)),):
                found.append(Battery(name=name, claim_shapes=shapes))
            return tuple(found)
        """,
    "batteries appended one by one": """
        from acme.sales.claims import net_total, open_count
        def batteries():
            found = []
            found.append(Battery(name="sales", claim_shapes=(net_total, open_count)))
            return found
        """,
    "a builder with parameters": """
        from acme.sales.claims import net_total, open_count
        def battery(name, *shapes):
            return Battery(name=name, claim_shapes=shapes)
        def batteries():
            return (battery("sales", net_total, open_count),)
        """,
    "keywords out of a dictionary": """
        from acme.sales.claims import net_total, open_count
        SALES = {"name": "sales", "claim_shapes": (net_total, open_count)}
        def batteries():
            return (Battery(**SALES),)
        """,
    "a battery under another name": """
        from acme.eval.battery import Battery as Set
        from acme.sales.claims import net_total, open_count
        def batteries():
            return (Set("sales", None, None, None, None, None, (net_total, open_count)),)
        """,
    "another call with claim_shapes": """
        from acme.eval.suite import suite
        from acme.sales.claims import net_total, open_count
        def batteries():
            return (suite(name="sales", claim_shapes=(net_total, open_count)),)
        """,
    "a cast": """
        from typing import cast
        from acme.sales.claims import net_total, open_count
        def batteries():
            return (Battery(name="sales", claim_shapes=cast("tuple", (net_total, open_count))),)
        """,
}


@pytest.mark.parametrize("form", FOLLOWED)
def test_a_form_of_wiring_is_followed(wire: Wire, form: str) -> None:
    index = wire(HEAD + FOLLOWED[form].replace("\n        ", "\n"))
    assert [(battery.name, names(battery)) for battery in index.batteries] == [
        ("sales", ["net_total", "open_count"])
    ]
    battery = index.batteries[0]
    assert battery.complete
    assert battery.hidden is None
    assert battery.listed
    assert index.wiring_complete
    assert {d.target[0] for d in battery.declarations if d.target} == {"acme.sales.claims"}


def test_a_tuple_of_any_name_in_another_module(wire: Wire) -> None:
    """The declarations stand where the tuple is written, and so does the place for a further shape."""
    index = wire(
        HEAD + "from acme.sales.claims import GRAMMAR\n"
        "def batteries():\n    return (Battery(name='sales', claim_shapes=GRAMMAR),)\n",
        claims="def net_total(claim, nodes, graph):\n    return None\n\nGRAMMAR = (\n    net_total,\n)\n",
    )
    battery = index.batteries[0]
    assert names(battery) == ["net_total"]
    assert battery.shapes_path.endswith("sales/claims.py")
    file = index.files[battery.shapes_path]
    assert battery.shapes_span is not None
    assert file.document.slice(battery.shapes_span) == "(\n    net_total,\n)"
    declaration = battery.declarations[0]
    assert file.document.slice(declaration.span) == declaration.text == "net_total"


def test_a_tuple_re_exported_by_the_package(wire: Wire) -> None:
    index = wire(
        HEAD + "from acme.sales import SHAPES\n"
        "def batteries():\n    return (Battery(name='sales', claim_shapes=SHAPES),)\n",
        acme_0_sales_0___init__="from .wiring import SHAPES\n",
        acme_0_sales_0_wiring="from . import claims\nSHAPES = (claims.net_total, claims.open_count)\n",
    )
    assert names(index.batteries[0]) == ["net_total", "open_count"]


def test_batteries_built_beside_their_verticals(wire: Wire) -> None:
    """A registry that only lists; each battery stands in its vertical's own module."""
    index = wire(
        "from acme.sales.battery import sales\n\ndef batteries():\n    return (sales(),)\n",
        acme_0_sales_0_battery=HEAD + "from .claims import net_total\n\n"
        "def sales():\n    return Battery(name='sales', claim_shapes=(net_total,))\n",
    )
    battery = index.batteries[0]
    assert (battery.name, battery.builder, names(battery)) == ("sales", "sales", ["net_total"])
    assert battery.path.endswith("sales/battery.py")
