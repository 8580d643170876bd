"""The index over many edits: what is parsed again, and what an edit of one file means for others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tessera_lsp.text import BrokenDocument

FILES = {
    "acme/__init__.py": "",
    "acme/eval/__init__.py": "",
    "acme/eval/metrics.py": "def is_supported(claim, nodes, graph=None, shapes=()):\n    return False\n",
    "acme/eval/battery.py": "class Battery:\n    def __init__(self, name, claim_shapes=()):\n        pass\n",
    "acme/eval/registry.py": "from acme.eval.battery import Battery\nfrom acme.sales.wiring import SHAPES\n\n"
    "def batteries():\n    return (Battery('sales', SHAPES),)\n",
    "acme/sales/__init__.py": "",
    "acme/sales/claims.py": "def net_total(claim, nodes, graph):\n    return None\n",
    "acme/sales/wiring.py": "from .claims import net_total\nSHAPES = (net_total,)\n",
    "acme/stock/__init__.py": "",
    "acme/stock/claims.py": "def on_hand(claim, nodes, graph):\n    return None\n",
}
Serve = Callable[..., Any]


def test_a_keystroke_parses_one_file(serve: Serve) -> None:
    served = serve(FILES)
    served.index()
    parses = served.indexer.parses
    served.edit("acme/stock/claims.py", "def on_hand(claim, nodes, graph):\n    return True\n")
    served.index()
    assert served.indexer.parses == parses + 1
    assert served.indexer.resolutions == 1
    served.index()
    assert served.indexer.parses == parses + 1


def test_an_unchanged_file_is_the_same_value(serve: Serve) -> None:
    served = serve(FILES)
    before = served.index()
    served.edit("acme/stock/claims.py", "")
    after = served.index()
    path = str(served.project.root / "acme/sales/claims.py")
    assert after.files[path] is before.files[path]


def test_an_unsaved_wiring_counts(serve: Serve) -> None:
    """The module that holds the tuple is neither the registry nor a claims file."""
    served = serve(FILES)
    assert served.index().declared() == {("acme.sales.claims", "net_total")}
    served.edit("acme/sales/wiring.py", "from acme.stock.claims import on_hand\nSHAPES = (on_hand,)\n")
    assert served.index().declared() == {("acme.stock.claims", "on_hand")}
    assert served.indexer.resolutions == 2


def test_a_module_that_appears_is_found(serve: Serve) -> None:
    served = serve({**FILES, "acme/sales/wiring.py": "from .more import SHAPES\n"})
    battery = served.index().batteries[0]
    assert battery.declarations == ()
    assert not battery.complete
    (served.project.root / "acme/sales/more.py").write_text(
        "from .claims import net_total\nSHAPES = (net_total,)\n"
    )
    assert served.index().declared() == {("acme.sales.claims", "net_total")}


def test_a_version_of_the_editor_comes_through(serve: Serve) -> None:
    served = serve(FILES)
    served.edit("acme/stock/claims.py", FILES["acme/stock/claims.py"])
    path = str(served.project.root / "acme/stock/claims.py")
    assert served.index().files[path].document.version == 1


def test_a_broken_registry_is_one_unreadable_and_hides_the_wiring(serve: Serve) -> None:
    served = serve(FILES)
    served.index()
    served.edit(
        "acme/eval/registry.py", "from acme.eval.battery import Battery\n\ndef batteries(:\n    return\n"
    )
    index = served.index()
    assert [found.span.start.line for found in index.unreadable] == [2]
    assert not index.wiring_complete


def test_half_typed_declarations_keep_the_others(serve: Serve) -> None:
    served = serve(FILES)
    served.edit(
        "acme/eval/registry.py",
        FILES["acme/eval/registry.py"] + "\n\ndef _trial():\n    return Battery('trial', \n",
    )
    index = served.index()
    assert [battery.name for battery in index.batteries] == ["sales"]
    assert index.declared() == {("acme.sales.claims", "net_total")}


@pytest.mark.parametrize(
    ("data", "problem", "at"),
    [
        (b"# caf\xe9\ndef net_total(claim, nodes, graph): ...\n", "is not UTF-8 (byte 0xe9)", (0, 5)),
        (b"# coding: nowhere\ndef net_total(claim, nodes, graph): ...\n", "its coding line is wrong", (0, 0)),
    ],
)
def test_a_file_that_does_not_decode_is_one_unreadable_with_its_shapes(
    serve: Serve, data: bytes, problem: str, at: tuple[int, int]
) -> None:
    served = serve(FILES)
    path = served.project.root / "acme/sales/claims.py"
    path.write_bytes(data)
    file = served.index().files[str(path)]
    assert isinstance(file.document, BrokenDocument)
    [unreadable] = file.unreadable
    assert problem in unreadable.message
    assert unreadable.span.start == at
    assert [shape.qualname for shape in file.shapes] == ["net_total"]


def test_a_file_that_is_gone_is_unreadable(serve: Serve) -> None:
    served = serve(FILES)
    path = served.project.root / "acme/stock/claims.py"
    path.unlink()
    file = served.index().files[str(path)]
    assert [found.message for found in file.unreadable] == ["cannot be read: No such file or directory"]
    assert file.shapes == ()


def test_a_project_without_registry_has_shapes_all_the_same(serve: Serve) -> None:
    served = serve({"stock/claims.py": "def on_hand(claim, nodes, graph):\n    return None\n"})
    index = served.index()
    assert index.registry_path == ""
    assert [shape.qualname for file in index.files.values() for shape in file.shapes] == ["on_hand"]
    [file] = index.files.values()
    assert file.vertical == "stock"


FACTORY = """
def at_least(limit):
    def shape(claim, nodes, graph):
        return None
    return shape

def net_total(claim, nodes, graph):
    return None

def chosen():
    return (net_total,)

SHAPES = (*chosen(), at_least(3))
"""
MOVES = {
    "the body of a shape": ("    return None\n\ndef chosen", "    return True\n\ndef chosen", False),
    "a line more in a shape": (
        "    return None\n\ndef chosen",
        "    x = 1\n    return x\n\ndef chosen",
        True,
    ),
    "a function that is called": ("return (net_total,)", "return ()", True),
    "a name": ("def net_total(", "def net_totals(", True),
    "the tuple": ("at_least(3))", "at_least(4))", True),
    "a factory": ("    return shape\n", "    return None\n", True),
    "a head": ("def net_total(claim,", "async def net_total(claim,", True),
}


@pytest.mark.parametrize("case", MOVES)
def test_the_wiring_is_read_again_only_where_an_edit_can_reach_it(serve: Serve, case: str) -> None:
    """And what is kept equals what a fresh index reads."""
    old, new, again = MOVES[case]
    files = {**FILES, "acme/sales/wiring.py": "from .claims import SHAPES\n", "acme/sales/claims.py": FACTORY}
    served = serve(files)
    served.index()
    text = served.text(str(served.project.root / "acme/sales/claims.py")).text
    assert old in text
    for edited in (text.replace(old, new), text):
        served.edit("acme/sales/claims.py", edited)
        fresh = type(served)(served.project, open=dict(served.open)).index()
        assert served.index() == fresh
    assert served.indexer.resolutions == (3 if again else 1)


def test_a_body_that_gives_more_is_read(serve: Serve) -> None:
    """A builder that returned nothing yet."""
    empty = "def chosen():\n    pass\nSHAPES = chosen()\n"
    served = serve({**FILES, "acme/sales/wiring.py": empty})
    assert not served.index().batteries[0].complete
    served.edit("acme/sales/wiring.py", empty.replace("pass", "return ()"))
    assert served.index().batteries[0].complete
