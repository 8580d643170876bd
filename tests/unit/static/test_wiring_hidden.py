"""Wiring that is not followed to its end: it is said, with the reason, and never guessed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tessera_lsp.index.model import BatteryDefinition, Index

Wire = Callable[..., Index]
HEAD = "from acme.eval.battery import Battery\n"


def names(battery: BatteryDefinition) -> list[str]:
    return [declaration.target[1] if declaration.target else "?" for declaration in battery.declarations]


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


FAST = "    import fast\n    S = (open_count,)\n"
MAYBE = {
    "an import that may fail, and else": (
        "try:\n    import fast\nexcept ImportError:\n    S = (net_total,)\nelse:\n    S = (open_count,)\n"
    ),
    "several errors at once": "try:\n    S = (net_total,)\nexcept* ValueError:\n    S = (open_count,)\n",
    "kept where the import fails": f"S = (net_total,)\ntry:\n{FAST}except ImportError:\n    pass\n",
    "kept where the error is suppressed": f"S = (net_total,)\nwith suppress(ImportError):\n{FAST}",
}


@pytest.mark.parametrize("form", MAYBE)
def test_a_block_that_may_end_early_leaves_both(wire: Wire, form: str) -> None:
    source = HEAD + "from contextlib import suppress\nfrom acme.sales.claims import net_total, open_count\n"
    source += MAYBE[form] + "def batteries():\n    return (Battery(name='sales', claim_shapes=S),)\n"
    [battery] = wire(source).batteries
    assert not battery.complete
    assert battery.hidden is not None


def test_an_error_that_is_raised_again_leaves_the_one(wire: Wire) -> None:
    source = HEAD + "from acme.sales.claims import net_total, open_count\nS = (net_total,)\n"
    source += f"try:\n{FAST}except ImportError as error:\n    raise RuntimeError from error\n"
    [battery] = wire(
        source + "def batteries():\n    return (Battery(name='sales', claim_shapes=S),)\n"
    ).batteries
    assert battery.complete
    assert names(battery) == ["open_count"]
