"""Cores, batteries and claims that are written otherwise than ours, and who owns a claim in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tessera_worker_foreign import CORE, MODEL, REGISTRY, Shop, owners, sample, sentence

CLAIMS = "acme/shop/claims.py"
RIGHT = sample("The total is 7", "a", "b")

OTHERWISE = """
def verify(statement, by_id, g, grammars, /):
    for grammar in (*grammars, contained):
        answer = grammar(statement, by_id, g)
        if answer is not None:
            return answer
    return False

def contained(statement, by_id, g):
    if any(statement.text in record.text for record in statement.support):
        return True
"""

OTHER_GRAPH = """
def other():
    graph = Graph()
    graph.add("z", "a zebra", 9)
    return graph
"""

ROWS = """
class Graph:
    def __init__(self):
        self.held = {}
    def nodes(self):
        return list(self.held.values())
    def add(self, id, text, price):
        self.held[id] = Node(Record(id, Origin("till", id), text), price)

class Battery"""


def test_a_verifier_under_another_name_with_other_parameters(shop: Shop) -> None:
    """Arguments go by name where the names are known, else by place."""
    shop.write("acme/core.py", OTHERWISE)
    shop.edit("acme/harness.py", "import is_supported", "import verify as is_supported")
    shop.verifier_name = "verify"
    verdicts = shop.judged(shop.start(), (RIGHT,))
    expected = {"The total is 7": "total", "2 things": "count", "an apple": "contained"}
    assert owners(verdicts.harvests["shop"]) == expected
    assert verdicts.items["The total is 7"].consultations[0].owner == "total"


TEXTS = """
import re

def total(text, records, graph):
    match = re.fullmatch(r"The total is ([0-9]+)", text)
    if match is None:
        return None
    return sum(graph.nodes[record.id].price for record in records) == int(match[1])

def count(text, records, graph):
    match = re.fullmatch(r"([0-9]+) things|The total is .*", text)
    return None if match is None else len(records) == int(match[1])

