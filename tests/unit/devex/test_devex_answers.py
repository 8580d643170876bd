"""What is answered and what is refused, path by path, from questions in plain words."""

from __future__ import annotations

import pytest

from tessera.devex.answers import ENGINES, OUT_OF_SCOPE, answer, ask
from tessera.devex.synthetic import synthetic
from tessera.eval.battery import GoldCase
from tessera.graph import KnowledgeGraph
from tessera.grounding import KnowledgeBase


def test_a_root_cause_is_the_error_its_step_its_recurrences_and_its_ticket(
    devex_graph: KnowledgeGraph,
) -> None:
    assert ask("Why did run 1002 fail?", devex_graph).render().splitlines() == [
        "ERROR ledger-db: connection to ledger-db:5432 timed out after 37084 ms [log/1002:32]",
        "at ledger/pool.py:88 in acquire [log/1002:33]",
        "step integration tests: failed after 31 s [log/1002:34]",
        '"ERROR ledger-db: connection to ledger-db:5432 timed out after" appears in '
        "'run-1002.log', 'run-1006.log', 'run-1016.log' and 'run-1037.log'. "
        "[log/1002:32, log/1006:32, log/1016:33, log/1037:34]",
        "\"at ledger/pool.py:88 in acquire\" appears in 'run-1002.log' and 'OPS-11.md'. "
        "[log/1002:33, ticket/11:6]",
    ]


def test_an_error_that_a_retry_mended_is_not_the_cause(devex_graph: KnowledgeGraph) -> None:
    """The log of run 1045 has ``ERROR mirror`` in a step that ended well."""
    texts = [node.record.text for node in devex_graph.of_kind("log line") if node.attr("run") == "1045"]
    assert any("ERROR mirror: " in text for text in texts)
    assert "mirror" not in ask("Why did run 1045 fail?", devex_graph).render()


def test_an_error_with_quotes_recurs_by_a_line_without_them(devex_graph: KnowledgeGraph) -> None:
    claims = [claim.text for claim in ask("Why did run 1035 fail?", devex_graph).claims]
    assert 'error: key "retry_limit" is defined twice in "deploy/värden.yaml"' in claims
    assert (
        "\"deploy/värden.yaml:12: duplicate key retry_limit\" appears in 'run-1035.log' and 'run-1009.log'."
        in claims
    )


def test_an_error_that_cannot_be_quoted_recurs_as_the_other_logs_own_line(
    devex_graph: KnowledgeGraph,
) -> None:
    claims = ask("Why did run 1013 fail?", devex_graph).claims
    assert [(claim.text, claim.support[0].id) for claim in claims if "snapshot" in claim.text] == [
        ('FAIL snapshot "faktura_ÅÄÖ.html" differs from "expected.html"', "log/1013:28"),
        ('FAIL snapshot "faktura_ÅÄÖ.html" differs from "expected.html"', "log/1034:31"),
    ]


def test_a_change_is_its_title_its_sentences_and_its_files(devex_graph: KnowledgeGraph) -> None:
    assert ask("What does CH-207 change?", devex_graph).render().splitlines() == [
        "CH-207: Prune the build cache before it fills the disk [change/207:1]",
        "Objects older than 7 days are removed before a build. [change/207:7]",
        "Nothing is removed while a build runs. [change/207:8]",
        "build/cache.py (+2, -0) [change/207:12]",
        "\"build/cache.py\" appears in 'CH-207.md' and 'CH-207.diff'. [change/207:12, diff/207:1]",
        "docs/cache.md (+1, -1) [change/207:13]",
        "\"docs/cache.md\" appears in 'CH-207.md' and 'CH-207.diff'. [change/207:13, diff/207:13]",
    ]


def test_on_call_is_the_line_of_the_rota(devex_graph: KnowledgeGraph) -> None:
    by_week = ask("Who is on call for payments in week 3 of 2026?", devex_graph)
    assert by_week.render() == (
        "2026-W03, payments: Crew Côte d'Or is on call, Crew חיפה is the backup. [rota/2026-W03/payments]"
    )
    assert ask("Who is on call for payments on 2026-01-18?", devex_graph).claims == by_week.claims


