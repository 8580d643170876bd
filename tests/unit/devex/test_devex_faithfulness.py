"""Every claim of the vertical is supported, by the generic grammars alone, whatever the case."""

from __future__ import annotations

from pathlib import Path

import pytest

import tessera.devex
from tessera.devex.answers import answer, ask
from tessera.devex.synthetic import synthetic
from tessera.eval.battery import Battery
from tessera.eval.gold import load_gold
from tessera.eval.harness import run_eval
from tessera.eval.metrics import is_supported
from tessera.eval.registry import batteries
from tessera.graph import KnowledgeGraph
from tessera.grounding import Claim, KnowledgeBase


@pytest.fixture
def battery() -> Battery:
    return next(battery for battery in batteries() if battery.name == "devex")


def test_the_vertical_declares_no_shapes(battery: Battery) -> None:
    assert battery.claim_shapes == ()
    assert not (Path(tessera.devex.__file__).parent / "claims.py").exists()


def test_every_claim_of_every_case_is_supported(
    battery: Battery, devex_graph: KnowledgeGraph, devex_kb: KnowledgeBase
) -> None:
    cases = [*load_gold(battery.gold_dir), *synthetic(devex_graph, devex_kb)]
    claims = [claim for case in cases for claim in answer(case, devex_graph, devex_kb).claims]
    assert len(claims) > 300
    assert [claim for claim in claims if not is_supported(claim, devex_graph.nodes, devex_graph)] == []


def test_the_harness_measures_what_we_say(battery: Battery) -> None:
    report = run_eval((battery,)).batteries[0]
    assert report.gold.cases >= 20
    assert report.synthetic.cases >= 100
    assert report.gold.faithfulness == report.synthetic.faithfulness == 1.0
    assert report.owners["shared_fragment"] >= 100
    assert report.owners["verbatim_containment"] >= 100
    assert report.gold.coverage is not None
    assert report.gold.coverage >= 0.9
    assert report.gold.quality is not None
    assert report.gold.quality >= 0.9


def test_gold_has_refusals(battery: Battery) -> None:
    kinds = [case.kind for case in load_gold(battery.gold_dir)]
    assert kinds.count("refuse") >= 8
    assert kinds.count("answer") >= 12


def test_each_claim_of_an_answer_fails_with_another_answers_records(
    devex_graph: KnowledgeGraph, devex_kb: KnowledgeBase
) -> None:
    """Claims about run 1002 put to the records of run 1007, one for one."""
    one, other = (ask(f"Why did run {n} fail?", devex_graph).claims for n in (1002, 1007))
    for claim, elsewhere in zip(one, other, strict=True):
        swapped = Claim(claim.text, elsewhere.support)
        assert not is_supported(swapped, devex_graph.nodes, devex_graph)
