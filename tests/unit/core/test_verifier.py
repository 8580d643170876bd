"""The contract of the verifier: who is asked, in which order, and whose word is final."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessera.eval.ladder import Step, consult, grammar_names, owner_and_verdict
from tessera.eval.metrics import (
    GENERIC_GRAMMARS,
    ClaimShape,
    faithfulness,
    is_supported,
    shape_name,
    verbatim_containment,
)
from tessera.graph import KnowledgeGraph, Node
from tessera.grounding import Claim, EvidenceRecord, Origin

Build = Callable[..., Claim]


def yes(claim: Claim, nodes: object, graph: object) -> bool | None:
    return True


def no(claim: Claim, nodes: object, graph: object) -> bool | None:
    return False


def silent(claim: Claim, nodes: object, graph: object) -> bool | None:
    return None


def test_shapes_are_asked_in_the_order_declared(core_graph: KnowledgeGraph, core_claim: Build) -> None:
    claim = core_claim("a sentence of no record", "line/3")
    assert is_supported(claim, core_graph.nodes, core_graph, (silent, yes, no))
    assert not is_supported(claim, core_graph.nodes, core_graph, (silent, no, yes))


def test_a_failed_conclusion_is_not_rescued_by_containment(
    core_graph: KnowledgeGraph, core_claim: Build
) -> None:
    claim = core_claim("the gate held", "line/3")
    assert is_supported(claim, core_graph.nodes, core_graph, (silent,))
    assert not is_supported(claim, core_graph.nodes, core_graph, (no,))


def test_a_shape_gets_the_sentence_as_it_is_and_the_graph(
    core_graph: KnowledgeGraph, core_claim: Build
) -> None:
    seen: list[object] = []

    def witness(claim: Claim, nodes: object, graph: object) -> bool | None:
        seen.append((claim.text, nodes, graph))
        return None

    claim = core_claim("The\u00a0GATE  held\n", "line/3")
    nodes = core_graph.nodes
    assert is_supported(claim, nodes, core_graph, (witness,))
    assert is_supported(claim, nodes, shapes=(witness,))
    assert seen == [(claim.text, nodes, core_graph), (claim.text, nodes, None)]


@pytest.mark.parametrize("answer", [0, 1, "", "True", (), object()])
def test_an_answer_of_another_type_is_an_error_that_names_the_shape(
    answer: object, core_graph: KnowledgeGraph, core_claim: Build
) -> None:
    def almost(claim: Claim, nodes: object, graph: object) -> bool | None:
        return answer  # type: ignore[return-value]

    with pytest.raises(TypeError, match=r"claim shape almost answered .* of type"):
        is_supported(core_claim("the gate held", "line/3"), core_graph.nodes, core_graph, (almost,))


def test_a_bool_of_another_library_is_no_bool(core_graph: KnowledgeGraph, core_claim: Build) -> None:
    """``numpy.bool_`` is true, equal to ``True`` and no ``bool``; this stands in for it."""

    class Bool:
        def __bool__(self) -> bool:
            return True

        def __eq__(self, other: object) -> bool:
            return other is True

        __hash__ = None  # type: ignore[assignment]

    shape = functools.partial(lambda claim, nodes, graph, answer: answer, answer=Bool())
    with pytest.raises(TypeError, match="Bool"):
        is_supported(core_claim("the gate held", "line/3"), core_graph.nodes, core_graph, (shape,))


def test_what_a_shape_raises_passes_through(core_graph: KnowledgeGraph, core_claim: Build) -> None:
    def broken(claim: Claim, nodes: object, graph: object) -> bool | None:
        raise ZeroDivisionError("by the shape")

    with pytest.raises(ZeroDivisionError, match="by the shape"):
        is_supported(core_claim("the gate held", "line/3"), core_graph.nodes, core_graph, (broken,))


def test_containment_says_true_or_nothing(core_graph: KnowledgeGraph, core_claim: Build) -> None:
    nodes = core_graph.nodes
    assert verbatim_containment(core_claim("Gate held", "line/3"), nodes, None) is True
    assert verbatim_containment(core_claim("Gate held", "line/1", "line/3"), nodes, None) is True
    assert verbatim_containment(core_claim("gates held", "line/3"), nodes, None) is None


@pytest.mark.parametrize("text", ["", " ", "\u200b"])
def test_an_empty_claim_is_never_supported(text: str, core_graph: KnowledgeGraph, core_claim: Build) -> None:
    claim = core_claim(text, "line/3")
    assert not is_supported(claim, core_graph.nodes, core_graph)
    assert not is_supported(claim, core_graph.nodes, core_graph, (yes,))


def test_blank_records_support_nothing(core_graph: KnowledgeGraph, core_claim: Build) -> None:
    claim = core_claim("the gate held", "blank/1")
    assert not is_supported(claim, core_graph.nodes, core_graph, (yes,))


def test_a_claim_without_evidence_cannot_be_built() -> None:
    with pytest.raises(ValueError, match="cites at least one record: 'the gate held'"):
        Claim("the gate held", ())


@pytest.mark.parametrize(
    "forged",
    [
        EvidenceRecord("line/3", Origin("north.log", "line 9"), "the gate held and held"),
        EvidenceRecord("line/3", Origin("south.log", "line 9"), "the gate held"),
        EvidenceRecord("line/99", Origin("north.log", "line 9"), "the gate held"),
    ],
)
def test_a_forged_record_supports_nothing(
    forged: EvidenceRecord, core_graph: KnowledgeGraph, core_claim: Build
) -> None:
    """A record that the graph does not know, or knows with other words or from elsewhere, is a lie."""
    genuine = core_claim("the gate held", "line/3").support
    for shapes in ((), (yes,)):
        for support in ((forged,), (*genuine, forged)):
            claim = Claim("the gate held", support)
            assert not is_supported(claim, core_graph.nodes, core_graph, shapes)
            consultation = consult(claim, core_graph.nodes, core_graph, shapes)
            assert forged.id in consultation.objection
    assert is_supported(Claim("the gate held", genuine), core_graph.nodes, core_graph)


def test_the_ladder_shows_who_was_asked_and_who_was_not(
    core_graph: KnowledgeGraph, core_claim: Build
) -> None:
    claim = core_claim("the gate held", "line/3")
    found = consult(claim, core_graph.nodes, core_graph, (silent, no, yes))
    assert found.steps == (Step("silent", None), Step("no", False))
    assert found.unasked == ("yes", "shared_fragment", "verbatim_containment")
    assert (found.owner, found.verdict) == ("no", False)
    found = consult(claim, core_graph.nodes, core_graph, (silent,))
    assert (found.owner, found.verdict, found.unasked) == ("verbatim_containment", True, ())
    found = consult(core_claim("the gate fell", "line/3"), core_graph.nodes, core_graph)
    assert (found.owner, found.verdict, len(found.steps)) == (None, False, 2)


def test_shapes_of_one_name_are_told_apart() -> None:
    assert grammar_names((yes, no, yes))[:3] == ("yes", "no", "yes (2)")
    assert shape_name(functools.partial(yes)) == "yes"


class Instance:
    """A shape that is no function."""

    def __call__(self, claim: Claim, nodes: object, graph: object, /) -> bool | None:
        return None


def test_a_shape_that_is_an_instance_goes_by_its_class() -> None:
    assert shape_name(Instance()) == "Instance"


TEXTS = ("the gate held", "gate", "", "\"disk full\" appears in 'a' and 'b'.", "\"gate\" appears in 'a'")
RECORDS = tuple(
    EvidenceRecord(f"r/{number}", Origin(source, "1"), text)
    for number, (source, text) in enumerate(
        [("a", "the gate held: disk full"), ("b", "disk full"), ("b", " ")]
    )
)


@given(
    st.sampled_from(TEXTS),
    st.lists(st.sampled_from(RECORDS), min_size=1, max_size=3),
    st.lists(st.sampled_from(RECORDS), max_size=3, unique=True),
    st.lists(st.sampled_from([yes, no, silent]), max_size=3),
)
def test_the_ladder_and_the_verifier_always_agree(
    text: str, support: list[EvidenceRecord], known: list[EvidenceRecord], shapes: list[ClaimShape]
) -> None:
    nodes = {record.id: Node(record, "line", "") for record in known}
    claim = Claim(text, tuple(support))
    found = consult(claim, nodes, None, shapes)
    assert found.verdict is is_supported(claim, nodes, None, tuple(shapes))
    assert (found.owner is None) == all(step.answer is None for step in found.steps)
    assert not found.verdict or (found.steps[-1].answer is True and not found.objection)
    named = zip(grammar_names(shapes), (*shapes, *GENERIC_GRAMMARS), strict=True)
    assert owner_and_verdict(claim, nodes, None, named) == (found.owner, found.verdict)


def test_faithfulness_of_nothing_is_nothing() -> None:
    assert faithfulness([]) is None
    assert faithfulness([True, True]) == 1.0
    assert faithfulness([True, False]) == 0.5