def test_on_a_monday_the_hour_of_the_handover_is_said(devex_graph: KnowledgeGraph) -> None:
    claims = ask("Who is on call for payments on 2026-01-12?", devex_graph).claims
    assert [claim.support[0].id for claim in claims] == ["rota/2026-W03/payments", "rota/note:3"]


def test_a_ticket_is_its_title_its_state_and_what_closes_it(devex_graph: KnowledgeGraph) -> None:
    assert ask("Is OPS-14 open?", devex_graph).render().splitlines() == [
        "OPS-14: Deployment values hold a key twice [ticket/14:1]",
        "State: closed [ticket/14:3]",
        "\"OPS-14\" appears in 'CH-204.md' and 'OPS-14.md'. [change/204:5, ticket/14:1]",
    ]


@pytest.mark.parametrize(
    ("question", "refusal", "grounds"),
    [
        ("Why did run 1001 fail?", "Run 1001 passed: it has no root cause.", ["log/1001:43"]),
        ("Why did run 1010 fail?", "Run 1010 was cancelled: it has no root cause.", ["run/1010"]),
        (
            "Why did run 1030 fail?",
            "No line of the log of run 1030 reads as an error: its cause is not known.",
            ["log/1030:41"],
        ),
        ("Why did run 2 fail?", "There is no run 2.", []),
        ("What does CH-999 do?", "There is no change CH-999.", []),
        ("Is OPS-999 open?", "There is no ticket OPS-999.", []),
        (
            "Who is on call for search in week 11 of 2026?",
            "The rota has no entry for search in 2026-W11.",
            [],
        ),
        (
            "Who is on call for search in week 8 of 2026?",
            "The shift for search in 2026-W08 is open.",
            ["rota/2026-W08/search"],
        ),
        (
            "Who is on call for billing in week 8 of 2026?",
            "The rota knows no service billing: it has identity, notify, payments, search.",
            [],
        ),
        ("Who is on call for search on 2026-02-30?", "2026-02-30 is no day of the calendar.", []),
        ("What is the weather in Åre?", OUT_OF_SCOPE, []),
    ],
)
def test_what_cannot_be_answered_is_refused_with_its_grounds(
    devex_graph: KnowledgeGraph, question: str, refusal: str, grounds: list[str]
) -> None:
    answered = ask(question, devex_graph)
    assert answered.refusal == refusal
    assert [record.id for claim in answered.claims for record in claim.support] == grounds


def test_a_path_refuses_the_questions_of_another(
    devex_graph: KnowledgeGraph, devex_kb: KnowledgeBase
) -> None:
    case = GoldCase("x", "Why did run 1002 fail?", "on_call", "refuse")
    assert answer(case, devex_graph, devex_kb).refusal == OUT_OF_SCOPE


def test_an_unknown_engine_is_an_error_that_names_the_known_ones(
    devex_graph: KnowledgeGraph, devex_kb: KnowledgeBase
) -> None:
    case = GoldCase("x", "Why did run 1002 fail?", "oracle", "answer")
    with pytest.raises(ValueError, match=r"case 'x' names the engine 'oracle': it is one of root_cause, "):
        answer(case, devex_graph, devex_kb)
    assert ENGINES == ("root_cause", "change_summary", "on_call", "ticket_state", "ask")


def test_at_least_a_hundred_synthetic_cases_with_refusals(
    devex_graph: KnowledgeGraph, devex_kb: KnowledgeBase
) -> None:
    cases = synthetic(devex_graph, devex_kb)
    assert len(cases) >= 100
    assert len({case.id for case in cases}) == len(cases)
    assert sum(case.kind == "refuse" for case in cases) >= 10
    assert {case.engine for case in cases} == {*ENGINES} - {"ask"}
    assert all(record in devex_kb for case in cases for record in case.expected_support)
