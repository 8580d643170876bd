"""Drift between two states: what counts, what does not, and what is said of it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tessera_lsp.drift import Answer, Sentence, Stand, State, compare, saved_drift, saved_state, state_of
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import (
    BatteryInfo,
    Consultation,
    Harvested,
    ItemJudged,
    MeasuredClaim,
    MeasuredJudged,
    ShapeRef,
    Step,
)


def state(*stands: tuple[str, str, bool | None], shapes: tuple[str, ...] = ()) -> State:
    """Claims of the battery ``stock``, each with its owner and verdict."""
    made = {Sentence("stock", text, ("crate/1",)): Stand(Answer(o, v)) for text, o, v in stands}
    return State(made, {"stock": shapes})


def test_a_verdict_and_an_owner_that_change_are_drift():
    before = state(("A.", "weight", True), ("B.", "weight", True), ("C.", "weight", False))
    after = state(("A.", "weight", False), ("B.", "colour", True), ("C.", "weight", False))
    first, second = compare(before, after).entries
    assert (first.claim, first.before, first.after) == ("A.", ("weight", True), ("weight", False))
    assert (second.claim, second.after.words) == ("B.", "supported · colour")
    assert second.why == "colour owns it, weight did before"


def test_what_only_one_state_has_is_no_drift():
    drift = compare(state(("A.", "weight", True)), state(("B.", "weight", True)))
    assert drift.entries == ()
    assert [s.text for s in drift.gained] == ["B."]
    assert [s.text for s in drift.lost] == ["A."]


def test_what_one_state_could_not_judge_is_told_apart():
    drift = compare(state(("A.", "weight", True)), state(("A.", "", None)))
    assert drift.entries == ()
    assert [s.text for s in drift.unjudged] == ["A."]


def test_a_renamed_shape_with_the_same_answers_is_no_drift():
    before = state(("A.", "weight", True), ("B.", "weight", False), shapes=("weight", "colour"))
    after = state(("A.", "mass", True), ("B.", "mass", False), shapes=("mass", "colour"))
    drift = compare(before, after)
    assert drift.entries == ()
    assert drift.renamed == (("weight", "mass"),)


def test_a_shape_that_takes_over_under_another_name_and_judges_otherwise_is_drift():
    before = state(("A.", "weight", True), ("B.", "weight", False), shapes=("weight",))
    after = state(("A.", "mass", True), ("B.", "mass", True), shapes=("mass",))
    drift = compare(before, after)
    assert [entry.claim for entry in drift.entries] == ["A.", "B."]
    assert drift.renamed == ()


def test_a_claim_that_moves_to_a_shape_which_was_there_is_drift():
    before = state(("A.", "weight", True), shapes=("weight", "mass"))
    after = state(("A.", "mass", True), shapes=("mass",))
    assert [entry.claim for entry in compare(before, after).entries] == ["A."]


def test_citations_in_another_order_are_the_same_claim_where_that_is_clear():
    def cited(*orders: tuple[str, ...], verdict: bool) -> State:
        return State({Sentence("stock", "A.", order): Stand(Answer("weight", verdict)) for order in orders})

    (entry,) = compare(cited(("x", "y"), verdict=True), cited(("y", "x"), verdict=False)).entries
    assert entry.citations == ("y", "x")
    both = compare(
        cited(("x", "y", "z"), ("y", "x", "z"), verdict=True), cited(("z", "y", "x"), verdict=False)
    )
    assert both.entries == ()
    assert len(both.gained) == 1
    assert len(both.lost) == 2


def test_why_names_the_first_grammar_that_answers_otherwise():
    sentence = Sentence("stock", "A.", ())
    before = Stand(Answer("", False), (("weight", "None"), ("contained", "None")))
    after = Stand(Answer("weight", True), (("weight", "True"),))
    (entry,) = compare(State({sentence: before}), State({sentence: after})).entries
    assert entry.why == "weight said None, and says True now"
    (entry,) = compare(
        State({sentence: after}), State({sentence: replace(after, answer=before.answer, said=())})
    ).entries
    assert entry.why == "nobody owns it, weight did before"
    earlier = Stand(Answer("colour", True), (("colour", "True"),))
    (entry,) = compare(State({sentence: after}), State({sentence: earlier})).entries
    assert entry.why == "colour says True, and was not asked before"


def judged() -> Verdicts:
    """A battery with a claim measured twice, judged anew under an edit, and a sample of the same sentence."""
    shapes = (
        ShapeRef("depot.claims", "weight", "", 1, 0),
        ShapeRef("depot.claims", "Colour.__call__", "", 9, 1),
    )
    claim = MeasuredClaim("A.", ("crate/1",), 2, True, "weight", (Step("weight", "True", 0),), ())
    return Verdicts(
        "ready",
        batteries=(BatteryInfo("stock", shapes, 1, ""),),
        harvests={"stock": Harvested("stock", (claim,), None, 0.0)},
        measured={"stock": MeasuredJudged(2, "stock", (0,), ("Colour",), (), said=("NF",))},
        items={"key": item("B.", "weight", True)},
    )


def item(text: str, owner: str, verdict: bool) -> ItemJudged:
    consultation = Consultation("stock", text, ("crate/1",), verdict, owner, (Step(owner, str(verdict), 0),))
    return ItemJudged(1, "key", (consultation,), (str(verdict),), ())


def test_states_are_made_of_verdicts():
    verdicts = judged()
    drift = compare(saved_state(verdicts, {"key": item("B.", "weight", False)}), state_of(verdicts))
    measured, sample = drift.entries
    assert (measured.claim, measured.measured, measured.samples) == ("A.", 2, ())
    assert (measured.before, measured.after) == (("weight", True), ("Colour", False))
    assert measured.why == "weight said True, and says None now"
    assert (sample.claim, sample.measured, sample.samples) == ("B.", 0, ("key",))
    assert [drift.touching(["stock"], {name}) for name in ("weight", "Colour", "other")] == [2, 1, 0]
    assert drift.touching(["elsewhere"], {"weight"}) == 0


_JUDGED = st.tuples(st.sampled_from([1, 0, -1]), st.sampled_from(["weight", "Colour", ""]))
_SAMPLES = st.dictionaries(st.sampled_from("abxy"), st.tuples(st.sampled_from(["weight", ""]), st.booleans()))


@given(st.lists(st.tuples(_JUDGED, _JUDGED), max_size=4), _SAMPLES, _SAMPLES, st.booleans())
def test_the_short_way_to_what_is_saved_tells_the_same(answers, before, after, renamed):
    """Measured claims ``a`` to ``d``; samples, some of which are the same sentences."""
    verdict = {1: True, 0: False, -1: None}
    claims = tuple(
        MeasuredClaim("abcd"[at], ("crate/1",), 1, verdict[said], owner, (), ())
        for at, ((said, owner), _) in enumerate(answers)
    )
    now = tuple(said for _, said in answers)
    shapes = judged().batteries[0].shapes
    other = (replace(shapes[0], qualname="mass"), shapes[1]) if renamed else None
    found = MeasuredJudged(2, "stock", tuple(v for v, _ in now), tuple(o for _, o in now), (), rewired=other)
    verdicts = replace(
        judged(),
        harvests={"stock": Harvested("stock", claims, None, 0.0)},
        measured={"stock": found},
        items={text: item(text, *said) for text, said in after.items()},
    )
    saved = {text: item(text, *said) for text, said in before.items()}
    assert saved_drift(verdicts, saved) == compare(saved_state(verdicts, saved), state_of(verdicts))


def test_verdicts_of_another_harvest_are_not_compared():
    verdicts = judged()
    more = replace(verdicts.harvests["stock"], claims=verdicts.harvests["stock"].claims * 2)
    drift = compare(
        saved_state(verdicts, {}), state_of(replace(verdicts, harvests={"stock": more}, items={}))
    )
    assert drift.entries == ()


_STANDS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from(["w", "c", ""]), st.sampled_from([True, False, None])),
    max_size=4,
    unique_by=lambda stand: stand[0],
)


@given(_STANDS, _STANDS)
def test_each_sentence_is_told_once_and_nothing_drifts_against_itself(before, after):
    one, other = state(*before), state(*after)
    assert compare(one, one).entries == ()
    drift = compare(one, other)
    was = {text: (owner, verdict) for text, owner, verdict in before}
    now = {text: (owner, verdict) for text, owner, verdict in after}
    both = was.keys() & now.keys()
    unknown = {text for text in both if None in (was[text][1], now[text][1])}
    assert {s.text for s in drift.unjudged} == unknown
    assert {e.claim for e in drift.entries} == {t for t in both - unknown if was[t] != now[t]}
    assert {s.text for s in drift.gained} == now.keys() - both
    assert {s.text for s in drift.lost} == was.keys() - both
