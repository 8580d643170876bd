"""The ways in which real registries hand shapes to batteries, each as its text is written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

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


HIDDEN = {
    "a filter": "tuple(filter(None, (net_total, open_count)))",
    "a condition that the text does not tell": "(net_total,) if os.environ.get('X') else (open_count,)",
    "a library's function": "discover('acme')",
    "names out of a module's namespace": "tuple(v for v in vars(claims).values())",
    "a starred unknown": "(net_total, *discover('acme'))",
}


@pytest.mark.parametrize("form", HIDDEN)
def test_what_is_not_followed_is_said_and_not_guessed(wire: Wire, form: str) -> None:
    """The whole expression that is given as the shapes is the hidden one."""
    source = (
        HEAD + "import os\nfrom plugins import discover\nfrom acme.sales import claims\n"
        "from acme.sales.claims import net_total, open_count\n"
        f"def batteries():\n    return (Battery(name='sales', claim_shapes={HIDDEN[form]}),)\n"
    )
    index = wire(source)
    battery = index.batteries[0]
    assert not battery.complete
    assert not index.wiring_complete
    assert battery.hidden is not None
    line = source.split("\n")[battery.hidden.start.line]
    assert line[battery.hidden.start.character : battery.hidden.end.character] == HIDDEN[form]


@pytest.mark.parametrize("hand_on", ["from acme.made import SHAPES", "from acme.made import *"])
def test_a_trail_that_ends_behind_other_modules_is_told_where_the_name_is_used(
    wire: Wire, hand_on: str
) -> None:
    """What binds the name cannot be read; the modules between have fewer lines than the registry."""
    made = "from acme.sales import claims\nfor SHAPES in ((claims.net_total,),):\n    pass\n"
    registry = "from acme.handing import SHAPES\n" + HEAD + "\n" * 9
    registry += "def batteries():\n    return (Battery(name='sales', claim_shapes=SHAPES),)\n"
    index = wire(registry, acme_0_handing=hand_on + "\n", acme_0_made=made)
    [battery] = index.batteries
    assert not battery.complete
    assert battery.trail is not None
    assert (battery.trail.path, battery.trail.text) == (index.registry_path, "SHAPES")
    assert battery.trail.span.start.line == 12


def test_shapes_put_together_by_append_are_followed_and_called_hidden(wire: Wire) -> None:
    index = wire(
        HEAD + "from acme.sales.claims import net_total, open_count\nSHAPES = [net_total]\n"
        "SHAPES.append(open_count)\n"
        "def batteries():\n    return (Battery(name='sales', claim_shapes=SHAPES),)\n"
    )
    battery = index.batteries[0]
    assert names(battery) == ["net_total", "open_count"]
    assert not battery.complete


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("claims.net_totl", "acme.sales.claims has no name net_totl"),
        ("net_totl", "acme.eval.registry has no name net_totl"),
        ("'net_total'", "'net_total' is no shape"),
        ("claims", "claims is no shape"),
    ],
)
def test_a_declared_name_that_leads_nowhere_says_why(wire: Wire, entry: str, reason: str) -> None:
    index = wire(
        HEAD + "from acme.sales import claims\n"
        f"def batteries():\n    return (Battery(name='sales', claim_shapes=({entry},)),)\n"
    )
    battery = index.batteries[0]
    assert battery.declarations[0].target is None
    assert battery.declarations[0].missing == reason
    assert battery.complete


def test_a_name_imported_from_where_it_is_not(wire: Wire) -> None:
    index = wire(
        HEAD + "from acme.sales.claims import net_totl\n"
        "def batteries():\n    return (Battery(name='sales', claim_shapes=(net_totl,)),)\n"
    )
    assert index.batteries[0].declarations[0].missing == "acme.sales.claims has no name net_totl"


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


def test_names_that_go_round_in_circles_end(wire: Wire) -> None:
    """``a`` is ``b`` and ``b`` is ``a``; modules that star-import each other."""
    index = wire(
        HEAD + "from acme.sales.claims import *\nfrom acme.sales.other import *\n"
        "A = B\nB = A\ndef loop():\n    return loop()\n"
        "def batteries():\n    return (Battery(name='a', claim_shapes=A),"
        " Battery(name='b', claim_shapes=loop()), Battery(name='c', claim_shapes=(nowhere,)))\n",
        claims="from acme.sales.other import *\n",
        acme_0_sales_0_other="from acme.sales.claims import *\n",
    )
    assert [(battery.name, battery.complete) for battery in index.batteries] == [
        ("a", False),
        ("b", False),
        ("c", True),
    ]


def test_a_tuple_that_a_condition_chooses_declares_both_and_is_hidden(wire: Wire) -> None:
    """Which it is, is not known; that either may be declared, is."""
    index = wire(
        HEAD + "import os\nfrom acme.sales.claims import net_total, open_count\n"
        "if os.name == 'nt':\n    SHAPES = (net_total,)\nelse:\n    SHAPES = (open_count,)\n"
        "def batteries():\n    return (Battery(name='sales', claim_shapes=SHAPES),)\n"
    )
    battery = index.batteries[0]
    assert names(battery) == ["net_total", "open_count"]
    assert not battery.complete


def test_a_builder_that_nothing_calls_hands_on_and_declares_nothing(wire: Wire) -> None:
    index = wire(
        HEAD + "def battery(name, shapes):\n    return Battery(name=name, claim_shapes=shapes)\n"
        "def copy(other):\n    return Battery(name='copy', claim_shapes=other.claim_shapes)\n"
        "def batteries():\n    return (Battery(name='sales'),)\n"
    )
    assert [battery.name for battery in index.batteries] == ["sales"]
    assert index.wiring_complete
