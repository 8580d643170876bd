"""What a project can do wrong as a whole: imports, registry, graphs, verifier, names, the network."""

from __future__ import annotations

import pytest
from tessera_worker_foreign import Shop, line_of, recovers, sample, sentence

RIGHT = sample("The total is 7", "a", "b")
CLAIMS = "acme/shop/claims.py"


def test_a_module_that_does_not_import_hinders_no_other(shop: Shop) -> None:
    """A syntax error in one claims file: the others are judged; the fault stands on the line."""
    shop.write("acme/post/__init__.py", "")
    shop.write("acme/post/claims.py", "def stamp(claim, nodes, graph):\n    return None\n\ndef (broken\n")
    shop.claims.append("acme/post/claims.py")
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT, sample("x", "a", shape="stamp", module="acme.post.claims")))
    assert verdicts.items["The total is 7"].answers == ("True",)
    assert "does not import" in verdicts.items["x"].why_not
    (fault,) = verdicts.load_faults
    assert (fault.kind, fault.doing) == ("raised", "import")
    assert (fault.frames[-1].path, fault.frames[-1].line) == (shop.path("acme/post/claims.py"), 4)


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("raise SystemExit(0)", "exit"),
        ("import os; os._exit(0)", "exit"),
        ("import time; time.sleep(600)", "timeout"),
        ("raise ValueError('no')", "raised"),
    ],
)
def test_an_import_that_ends_the_process(shop: Shop, statement: str, kind: str) -> None:
    """Told once, at its line, though the registry imports the module too; the worker lives."""
    if kind == "timeout":
        shop.config = shop.config.__class__(timeout=10.0, import_timeout=2.0)
    shop.edit(CLAIMS, "import re\n", f"import re\n{statement}\n")
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT,))
    assert [fault.kind for fault in verdicts.load_faults] == [kind]
    fault = verdicts.load_faults[0]
    assert fault.doing == "import"
    own = [frame for frame in fault.frames if frame.path == shop.path(CLAIMS)]
    assert own[-1].line == line_of(shop.text(CLAIMS), statement)
    assert verdicts.items["The total is 7"].why_not
    fixed = {CLAIMS: shop.replace(CLAIMS, f"{statement}\n", "")}
    after = shop.judged(verifier, (RIGHT,), fixed)
    assert after.items["The total is 7"].answers == ("True",), after.items


@pytest.mark.parametrize("statement", ["raise RuntimeError('no graph')", "import os; os._exit(1)"])
def test_a_graph_that_cannot_be_built(shop: Shop, statement: str) -> None:
    shop.edit("acme/shop/data.py", "    graph = Graph()\n", f"    {statement}\n    graph = Graph()\n")
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT,))
    (battery,) = verdicts.batteries
    assert battery.fault is not None
    assert battery.fault.doing == "graph"
    assert battery.fault.frames[-1].path == shop.path("acme/shop/data.py")
    assert "could not be built" in verdicts.items["The total is 7"].why_not
    fixed = {"acme/shop/data.py": shop.replace("acme/shop/data.py", f"    {statement}\n", "")}
    assert shop.judged(verifier, (RIGHT,), fixed).items["The total is 7"].answers == ("True",)


def test_a_registry_that_raises(shop: Shop) -> None:
    shop.edit("acme/registry.py", "    from acme.shop", "    raise OSError('gone')\n    from acme.shop")
    verdicts = shop.judged(shop.start(), (RIGHT,))
    (fault,) = verdicts.load_faults
    assert (fault.kind, fault.doing) == ("raised", "batteries")
    assert fault.frames[-1].path == shop.path("acme/registry.py")
    assert verdicts.harvest_skipped == "there are no batteries"


def test_names_that_lead_nowhere(shop: Shop) -> None:
    """Registry, core and harness that are not there are said to be missing, each by its name."""
    shop.registry, shop.core, shop.eval = "acme.nowhere", "acme.core", "acme.harness.nothing"
    verdicts = shop.judged(shop.start(), (RIGHT,))
    told = [(fault.kind, fault.message) for fault in verdicts.load_faults]
    assert told[0] == ("missing", "there is no module 'acme.nowhere'")


def test_a_verifier_that_is_not_there(shop: Shop) -> None:
    shop.verifier_name = "nothing"
    verdicts = shop.judged(shop.start(), (RIGHT,))
    (fault,) = verdicts.load_faults
    assert (fault.kind, fault.doing) == ("missing", "verifier")
    assert fault.message == "acme.core has no 'nothing'; set 'core' in [tool.tessera]"
    assert verdicts.items["The total is 7"].consultations[0].why_not == fault.message


