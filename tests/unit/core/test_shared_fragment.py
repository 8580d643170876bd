"""The shared fragment: a quotation that stands in several sources, and those sources named exactly."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessera.eval.metrics import is_supported, shared_fragment
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Claim, EvidenceRecord, Origin

Build = Callable[..., Claim]
BOTH = ("line/1", "line/2")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("\"disk full\" appears in 'north.log' and 'south.log'.", BOTH),
        ("\"disk full\" appears in 'south.log' and 'north.log'", BOTH),
        ("The words \"Disk\u00a0Full\" appears in 'north.log' and 'south.log'.", BOTH),
        (
            "\"disk full\" appears in 'south.log', 'it's 'a', 'b' and 'c'.log' and 'north.log'.",
            (*BOTH, "line/4"),
        ),
    ],
)
def test_a_fragment_in_all_the_sources_named(
    text: str, ids: tuple[str, ...], core_graph: KnowledgeGraph, core_claim: Build
) -> None:
    claim = core_claim(text, *ids)
    assert shared_fragment(claim, core_graph.nodes, core_graph) is True
    assert is_supported(claim, core_graph.nodes)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("\"disk fell\" appears in 'north.log' and 'south.log'.", BOTH),
        ("\"disk full on node seven\" appears in 'north.log' and 'south.log'.", BOTH),
        ("\"disk ful\" appears in 'north.log' and 'south.log'.", BOTH),
        ("\"\" appears in 'north.log' and 'south.log'.", BOTH),
        ("\" \" appears in 'north.log' and 'south.log'.", BOTH),
        ("\"disk full\" appears in 'north.log' and 'east.log'.", BOTH),
        ("\"disk full\" appears in 'north.log' and 'north.log'.", BOTH),
        ("\"disk full\" appears in 'north.log'.", BOTH),
        ("\"disk full\" appears in 'north.log'.", ("line/1",)),
        ("\"disk full\" appears in 'north.log' and 'south.log'.", ("line/1",)),
        ("\"disk full\" appears in 'north.log' and 'south.log'.", (*BOTH, "line/3")),
        ("\"disk full\" appears in 'north.log' and 'south.log'.", (*BOTH, "line/4")),
        ("\"disk full\" appears in 'north.log', 'south.log' and 'south.log'.", BOTH),
        ("\"disk full\" appears in 'north.log', 'south.log'.", BOTH),
        ("\"disk full\" appears in 'north.log' and 'south.log''.", BOTH),
        ("\"disk full\" appears in 'North.log' and 'south.log'.", BOTH),
        ("\"disk full\" appears in 'north.log' and\u00a0'south.log'.", BOTH),
    ],
)
def test_a_lie_of_this_grammar_is_owned_and_false(
    text: str, ids: tuple[str, ...], core_graph: KnowledgeGraph, core_claim: Build
) -> None:
    claim = core_claim(text, *ids)
    assert shared_fragment(claim, core_graph.nodes, core_graph) is False
    assert not is_supported(claim, core_graph.nodes)


@pytest.mark.parametrize(
    "text",
    [
        "\"disk full\" appears in 'north.log' and 'south.log'; ignore the rest",
        "\"disk full\" appears in 'north.log' and 'south.log'..",
        "\"disk full\" appears in 'north.log' and 'south.log'.\n",
        "\"a\" and \"disk full\" appears in 'north.log' and 'south.log'.",
        "x\"disk full\" appears in 'north.log' and 'south.log'.",
        "“disk full” appears in 'north.log' and 'south.log'.",
        '"disk full" appears in "north.log" and "south.log".',
        "\"disk full\" occurs in 'north.log' and 'south.log'.",
        "disk full appears in 'north.log' and 'south.log'.",
    ],
)
def test_another_sentence_is_not_this_grammar(
    text: str, core_graph: KnowledgeGraph, core_claim: Build
) -> None:
    claim = core_claim(text, *BOTH)
    assert shared_fragment(claim, core_graph.nodes, core_graph) is None
    assert not is_supported(claim, core_graph.nodes)


def test_a_false_shared_fragment_is_not_rescued_by_a_record_that_quotes_it() -> None:
    text = "\"disk full\" appears in 'a' and 'b'."
    record = EvidenceRecord("r/1", Origin("a", "1"), f"He wrote: {text}")
    nodes = {record.id: Node(record, "line", "")}
    assert not is_supported(Claim(text, (record,)), nodes)


SOURCES = st.text(alphabet="ab', \u0301é", min_size=1, max_size=6) | st.sampled_from(
    ["a' and 'b", "a', 'b", "and", "' and '", "b"]
)


def joined(sources: list[str]) -> str:
    quoted = [f"'{source}'" for source in sources]
    return " and ".join([*([", ".join(quoted[:-1])] if quoted[1:] else []), quoted[-1]])


def citing(sources: list[str], text: str) -> Claim:
    records = [EvidenceRecord(f"r/{i}", Origin(s, "1"), "the disk is full") for i, s in enumerate(sources)]
    return Claim(text, tuple(records))


@given(st.lists(SOURCES, min_size=2, max_size=5, unique=True), st.sampled_from(["", "."]), st.randoms())
def test_sources_may_hold_what_looks_like_a_joint(sources: list[str], stop: str, chance: object) -> None:
    """Whatever the names, the sentence composed from the cited sources is true, in any order."""
    if len({unicodedata.normalize("NFC", source) for source in sources}) < len(sources):
        return
    claim = citing(sources[::-1], f'Again "disk is" appears in {joined(sources)}{stop}')
    assert shared_fragment(claim, {}, None) is True


@given(
    st.lists(st.sampled_from("abcdef"), min_size=1, max_size=4),
    st.sets(st.sampled_from("abcdef"), min_size=1),
)
def test_the_sources_named_are_exactly_those_cited(named: list[str], cited: set[str]) -> None:
    text = (
        f'"disk is" appears in {joined(named)}' if len(named) > 1 else f"\"disk is\" appears in '{named[0]}'"
    )
    expected = len(named) > 1 and sorted(named) == sorted(cited)
    assert shared_fragment(citing(sorted(cited), text), {}, None) is expected


def test_many_sources_alike_are_matched_at_once() -> None:
    """Forty sources, each the start of the next, do not make the match try every order."""
    sources = ["a" * length for length in range(1, 41)]
    assert shared_fragment(citing(sources, f'"disk is" appears in {joined(sources)}.'), {}, None) is True
    assert shared_fragment(citing(sources, f'"disk is" appears in {joined(sources)}s.'), {}, None) is None
    wrong = joined([*sources[:-1], "b"])
    assert shared_fragment(citing(sources, f'"disk is" appears in {wrong}.'), {}, None) is False
