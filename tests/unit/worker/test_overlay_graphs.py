"""Edits of what builds graphs and measures claims: built again, or said to be stale."""

from __future__ import annotations

import pytest
from tessera_worker_foreign import Shop, sample

CLAIMS = "acme/shop/claims.py"
RIGHT = sample("The total is 7", "a", "b")


@pytest.mark.parametrize("module", ["acme/model.py", "acme/shop/data.py"])
def test_held_objects_of_an_edited_class_are_built_again(shop: Shop, module: str) -> None:
    """An edit of the classes behind the graph, or of the code that builds it, builds it again."""
    verifier = shop.start()
    if module == "acme/model.py":
        text = shop.replace(module, "text), price)", "text), 2 * price)")
    else:
        text = shop.replace(module, 'for 4", 4)', 'for 4", 11)')
    edit = {module: text}
    fourteen = sample("The total is 14", "a", "b")
    verdicts = shop.judged(verifier, (fourteen,), edit)
    assert verdicts.judge_faults == ()
    assert verdicts.items["The total is 14"].answers == ("True",)
    assert verdicts.measured["shop"].verdicts == (0, 1, 1), "measured claims are built anew from text and ids"
    assert verdicts.counts["graphs"] == 1


OWN_BUILDER = """
    from acme.model import Battery, Graph
    from acme.shop import sizes

    def build(size=sizes.SIZE):
        graph = Graph()
        for number in range(size):
            graph.add("abc"[number], "a thing", 3 + number)
        return graph

    def batteries():
        from functools import partial
        from acme.shop import claims, data
        return (Battery("shop", partial(build, sizes.SIZE), data.answers, claim_shapes=claims.GRAMMAR),)
"""


@pytest.mark.parametrize("module", ["acme/registry.py", "acme/shop/sizes.py"])
def test_an_edit_of_what_builds_the_graph_builds_it_again(shop: Shop, module: str) -> None:
    """The registry's own builder is edited, or what it hands on: samples are judged against another graph,
    and the measured claims are said to be those of the saved one."""
    shop.write("acme/shop/sizes.py", "SIZE = 2\n")
    shop.write("acme/registry.py", OWN_BUILDER)
    verifier = shop.start()
    third = sample("The total is 5", "c")
    verdicts = shop.judged(verifier, (RIGHT, third))
    assert verdicts.items["The total is 5"].consultations[0].unknown == ("c",)
    assert not verdicts.measured["shop"].stale
    if module == "acme/registry.py":
        edit = {module: shop.replace(module, "range(size)", "range(size + 1)")}
    else:
        edit = {module: "SIZE = 3\n"}
    verdicts = shop.judged(verifier, (RIGHT, third), edit)
    assert verdicts.judge_faults == ()
    assert verdicts.items["The total is 5"].answers == ("True",)
    assert (verdicts.counts["batteries"], verdicts.counts["graphs"]) == (1, 1)
    assert verdicts.measured["shop"].stale
    verdicts = shop.judged(verifier, (RIGHT,), {CLAIMS: shop.text(CLAIMS) + "\n# a comment\n"})
    assert (verdicts.counts["batteries"], verdicts.counts["graphs"]) == (0, 0)
    assert not verdicts.measured["shop"].stale


@pytest.mark.parametrize(
    ("module", "old", "new", "stale"),
    [
        ("acme/shop/data.py", '"The total is 7"', '"The total is 8"', True),
        ("acme/harness.py", "battery.answers(graph)", "[]", True),
        ("acme/core.py", "def is_supported", "LIMIT = 1\ndef is_supported", False),
        ("acme/registry.py", "data.answers", "lambda graph: []", True),
        ("acme/registry.py", "claims.GRAMMAR", "(claims.total,)", False),
    ],
)
def test_measured_claims_are_stale_once_what_measures_them_is_edited(
    shop: Shop, module: str, old: str, new: str, stale: bool
) -> None:
    """Answers, harness: the claims of the saved text are no longer those of the edit. What only judges
    them, the core and the tuple of shapes, is judged as ever."""
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    verdicts = shop.judged(verifier, (RIGHT,), {module: shop.replace(module, old, new)})
    assert verdicts.measured["shop"].stale is stale


def test_a_builder_within_the_claims_file(shop: Shop) -> None:
    """An edit of the builder, or of a function or number that it reaches, builds the graph again; one of a
    shape beside it does not."""
    builder = (
        "LAST = 4\n\ndef price():\n    return LAST\n\n"
        "def build_graph():\n    from acme.model import Graph\n    graph = Graph()\n"
        "    graph.add('a', 'an apple for 3', 3)\n    graph.add('b', 'a bun for 4', price())\n"
        "    return graph\n"
    )
    shop.write(CLAIMS, shop.text(CLAIMS) + builder)
    shop.edit("acme/registry.py", "data.build_graph", "claims.build_graph")
    verifier = shop.start()
    nine = sample("The total is 9", "a", "b")
    for old, new, graphs in (
        ("LAST = 4", "LAST = 6", 1),
        ("return LAST", "return LAST + 2", 1),
        ("price())", "6)", 1),
        ("sum(nodes", "2 + sum(nodes", 0),
    ):
        verdicts = shop.judged(verifier, (nine,), {CLAIMS: shop.replace(CLAIMS, old, new)})
        assert verdicts.items["The total is 9"].answers == ("True",), new
        assert verdicts.counts["graphs"] == graphs, new
        assert verdicts.measured["shop"].stale is bool(graphs), new