GRAMMAR = (total, count)
"""


@pytest.mark.parametrize("harvest", [True, False])
@pytest.mark.parametrize(
    "call",
    ["shape(claim.text, claim.support, graph)", "shape(claim.text, graph=graph, records=claim.support)"],
)
def test_a_core_that_hands_its_shapes_something_else(shop: Shop, harvest: bool, call: str) -> None:
    """A shape is asked as the core asks it, whatever an earlier one says; what it raises is its own fault."""
    shop.write("acme/core.py", CORE.replace("shape(claim, nodes, graph)", call))
    shop.write(CLAIMS, TEXTS)
    shop.config = replace(shop.config, harvest=harvest)
    wrong = sample("The total is 8", "a", "b")
    shadowed = sample("The total is 9", "a", "b", shape="count")
    items = shop.judged(
        shop.start(), (RIGHT, wrong, shadowed, sample("2 things", "a", "b", shape="count"))
    ).items
    told = {text: (item.answers, [fault.message for fault in item.faults]) for text, item in items.items()}
    assert told == {
        "The total is 7": (("True",), []),
        "The total is 8": (("False",), []),
        "The total is 9": (
            ("raised",),
            [
                "TypeError: int() argument must be a string, a bytes-like object or a real number, "
                "not 'NoneType'"
            ],
        ),
        "2 things": (("True",), []),
    }


def test_a_core_that_asks_a_second_time_with_something_else(shop: Shop) -> None:
    """What the shape answers is what it answered a bool to."""
    again = "shape(claim, nodes, graph)\n        if answer is None:\n            answer = "
    again += "shape(plain(claim), nodes, graph)"
    plain = "\n\ndef plain(claim):\n    return type(claim)(claim.text.rstrip('!'), claim.support)\n"
    shop.write("acme/core.py", CORE.replace("shape(claim, nodes, graph)", again) + plain)
    item = shop.judged(shop.start(), (sample("The total is 7!", "a", "b"),)).items["The total is 7!"]
    assert (item.answers, item.consultations[0].verdict) == (("True",), True)


@pytest.mark.parametrize("harvest", [True, False])
@pytest.mark.parametrize("call", ["shape(claim.text, claim.support, graph)", "shape(claim, nodes, graph)"])
def test_a_core_that_ends_its_process(shop: Shop, harvest: bool, call: str) -> None:
    """It is asked of that claim once, and the rest is judged."""
    guard = "    if claim.text.endswith('8'):\n        import os; os._exit(4)\n"
    core = CORE.replace("shape(claim, nodes, graph)", call)
    shop.write("acme/core.py", core.replace("    for shape in shapes", guard + "    for shape in shapes"))
    if "text" in call:
        shop.write(CLAIMS, TEXTS)
    shop.config = replace(shop.config, harvest=harvest)
    deadly = sample("The total is 8", "a", "b")
    verdicts = shop.judged(shop.start(), (deadly, RIGHT, sample("The total is 9", "a", "b")))
    assert verdicts.counts["processes"] == 2
    answers = {text: item.answers for text, item in verdicts.items.items()}
    assert (answers["The total is 7"], answers["The total is 9"]) == (("True",), ("False",))
    (told,) = verdicts.items["The total is 8"].consultations
    assert told.fault is not None
    assert told.fault.message == "the verifier ended the process: os._exit(4)"


def test_a_core_that_decides_before_it_asks(shop: Shop) -> None:
    """Its shapes are handed something else, and this one is not asked at all."""
    guard = "    if claim.text.endswith('8'):\n        return False\n"
    core = CORE.replace("shape(claim, nodes, graph)", "shape(claim.text, claim.support, graph)")
    shop.write("acme/core.py", core.replace("    for shape in shapes", guard + "    for shape in shapes"))
    shop.write(CLAIMS, TEXTS)
    item = shop.judged(shop.start(), (RIGHT, sample("The total is 8", "a", "b"))).items["The total is 8"]
    assert (item.answers, item.faults) == ((), ())
    assert item.why_not == "the verifier decides without asking total"


GENERIC = {
    "a test that cannot say None": (
        "def contained(claim):\n    return any(claim.text in record.text for record in claim.support)\n",
        "contained(claim)",
        ("contained", ""),
    ),
    "a grammar without annotation": (
        "def contained(claim, nodes, graph):\n    if 'zebra' in claim.text:\n        return None\n"
        "    return any(claim.text in record.text for record in claim.support)\n",
        "contained(claim, nodes, graph)",
        ("contained", "contained"),
    ),
    "within the verifier itself": (
        "",
        "any(claim.text in record.text for record in claim.support)",
        ("is_supported", ""),
    ),
}


@pytest.mark.parametrize("how", GENERIC)
def test_who_owns_what_the_core_decides(shop: Shop, how: str) -> None:
    """A grammar owns its ``False``; a mere test owns only what it supports; the verifier what nobody else
    did."""
    function, call, expected = GENERIC[how]
    head, _, _ = CORE.partition("def contained")
    shop.write("acme/core.py", head.replace("contained(claim, nodes, graph)", call) + function)
    items = (sentence("an apple", "a"), sentence("a pear", "a"))
    verdicts = shop.judged(shop.start(), items)
    found = [verdicts.items[text].consultations[0] for text in ("an apple", "a pear")]
    assert [one.verdict for one in found] == [True, False]
    assert tuple(one.owner for one in found) == expected


def test_a_guard_of_the_core_owns_nothing(shop: Shop) -> None:
    """A test that every claim must pass says True and is no owner where a grammar decided."""
    guard = "    if not genuine(claim):\n        return False\n"
    core = CORE.replace("    for shape in shapes", guard + "    for shape in shapes")
    shop.write("acme/core.py", core + "\ndef genuine(claim):\n    return bool(claim.text)\n")
    verdicts = shop.judged(shop.start(), (RIGHT, sentence("an apple", "a")))
    assert verdicts.items["The total is 7"].consultations[0].owner == "total"
    assert verdicts.items["an apple"].consultations[0].owner == "contained"


def test_a_shape_that_asks_another_is_one_step(shop: Shop) -> None:
    """A declared shape used as a helper by another one is not asked by the verifier then."""
    shop.edit(CLAIMS, "    return len(claim", "    total(claim, nodes, graph)\n    return len(claim")
    judged = shop.judged(shop.start(), (sample("2 things", "a", "b", shape="count"),)).items["2 things"]
    assert [(step.name, step.answer) for step in judged.consultations[0].steps] == [
        ("total", "None"),
        ("count", "True"),
    ]


def test_an_earlier_shape_owns_the_sample(shop: Shop) -> None:
    """The shape's own answer and the ladder's owner are told apart."""
    shop.edit(CLAIMS, "    return len(claim", "    return True\n    return len(claim")
    shop.edit(CLAIMS, 'fullmatch(r"([0-9]+) things", claim.text)', 'search("[0-9]", claim.text)')
    item = sample("The total is 8", "a", "b", shape="count")
    judged = shop.judged(shop.start(), (item,)).items["The total is 8"]
    assert judged.answers == ("True",)
    assert (judged.consultations[0].owner, judged.consultations[0].verdict) == ("total", False)


def test_nodes_in_a_row_and_a_registry_in_a_dictionary(shop: Shop) -> None:
    """A graph whose nodes are the values of a method, and batteries as a mapping."""
    before, _, rest = MODEL.partition("class Graph:")
    shop.write("acme/model.py", before + ROWS + rest.partition("class Battery")[2])
    data = shop.text("acme/shop/data.py")
    shop.write("acme/shop/data.py", data.replace("graph.nodes[id]", "graph.held[id]"))
    shop.edit("acme/harness.py", "graph.nodes,", "{node.record.id: node for node in graph.nodes()},")
    registry = REGISTRY.replace("return (Battery", "return {'shop': Battery")
    shop.write("acme/registry.py", registry.replace("GRAMMAR),)", "GRAMMAR)}"))
    shop.edit("acme/harness.py", "all_batteries()", "all_batteries().values()")
    verdicts = shop.judged(shop.start(), (RIGHT,))
    assert verdicts.load_faults == ()
    assert verdicts.items["The total is 7"].answers == ("True",)
    assert verdicts.measured["shop"].verdicts == (1, 1, 1)


def test_claims_with_more_than_text_and_records(shop: Shop) -> None:
    """What else a claim needs is taken from one that the harness measured."""
    shop.edit("acme/model.py", "    support: tuple\n", "    support: tuple\n    language: str\n")
    shop.edit("acme/shop/data.py", "for id in ids))", "for id in ids), 'en')")
    shop.edit(CLAIMS, "    return sum(", "    assert claim.language == 'en'\n    return sum(")
    verdicts = shop.judged(shop.start(), (RIGHT,))
    assert verdicts.items["The total is 7"].answers == ("True",)


def test_a_claim_that_cannot_be_built_says_what_it_lacks(shop: Shop) -> None:
    shop.config = shop.config.__class__(harvest=False)
    shop.edit("acme/model.py", "    support: tuple\n", "    support: tuple\n    language: str\n")
    judged = shop.judged(shop.start(), (RIGHT,)).items["The total is 7"]
    fault = judged.consultations[0].fault
    assert fault is not None
    assert (fault.kind, fault.doing) == ("contract", "sample")
    assert "Claim needs 'language'" in fault.message


def test_a_shape_of_a_vertical_without_a_battery(shop: Shop) -> None:
    """Declared nowhere, and nothing to judge it against: it is said why."""
    shop.write("acme/post/__init__.py", "")
    shop.write("acme/post/claims.py", "def stamp(claim, nodes, graph):\n    return None\n")
    shop.claims.append("acme/post/claims.py")
    item = sample("x", "a", shape="stamp", module="acme.post.claims")
    judged = shop.judged(shop.start(), (item,)).items["x"]
    assert judged.answers == ()
    assert "no battery declares stamp" in judged.why_not


def test_a_sentence_is_put_to_the_battery_that_knows_its_records(shop: Shop) -> None:
    """Among several batteries the one that has what is cited; all of them where none has."""
    other = "Battery('other', data.other, data.answers), "
    shop.write("acme/registry.py", REGISTRY.replace("return (", "return (" + other))
    shop.write("acme/shop/data.py", shop.text("acme/shop/data.py") + OTHER_GRAPH)
    verdicts = shop.judged(shop.start(), (sentence("a zebra", "z"), sentence("nothing", "q")))
    assert [one.battery for one in verdicts.items["a zebra"].consultations] == ["other"]
    assert [one.unknown for one in verdicts.items["nothing"].consultations] == [("q",), ("q",)]


def test_paths_that_are_not_ascii(shop: Shop, tmp_path: Path) -> None:
    """A stuck shape's line is found though the system's dump escapes the path."""
    wide = Shop(tmp_path.resolve() / "Größe 日本")
    try:
        wide.config = wide.config.__class__(timeout=2.0, import_timeout=20.0)
        head = "def total(claim, nodes, graph):\n"
        verifier = wide.start()
        edit = {CLAIMS: wide.replace(CLAIMS, head, head + "    while True: pass\n")}
        (fault,) = wide.judged(verifier, (RIGHT,), edit).items["The total is 7"].faults
        assert (fault.frames[-1].path, fault.frames[-1].line) == (wide.path(CLAIMS), 5)
    finally:
        wide.close()


METHODS = {
    "a static method": ("    @staticmethod\n    def judge(", "Engine.judge", "Engine.judge"),
    "a class method": ("    @classmethod\n    def judge(cls, ", "Engine.judge", "Engine.judge"),
    "a method of an instance": ("    def judge(self, ", "ENGINE.judge", "ENGINE.judge"),
}


@pytest.mark.parametrize("how", METHODS)
def test_a_verifier_that_is_a_method(shop: Shop, how: str) -> None:
    """``core = "acme.core:Engine.judge"``: asked, and observed where the harness calls it."""
    head, name, called = METHODS[how]
    body = shop.text("acme/core.py").split("def contained")[0].split("):\n", 1)[1]
    rest = "def contained" + shop.text("acme/core.py").split("def contained")[1]
    method = (
        head
        + "claim, nodes, graph=None, shapes=()):\n"
        + "".join("    " + line + "\n" if line else "\n" for line in body.split("\n"))
    )
    text = f"from typing import Optional\n\nclass Engine:\n{method}\nENGINE = Engine()\n{rest}"
    shop.write("acme/core.py", text)
    harness = shop.text("acme/harness.py").replace("import is_supported", f"import {name.split('.')[0]}")
    shop.write("acme/harness.py", harness.replace("is_supported(", called + "("))
    shop.verifier_name = name
    verdicts = shop.judged(shop.start(), (RIGHT,))
    assert verdicts.load_faults == ()
    assert owners(verdicts.harvests["shop"]) == {
        "The total is 7": "total",
        "2 things": "count",
        "an apple": "contained",
    }
    assert verdicts.items["The total is 7"].consultations[0].owner == "total"
    assert verdicts.measured["shop"].verdicts == (1, 1, 1)


def test_a_method_without_its_instance_is_refused(shop: Shop) -> None:
    text = shop.text("acme/core.py")
    shop.write("acme/core.py", text + "\nclass Engine:\n    def judge(self, claim, nodes, graph): ...\n")
    shop.verifier_name = "Engine.judge"
    (fault,) = shop.judged(shop.start(), (RIGHT,)).load_faults
    assert (fault.kind, fault.doing) == ("contract", "verifier")
    assert "'self'" in fault.message
