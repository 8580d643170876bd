"""The harness on a tiny battery whose figures can be counted by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tessera.eval import harness
from tessera.eval.battery import Battery, GoldCase
from tessera.eval.gold import GoldError
from tessera.eval.harness import EvalReport, is_right, run_eval
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Answer, Claim, EvidenceRecord, KnowledgeBase, Origin

RECORDS = (
    EvidenceRecord("line/1", Origin("north.log", "1"), "the gate held"),
    EvidenceRecord("line/2", Origin("south.log", "1"), "the gate held as well"),
    EvidenceRecord("line/3", Origin("south.log", "2"), "the mast fell"),
)


def counted(claim: Claim, nodes: object, graph: object) -> bool | None:
    """Owns ``N records``: true when so many are cited."""
    number, _, rest = claim.text.partition(" ")
    return None if rest != "records" else int(number) == len(claim.support)


def idle(claim: Claim, nodes: object, graph: object) -> bool | None:
    return None


def build_graph() -> KnowledgeGraph:
    graph = KnowledgeGraph()
    for record in RECORDS:
        graph.add_node(Node(record, "line", ""))
    return graph


def answer(case: GoldCase, graph: KnowledgeGraph, kb: KnowledgeBase) -> Answer:
    """The answer path named by ``case.engine``: ``refuse``, or claims as ``text <- id, id; …``."""
    if case.engine == "refuse":
        return Answer(case.question, refusal="no record speaks of it")
    claims = []
    for part in case.engine.split("; "):
        text, _, ids = part.partition(" <- ")
        claims.append(Claim(text, tuple(kb[record_id] for record_id in ids.split(", "))))
    return Answer(case.question, tuple(claims))


def gold(
    number: int, engine: str, kind: str = "answer", support: str = "", facts: str = ""
) -> dict[str, object]:
    return {
        "id": f"g-{number}",
        "question": "What happened?",
        "engine": engine,
        "kind": kind,
        "expected_support": support.split(),
        "expected_facts": facts.split(",") if facts else [],
    }


Measure = Callable[..., EvalReport]


@pytest.fixture
def measure(tmp_path: Path) -> Measure:
    """Runs the harness over gold cases and synthetic ones, both given by value."""

    def run(cases: list[dict[str, object]], synthetic: list[GoldCase] | None = None) -> EvalReport:
        (tmp_path / "gold.json").write_text(json.dumps(cases), encoding="utf-8")
        battery = Battery(
            name="tiny",
            gold_dir=tmp_path,
            build_graph=build_graph,
            build_kb=lambda: KnowledgeBase(RECORDS),
            answer=answer,
            synthetic=lambda graph, kb: synthetic or [],
            claim_shapes=(counted, idle),
        )
        return run_eval((battery,))

    return run


HELD = "the gate held <- line/1"


def test_the_figures_of_a_run(measure: Measure) -> None:
    report = measure(
        [
            gold(1, f"{HELD}; 2 records <- line/1, line/2", support="line/1 line/2", facts="gate held"),
            gold(2, "the mast fell <- line/3", support="line/3 line/1", facts="MAST,fell"),
            gold(3, "refuse", kind="refuse"),
            gold(4, "refuse", kind="answer", support="line/2"),
            gold(5, HELD, kind="refuse"),
            gold(6, HELD, facts="gate hel"),
        ],
        [GoldCase("s-1", "And?", HELD, "answer", ("line/1",), ("held",))],
    )
    (battery,) = report.batteries
    assert battery.claim_shapes == ("counted", "idle")
    assert (battery.gold.cases, battery.gold.claims, battery.gold.faithfulness) == (6, 5, 1.0)
    assert battery.gold.coverage == 3 / 5  # line/1, line/2 and line/3 of five expected
    assert battery.gold.quality == 3 / 6  # the first three
    assert (battery.synthetic.cases, battery.synthetic.claims) == (1, 1)
    assert (battery.synthetic.coverage, battery.synthetic.quality) == (1.0, 1.0)
    assert battery.owners == {"counted": 1, "idle": 0, "shared_fragment": 0, "verbatim_containment": 5}
    assert report.floor_holds


def test_an_unsupported_claim_breaks_the_floor_and_is_named(measure: Measure) -> None:
    report = measure([gold(1, f"{HELD}; 3 records <- line/2; the mast held <- line/3")])
    (battery,) = report.batteries
    assert not report.floor_holds
    assert battery.gold.faithfulness == 1 / 3
    assert [(f.case, f.claim.text, f.owner) for f in battery.failures] == [
        ("g-1", "3 records", "counted"),
        ("g-1", "the mast held", "nobody"),
    ]
    assert battery.owners["nobody"] == 1


def test_a_battery_that_measures_no_claim_has_no_faithfulness_and_fails(measure: Measure) -> None:
    report = measure([gold(1, "refuse", kind="refuse")])
    (battery,) = report.batteries
    assert battery.gold.faithfulness is None
    assert (battery.gold.coverage, battery.gold.quality) == (None, 1.0)
    assert battery.synthetic == harness.Section(0, 0, None, None, None)
    assert not report.floor_holds
    assert not run_eval(()).floor_holds


def test_the_verifier_is_asked_once_for_each_emitted_claim(
    measure: Measure, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who observes ``is_supported`` sees exactly the claims that a battery measures."""
    asked: list[str] = []
    real = harness.is_supported

    def observed(claim: Claim, *rest: object) -> bool:
        asked.append(claim.text)
        return real(claim, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(harness, "is_supported", observed)
    measure([gold(1, f"{HELD}; {HELD}")], [GoldCase("s-1", "And?", "1 records <- line/2", "answer")])
    assert asked == ["the gate held", "the gate held", "1 records"]


def test_a_failing_answer_path_is_noted_with_battery_and_case(measure: Measure) -> None:
    with pytest.raises(KeyError) as raised:
        measure([gold(1, HELD), gold(2, "the gate held <- line/9")])
    assert raised.value.__notes__ == ["in battery tiny, case g-2"]


def test_an_expected_record_that_does_not_exist_is_refused(measure: Measure) -> None:
    with pytest.raises(GoldError, match=r"case g-1: expects the record 'line/11'.* near: line/1"):
        measure([gold(1, HELD, support="line/11")])


def test_an_answer_that_claims_nothing_is_not_right() -> None:
    case = GoldCase("g", "What?", "e", "answer")
    assert not is_right(case, Answer("What?"))
    assert is_right(case, Answer("What?", (Claim("x", RECORDS[:1]),)))


def test_ids_are_not_facts() -> None:
    """An expected fact is sought in what is said, not in the ids that stand behind it."""
    case = GoldCase("g", "What?", "e", "answer", (), ("line/1",))
    assert not is_right(case, Answer("What?", (Claim("x", RECORDS[:1]),)))
    assert is_right(case, Answer("What?", (Claim("see line/1", RECORDS[:1]),)))
