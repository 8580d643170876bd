"""What is asked beside the verdicts: who would have supported what was called False, and who never gets to
speak; and what each shape said to each measured claim."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tessera_worker_foreign import Shop, sample, sentence

CLAIMS = "acme/shop/claims.py"
EAGER = """
def eager(claim, nodes, graph):
    return False if claim.text.startswith("an") else None


GRAMMAR = (eager, total, count)
"""
ORDER = "GRAMMAR = (total, count)"


def test_each_measured_claim_tells_what_each_shape_said(shop: Shop) -> None:
    judged = shop.judged(shop.start()).measured["shop"]
    assert judged.said == ("T-", "NT", "NN")


def test_what_raises_or_answers_otherwise_has_letters_of_its_own(shop: Shop) -> None:
    shop.edit("acme/core.py", "answer = shape(claim, nodes, graph)", TOLERANT)
    verifier = shop.start()
    odd = shop.replace(CLAIMS, "return len(claim.support) == int(match[1])", "return match")
    odd = odd.replace(
        'match = re.fullmatch(r"The total', 'claim.nothing\n    match = re.fullmatch(r"The total'
    )
    assert shop.judged(verifier, buffers={CLAIMS: odd}).measured["shop"].said == ("RN", "R?", "RN")


TOLERANT = """
        try:
            answer = shape(claim, nodes, graph)
        except AttributeError:
            answer = None
"""


def test_a_false_that_a_generic_grammar_would_have_supported(shop: Shop) -> None:
    shop.edit(CLAIMS, ORDER, EAGER)
    judged = shop.judged(shop.start()).measured["shop"]
    assert (judged.verdicts, judged.rescued) == ((1, 1, 0), ("", "", "contained"))


def test_a_false_that_a_later_shape_would_have_supported(shop: Shop) -> None:
    shop.edit(CLAIMS, ORDER, EAGER.replace('"an"', '"The"'))
    assert shop.judged(shop.start()).measured["shop"].rescued == ("total", "", "")


def test_a_false_that_nobody_would_have_supported_is_no_rescue(shop: Shop) -> None:
    shop.edit("acme/shop/data.py", "The total is 7", "The total is 9")
    judged = shop.judged(shop.start()).measured["shop"]
    assert (judged.verdicts, judged.rescued) == ((0, 1, 1), ("", "", ""))


def test_an_earlier_shape_is_not_asked_once_more(shop: Shop) -> None:
    """Only what stands behind the shape that said False may rescue."""
    shop.edit(CLAIMS, ORDER, EAGER.replace("(eager, total, count)", "(total, count, eager)"))
    before = "def total(claim, nodes, graph):\n"
    shop.edit(CLAIMS, before, before + '    if claim.text.startswith("an"):\n        return False\n')
    judged = shop.judged(shop.start()).measured["shop"]
    assert judged.rescued == ("", "", "")


def test_a_sample_tells_it_too(shop: Shop) -> None:
    shop.edit(CLAIMS, ORDER, EAGER)
    item = sample("an apple", "a", shape="total")
    judged = shop.judged(shop.start(), (item, sentence("2 things", "a", "b"))).items
    assert judged["an apple"].consultations[0].rescued == "contained"
    assert judged["2 things"].consultations[0].rescued == ""


def test_a_verdict_that_stands_keeps_its_rescue(shop: Shop) -> None:
    """An edit of another shape: the claim is not asked again, who would rescue it is still told."""
    shop.edit(CLAIMS, ORDER, EAGER)
    verifier = shop.start()
    shop.judged(verifier)
    edited = shop.replace(CLAIMS, 'r"([0-9]+) things"', 'r"([0-9]+) thing(?:s)"')
    judged = shop.judged(verifier, buffers={CLAIMS: edited}).measured["shop"]
    assert judged.rescued == ("", "", "contained")


SHADOWED = """
def again(claim, nodes, graph):
    return True if claim.text.startswith("The total") else None


def other(claim, nodes, graph):
    return True if claim.text.startswith("No claim says this") else None


GRAMMAR = (total, count, again, other)
"""


def test_a_shape_that_owns_nothing_and_would(shop: Shop) -> None:
    """Not one that owns nothing because nothing is of its form."""
    shop.edit(CLAIMS, ORDER, SHADOWED)
    (found,) = shop.judged(shop.start()).measured["shop"].shadowed
    assert (found.place, found.owner, found.text) == (2, 0, "The total is 7")
    assert found.citations == ("a", "b")


def test_a_shape_that_owns_a_sample_is_not_shadowed(shop: Shop) -> None:
    shop.edit(CLAIMS, ORDER, SHADOWED.replace('"The total"', '("The total", "Another")'))
    item = sample("Another sentence", "a", shape="again")
    assert shop.judged(shop.start(), (item,)).measured["shop"].shadowed == ()


def test_a_sample_that_an_earlier_shape_takes_shows_the_shadow(shop: Shop) -> None:
    """No measured claim is of its form."""
    shop.edit("acme/shop/data.py", 'claim("The total is 7", "a", "b"), ', "")
    shop.edit(CLAIMS, ORDER, SHADOWED)
    item = sample("The total is 7", "a", "b", shape="again")
    (found,) = shop.judged(shop.start(), (item,)).measured["shop"].shadowed
    assert (found.place, found.text) == (2, "The total is 7")


@pytest.mark.parametrize("view", ["graph.nodes", "MappingProxyType(graph.nodes)"])
@pytest.mark.parametrize(("reverse", "answer"), [(False, "True"), (True, "False")])
def test_nodes_in_the_reverse_order(shop: Shop, view: str, reverse: bool, answer: str) -> None:
    first = 'def first(claim, nodes, graph):\n    return next(iter(nodes)) == "a"\n\n\nGRAMMAR = (first,)'
    shop.edit(CLAIMS, ORDER, first)
    shop.edit("acme/harness.py", "(claim, graph.nodes,", f"(claim, {view},")
    shop.edit("acme/harness.py", "def run_eval", "from types import MappingProxyType\n\ndef run_eval")
    item = replace(sentence("Whatever", "a", battery="shop"), reverse_nodes=reverse)
    (consultation,) = shop.judged(shop.start(), (item,)).items["Whatever"].consultations
    assert [step.answer for step in consultation.steps] == [answer]
