"""Lies about the shipped records: snippets and shared fragments that are not supported.

Each is made of a true claim, which is judged beside it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tessera.eval.metrics import is_supported
from tessera.graph import KnowledgeGraph
from tessera.grounding import Claim, EvidenceRecord, KnowledgeBase, Origin

ERROR = "ERROR ledger-db: connection to ledger-db:5432 timed out after"
Judge = Callable[..., bool]


@pytest.fixture
def judge(devex_graph: KnowledgeGraph, devex_kb: KnowledgeBase) -> Judge:
    """Whether a sentence is supported by the records with these ids, and no shape asked."""

    def supported(text: str, *ids: str) -> bool:
        claim = Claim(text, tuple(devex_kb[record_id] for record_id in ids))
        return is_supported(claim, devex_graph.nodes, devex_graph)

    return supported


def test_the_true_snippets_that_the_lies_are_made_of(judge: Judge) -> None:
    assert judge("ERROR ledger-db: connection to ledger-db:5432 timed out after 37084 ms", "log/1002:32")
    assert judge("Queries that are already running are not affected.", "change/201:9")
    assert judge(
        "2026-W03, payments: Crew Côte d'Or is on call, Crew חיפה is the backup.", "rota/2026-W03/payments"
    )
    assert judge("Prices such as 18\u202f400 kr were broken over two lines.", "change/212:7")


@pytest.mark.parametrize(
    ("lie", "cited"),
    [
        pytest.param(f"{ERROR} 37085 ms", "log/1002:32", id="changed digit"),
        pytest.param(f"{ERROR} 3708", "log/1002:32", id="number inside a longer one"),
        pytest.param(f"{ERROR} 37084 ms", "log/1006:32", id="another run's line"),
        pytest.param("connection to edger-db:5432 timed out", "log/1002:32", id="another name"),
        pytest.param("edger-db:5432 timed out after", "log/1002:32", id="word inside a longer word"),
        pytest.param(f"{ERROR} 37084 ms and nobody noticed.", "log/1002:32", id="text added"),
        pytest.param("connection to ledger-db:5432 never timed out", "log/1002:32", id="word put in"),
        pytest.param("Queries that are already running are affected.", "change/201:9", id="not left out"),
        pytest.param(
            "2026-W03, payments: Crew חיפה is on call, Crew Côte d'Or is the backup.",
            "rota/2026-W03/payments",
            id="crews swapped",
        ),
        pytest.param(
            "2026-W04, payments: Crew Côte d'Or is on call, Crew חיפה is the backup.",
            "rota/2026-W03/payments",
            id="another week",
        ),
        pytest.param("Prices such as 18 400 kr were broken", "change/212:7", id="one number as two"),
        pytest.param("400 kr were broken over two lines.", "change/212:7", id="the end of a grouped number"),
        pytest.param("expected <Größe: 5> but got <Größe: 4>", "log/1004:27", id="values swapped"),
        pytest.param("expected <Grösse: 4> but got <Größe: 5>", "log/1040:28", id="line of another fault"),
        pytest.param("State: open", "ticket/14:3", id="another state"),
        pytest.param("build/cache.py (+2, -1)", "change/207:12", id="another count"),
        pytest.param("cache.py (+2, -0", "log/1002:32", id="unrelated record"),
        pytest.param("OPS-1", "ticket/11:1", id="id inside a longer one"),
        pytest.param("\u200b ", "ticket/11:1", id="nothing said"),
    ],
)
def test_a_lying_snippet_is_caught(judge: Judge, lie: str, cited: str) -> None:
    assert not judge(lie, cited)


def test_a_snippet_of_a_forged_record_is_caught(devex_graph: KnowledgeGraph) -> None:
    """A record that the graph does not know, or knows with another text, is no evidence."""
    origin = Origin("run-1002.log", "line 32", "data/logs/run-1002.log", 32)
    for record_id in ("log/1002:32", "log/9999:1"):
        claim = Claim("all is well", (EvidenceRecord(record_id, origin, "all is well"),))
        assert not is_supported(claim, devex_graph.nodes, devex_graph)


TWO = ("log/1002:32", "log/1006:32")


def test_the_true_fragments_that_the_lies_are_made_of(judge: Judge) -> None:
    assert judge(f"\"{ERROR}\" appears in 'run-1002.log' and 'run-1006.log'.", *TWO)
    assert judge(f"\"{ERROR}\" appears in 'run-1006.log' and 'run-1002.log'", *TWO)
    assert judge(f"The same line: \"{ERROR}\" appears in 'run-1002.log' and 'run-1006.log'.", *TWO)
    assert judge(
        f"\"{ERROR}\" appears in 'run-1002.log', 'run-1016.log' and 'run-1006.log'.", *TWO, "log/1016:33"
    )


@pytest.mark.parametrize(
    "lie",
    [
        pytest.param(f"\"{ERROR} 37084 ms\" appears in 'run-1002.log' and 'run-1006.log'.", id="in one only"),
        pytest.param("\"nobody noticed\" appears in 'run-1002.log' and 'run-1006.log'.", id="in none"),
        pytest.param(
            "\"connection to ledger-db:5433 timed out\" appears in 'run-1002.log' and 'run-1006.log'.",
            id="changed digit",
        ),
        pytest.param("\"edger-db\" appears in 'run-1002.log' and 'run-1006.log'.", id="word inside a word"),
        pytest.param("\"ledger-db:54\" appears in 'run-1002.log' and 'run-1006.log'.", id="cut number"),
        pytest.param(f"\"{ERROR}\" appears in 'run-1002.log' and 'run-1016.log'.", id="source not cited"),
        pytest.param(f"\"{ERROR}\" appears in 'run-1003.log' and 'run-1007.log'.", id="both sources swapped"),
        pytest.param(
            f"\"{ERROR}\" appears in 'run-1002.log', 'run-1006.log' and 'run-1016.log'.", id="one source more"
        ),
        pytest.param(f"\"{ERROR}\" appears in 'run-1002.log'.", id="one source less"),
        pytest.param(f"\"{ERROR}\" appears in 'run-1002.log' and 'run-1002.log'.", id="one source twice"),
        pytest.param(
            f"\"{ERROR}\" appears in 'run-1002.log' and 'run-1006.log'. It is harmless.",
            id="text after the full stop",
        ),
        pytest.param(f"\"{ERROR}\" appears in 'run-1002.log' and 'run-1006.log'..", id="two full stops"),
        pytest.param(f"\"{ERROR}\" appears in 'run-1002.log' and 'run-1006.log'.\n", id="line end after it"),
        pytest.param(
            "\"ERROR\" ledger-db\" appears in 'run-1002.log' and 'run-1006.log'.", id="double quote inside"
        ),
        pytest.param(
            f"\"x\" is wrong: \"{ERROR}\" appears in 'run-1002.log' and 'run-1006.log'.",
            id="double quote before",
        ),
        pytest.param("\"\" appears in 'run-1002.log' and 'run-1006.log'.", id="nothing quoted"),
        pytest.param("\"\u200b\" appears in 'run-1002.log' and 'run-1006.log'.", id="invisible quoted"),
        pytest.param(f"\"{ERROR}\" never appears in 'run-1002.log' and 'run-1006.log'.", id="negated"),
        pytest.param(f"\"{ERROR}\" appears in 'run-1002.log' or 'run-1006.log'.", id="or"),
        pytest.param(f"\"{ERROR}\" appears in 'run-1002.log' and 'RUN-1006.log'.", id="another name's case"),
        pytest.param(f'"{ERROR}" appears in run-1002.log and run-1006.log.', id="sources unquoted"),
    ],
)
def test_a_lying_fragment_is_caught(judge: Judge, lie: str) -> None:
    assert not judge(lie, *TWO)


@pytest.mark.parametrize("named", ["'run-1002.log'", "'run-1002.log' and 'run-1002.log'"])
def test_one_source_is_not_two(judge: Judge, named: str) -> None:
    """One record, or two lines of one log, show no recurrence."""
    sentence = f'"ledger-db" appears in {named}.'
    assert not judge(sentence, "log/1002:28")
    assert not judge(sentence, "log/1002:28", "log/1002:29")
    # The fragment is there: it is the second source that was missing.
    assert judge("\"ledger-db\" appears in 'run-1002.log' and 'run-1006.log'.", "log/1002:28", "log/1006:28")


def test_a_third_record_that_lacks_the_fragment_is_noticed(judge: Judge) -> None:
    text = f"\"{ERROR}\" appears in 'run-1002.log', 'run-1006.log' and 'run-1016.log'."
    assert judge(text, *TWO, "log/1016:33")
    assert not judge(text, *TWO, "log/1016:34")
