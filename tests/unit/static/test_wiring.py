"""What real registries hand to batteries: made shapes, sites beside the registry, what is left out."""

from __future__ import annotations

from collections.abc import Callable

from tessera_lsp.index.model import BatteryDefinition, Index

Wire = Callable[..., Index]
HEAD = "from acme.eval.battery import Battery\n"


def names(battery: BatteryDefinition) -> list[str]:
    return [declaration.target[1] if declaration.target else "?" for declaration in battery.declarations]


def test_what_gives_the_batteries_is_known_by_its_name(wire: Wire) -> None:
    for text in ("def batteries():\n    return None\n", "batteries = None\n"):
        entry = wire(HEAD + text).entry
        assert entry is not None
        assert entry.span.start.character == text.index("batteries")
        assert entry.span.start.line == 1
    assert wire(HEAD).entry is None


def test_no_shapes_given_is_no_shapes_declared(wire: Wire) -> None:
    index = wire(HEAD + "def batteries():\n    return (Battery(name='plain'),)\n")
    battery = index.batteries[0]
    assert (battery.name, battery.declarations, battery.complete) == ("plain", (), True)


MADE = """
import functools

def at_least(limit):
    def shape(claim, nodes, graph):
        return None
    return shape

def net_total(claim, nodes, graph, currency="EUR"):
    return None

class Threshold:
    def __init__(self, limit):
        self.limit = limit

    def __call__(self, claim, nodes, graph):
        return None

big = at_least(5)
euro = functools.partial(net_total, currency="EUR")
strict = Threshold(9)
"""


def test_shapes_that_are_made_lead_to_their_constant_and_to_what_made_them(wire: Wire) -> None:
    index = wire(
        HEAD + "from acme.sales.claims import big, euro, strict\n"
        "def batteries():\n    return (Battery(name='sales', claim_shapes=(big, euro, strict)),)\n",
        claims=MADE,
    )
    battery = index.batteries[0]
    assert battery.complete
    found = [(d.target[1] if d.target else None, [key[1] for key in d.also]) for d in battery.declarations]
    assert found == [
        ("big", ["at_least.<locals>.shape"]),
        ("euro", ["net_total"]),
        ("strict", ["Threshold"]),
    ]
    shapes = {shape.qualname: (shape.kind, shape.reason) for f in index.files.values() for shape in f.shapes}
    assert shapes == {
        "at_least.<locals>.shape": ("function", "declared"),
        "net_total": ("function", "declared"),
        "Threshold": ("class", "declared"),
        "big": ("assignment", "declared"),
        "euro": ("assignment", "declared"),
        "strict": ("assignment", "declared"),
    }


def test_shapes_made_within_the_tuple(wire: Wire) -> None:
    """A lambda has no name, but nothing is hidden by it."""
    index = wire(
        HEAD + "from functools import partial\nfrom acme.sales.claims import at_least, net_total, Threshold\n"
        "def batteries():\n    return (Battery(name='sales', claim_shapes=("
        "at_least(3), partial(net_total, currency='USD'), Threshold(1), lambda c, n, g: None)),)\n",
        claims=MADE,
    )
    battery = index.batteries[0]
    assert names(battery) == ["at_least.<locals>.shape", "net_total", "Threshold", "?"]
    assert battery.complete
    assert battery.declarations[3].missing == ""


def test_a_battery_that_batteries_leaves_out(wire: Wire) -> None:
    index = wire(
        HEAD + "from acme.sales.claims import net_total, open_count\n"
        "def batteries():\n    return (_sales(),)\n"
        "def _sales():\n    return Battery(name='sales', claim_shapes=(net_total,))\n"
        "def _trial():\n    return Battery(name='trial', claim_shapes=(open_count,))\n"
    )
    found = [(battery.name, battery.listed, battery.builder) for battery in index.batteries]
    assert found == [("sales", True, "_sales"), ("trial", False, "_trial")]


def test_batteries_that_cannot_be_read_leave_nothing_out(wire: Wire) -> None:
    """Nothing is called left out while it is not known what is in."""
    index = wire(
        HEAD + "from acme.sales.claims import net_total\nfrom plugins import installed\n"
        "def batteries():\n    return installed()\n"
        "def _sales():\n    return Battery(name='sales', claim_shapes=(net_total,))\n"
    )
    assert [(battery.name, battery.listed) for battery in index.batteries] == [("sales", True)]
    assert not index.wiring_complete


def test_a_second_site_that_declares_shapes(wire: Wire) -> None:
    """Another module's call with ``claim_shapes=`` declares, builds no battery, and is not left out."""
    index = wire(
        HEAD + "from acme.sales.claims import net_total\n"
        "def batteries():\n    return (Battery(name='sales', claim_shapes=(net_total,)),)\n",
        acme_0_audit="from acme.sales.claims import open_count\nfrom acme.tools import audit\n"
        "def run(log):\n    return audit(log, claim_shapes=(open_count,))\n",
    )
    assert ("acme.sales.claims", "open_count") in index.declared()
    site = index.batteries[1]
    assert (site.builds, site.listed, site.builder) == (False, True, "run")


def test_a_report_with_a_field_of_that_name_is_no_declaration(wire: Wire) -> None:
    index = wire(
        HEAD + "from acme.sales.claims import net_total\n"
        "def batteries():\n    return (Battery(name='sales', claim_shapes=(net_total,)),)\n",
        acme_0_eval_0_harness="def run_eval(batteries):\n"
        "    return [Report(claim_shapes=[s.__name__ for s in b.claim_shapes]) for b in batteries]\n",
    )
    assert [battery.name for battery in index.batteries] == ["sales"]
    assert index.wiring_complete


def test_a_shape_of_another_module_than_claims(wire: Wire) -> None:
    index = wire(
        HEAD + "from acme.sales.grammar import stated_total\n"
        "def batteries():\n    return (Battery(name='sales', claim_shapes=(stated_total,)),)\n",
        acme_0_sales_0_grammar="def stated_total(claim, nodes, graph):\n    return None\n",
    )
    assert [shape.qualname for shape in index.elsewhere] == ["stated_total"]
    assert index.shape("acme.sales.grammar", "stated_total") is index.elsewhere[0]


def test_a_builder_that_nothing_calls_hands_on_and_declares_nothing(wire: Wire) -> None:
    index = wire(
        HEAD + "def battery(name, shapes):\n    return Battery(name=name, claim_shapes=shapes)\n"
        "def copy(other):\n    return Battery(name='copy', claim_shapes=other.claim_shapes)\n"
        "def batteries():\n    return (Battery(name='sales'),)\n"
    )
    assert [battery.name for battery in index.batteries] == ["sales"]
    assert index.wiring_complete