def test_the_verifier_is_async(shop: Shop) -> None:
    shop.edit("acme/core.py", "def is_supported", "async def is_supported")
    verdicts = shop.judged(shop.start(), (RIGHT,))
    judged = verdicts.items["The total is 7"]
    assert judged.answers == ("True",), "the shape itself can be asked"
    assert [fault.kind for fault in verdicts.load_faults] == ["contract"]
    assert "plain function" in judged.consultations[0].why_not


def test_a_verdict_that_is_no_bool(shop: Shop) -> None:
    shop.edit("acme/core.py", "            return answer\n", "            return 'supported'\n")
    judged = shop.judged(shop.start(), (RIGHT,)).items["The total is 7"]
    fault = judged.consultations[0].fault
    assert fault is not None
    assert (fault.kind, fault.doing) == ("answer", "verifier")


def test_the_generic_grammar_raises(shop: Shop) -> None:
    shop.edit("acme/core.py", "    return None\n", "    return claim.nothing\n")
    judged = shop.judged(shop.start(), (sentence("something else", "a"),)).items["something else"]
    fault = judged.consultations[0].fault
    assert fault is not None
    assert (fault.kind, fault.doing, fault.shape) == ("raised", "verifier", "")
    assert fault.frames[-1].path == shop.path("acme/core.py")


SWALLOWED = "try: __import__('socket').getaddrinfo('model.example', 443)\n{0}except Exception: pass\n"


@pytest.mark.parametrize(
    ("module", "head", "doing"),
    [
        ("acme/model.py", "from dataclasses import dataclass\n", "import"),
        ("acme/registry.py", "def batteries():\n", "batteries"),
        ("acme/shop/data.py", "def build_graph():\n", "graph"),
        ("acme/harness.py", "def run_eval(batteries=None):\n", "harvest"),
        (CLAIMS, "def total(claim, nodes, graph):\n", "shape"),
    ],
)
def test_reaching_out_is_told_even_where_the_refusal_is_swallowed(
    shop: Shop, module: str, head: str, doing: str
) -> None:
    """``except Exception: pass`` around the call: what was measured is not what it would be."""
    margin = "    " if head.endswith(":\n") else ""
    shop.edit(module, head, head + margin + SWALLOWED.format(margin))
    verdicts = shop.judged(shop.start(), (RIGHT,))
    harvest = verdicts.harvests["shop"]
    item = verdicts.items["The total is 7"]
    told = {
        "graph": [verdicts.batteries[0].fault],
        "harvest": [harvest.fault],
        "shape": [*item.faults, item.consultations[0].fault],
    }.get(doing, list(verdicts.load_faults))
    assert told
    for fault in told:
        assert fault is not None
        assert (fault.kind, fault.doing) == ("network", doing)
        assert "model.example" in fault.message
        own = [frame.path for frame in fault.frames if frame.path.startswith(str(shop.root))]
        assert own[-1] == shop.path(module)
    assert fault.shape == ("acme.shop.claims:total" if doing == "shape" else "")
    assert item.answers == ("True",)


def test_two_batteries_of_one_name(shop: Shop) -> None:
    """Neither is taken for the other: nothing of that name is measured, and a third one is."""
    made = 'Battery("shop", data.build_graph, data.answers, claim_shapes=claims.GRAMMAR)'
    shop.edit("acme/registry.py", f"({made},)", f"({made}, {made.replace('shop', 'third', 1)}, {made})")
    verdicts = shop.judged(shop.start(), (RIGHT,))
    (fault,) = verdicts.load_faults
    assert (fault.kind, fault.doing, fault.battery) == ("contract", "batteries", "shop")
    assert "2 batteries are named shop" in fault.message
    assert [battery.name for battery in verdicts.batteries] == ["third"]
    assert set(verdicts.harvests) == {"third"}


def test_an_edit_that_takes_the_verifier_away(shop: Shop) -> None:
    verifier = shop.start()
    assert shop.judged(verifier, (RIGHT,)).judge_faults == ()
    edit = {"acme/core.py": shop.replace("acme/core.py", "def is_supported", "def is_supportd")}
    (fault,) = shop.judged(verifier, (RIGHT,), edit).judge_faults
    assert (fault.kind, fault.doing) == ("missing", "verifier")
    recovers(shop, verifier)
