"""What further questions are asked about a project, out of its index and verdicts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tessera_lsp.index.model import Index
from tessera_lsp.probing import plan
from tessera_lsp.probing.citations import replaced
from tessera_lsp.probing.known import Known, known_claims, varied
from tessera_lsp.probing.names import other_names
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import BatteryInfo, Harvested, MeasuredClaim, MeasuredJudged, ShapeRef

SHAPES = tuple(
    ShapeRef("stock.claims", name, "/claims.py", 1, n) for n, name in enumerate(("weight", "colour"))
)


def claim(text: str, *citations: str, battery: str = "stock", place: int = 0) -> Known:
    return Known(battery, text, citations, True, ("stock.claims", "weight"), place, "True")


def measured(*claims: tuple[str, str, str]) -> Verdicts:
    """Verdicts of a battery whose claims are (text, citation, letters)."""
    told = tuple(MeasuredClaim(text, (cited,), 1, None, "", (), ()) for text, cited, _ in claims)
    said = tuple(letters for _, _, letters in claims)
    verdicts = tuple(1 if "T" in letters or letters == "NN" else 0 for letters in said)
    info = BatteryInfo("stock", SHAPES, 9, "Claim", None, tuple(f"crate/{n}" for n in range(1, 10)))
    return Verdicts(
        state="ready",
        batteries=(info,),
        harvests={"stock": Harvested("stock", told, None, 0.1)},
        measured={"stock": MeasuredJudged(1, "stock", verdicts, ("",) * len(said), (), said=said)},
        harvest_done=True,
        judged=True,
    )


def test_known_claims_tell_their_owner():
    verdicts = measured(
        ("Crate 1", "crate/1", "T-"), ("It is blue", "crate/2", "NF"), ("Word", "crate/3", "NN")
    )
    assert [(c.text, c.place, c.answer, c.supported) for c in known_claims(Index(), verdicts)] == [
        ("Crate 1", 0, "True", True),
        ("It is blue", 1, "False", False),
        ("Word", -1, "", True),
    ]


def test_a_claim_that_could_not_be_judged_is_not_known():
    verdicts = measured(("Crate 1", "crate/1", "R-"))
    judged = replace(verdicts.measured["stock"], verdicts=(-1,))
    assert known_claims(Index(), replace(verdicts, measured={"stock": judged})) == ()


def test_lies_and_citations_are_asked_of_true_claims_of_declared_shapes_alone():
    verdicts = measured(
        ("Crate 1 is red.", "crate/1", "T-"), ("It is 2.", "crate/2", "NF"), ("W 3.", "crate/3", "NN")
    )
    probes = plan(Index(), verdicts)
    for kind in ("mutant", "citations"):
        assert {probe.text for probe in probes if probe.kind == kind} == {"Crate 1 is red."}
    assert {probe.text for probe in probes if probe.kind == "again"} == {
        "Crate 1 is red.",
        "It is 2.",
        "W 3.",
    }


def test_a_lie_that_is_known_to_be_true_is_none():
    """Crate 2 is red as well, and cites the same list."""
    one = measured(("Crate 1 is red.", "list/1", "T-"))
    both = measured(("Crate 1 is red.", "list/1", "T-"), ("Crate 2 is red.", "list/1", "T-"))

    def lies(verdicts: Verdicts) -> set[str]:
        return {probe.item.text for probe in plan(Index(), verdicts) if probe.kind == "mutant"}

    assert "Crate 2 is red." in lies(one)
    assert not {"Crate 1 is red.", "Crate 2 is red."} & lies(both)


def test_the_plan_is_the_same_each_time_and_asks_nothing_twice():
    verdicts = measured(("Crate 1 is red.", "crate/1", "T-"), ("It is 2.", "crate/2", "NT"))
    probes = plan(Index(), verdicts)
    assert probes == plan(Index(), verdicts)
    keys = [probe.item.key for probe in probes]
    assert len(set(keys)) == len(keys)


def test_the_earlier_shapes_claims_are_put_to_the_later_one():
    verdicts = measured(("Crate 1 is red.", "crate/1", "T-"), ("It is 2.", "crate/2", "NT"))
    asked = [(p.item.qualname, p.text) for p in plan(Index(), verdicts) if p.kind == "overlap"]
    assert asked == [("colour", "Crate 1 is red.")]  # what the earlier one says to it is known


def test_many_shapes_make_no_end_of_questions():
    names = [f"shape_{n}" for n in range(120)]
    shapes = tuple(ShapeRef("stock.claims", name, "/claims.py", 1, n) for n, name in enumerate(names))
    claims = [(f"Crate {n} is red.", f"crate/{n}", "-" * n + "T" + "-" * (119 - n)) for n in range(120)]
    verdicts = measured(*claims)
    verdicts = replace(verdicts, batteries=(replace(verdicts.batteries[0], shapes=shapes),))
    asked = [probe for probe in plan(Index(), verdicts) if probe.kind == "overlap"]
    assert len(asked) == 4000
    assert len({(probe.shape, probe.other) for probe in asked}) == 4000


def test_the_same_shape_twice_overlaps_with_nothing():
    verdicts = measured(("Crate 1 is red.", "crate/1", "T-"))
    twice = (SHAPES[0], replace(SHAPES[0], place=1))
    verdicts = replace(verdicts, batteries=(replace(verdicts.batteries[0], shapes=twice),))
    assert [probe for probe in plan(Index(), verdicts) if probe.kind == "overlap"] == []


@pytest.mark.parametrize("count", [1, 3, 7])
def test_claims_of_all_forms_come_before_more_of_one(count):
    claims = [claim(f"Crate {n} is red.", f"crate/{n}") for n in range(20)] + [
        claim("Word.", "w"),
        claim("X.", "x"),
    ]
    chosen = varied(claims, count)
    assert len(chosen) == min(count, 22)
    assert len({c.text.translate(str.maketrans("0123456789", "0000000000")) for c in chosen}) >= min(count, 3)


RECORDS = BatteryInfo("stock", SHAPES, 6, "Claim", None, ("a/1", "a/2", "a/3", "a/4", "b/1", "b/2"))


def test_citations_give_way_to_their_like_first():
    assert list(replaced(("a/1",), RECORDS, 4)) == [("a/2",), ("a/3",), ("a/4",), ("b/1",)]
    assert list(replaced(("b/1", "a/1"), RECORDS, 9)) == [("b/2", "a/2"), ("a/3", "a/4")]


def test_there_may_be_too_few_records():
    assert list(replaced(("a/1", "a/2", "a/3", "a/4"), RECORDS, 3)) == []


def test_names_are_what_differs():
    here = claim("Acme's value is USD 7.", "a")
    others = [claim("İstanbul Halı's value is EUR 9.", "b"), claim("Norra Bruk AB's value is USD 7.", "c")]
    assert other_names(here, others) == (("Acme", "İstanbul Halı"), ("Acme", "Norra Bruk AB"))


@pytest.mark.parametrize(
    "other",
    [
        claim("ACMES's value is USD 7.", "b"),  # may be another of its names
        claim("Acme-Werke's value is USD 7.", "b"),
        claim("Ivory's value is USD 7.", "a"),  # cites the same
        claim("Ivory's value is USD 7.", "b", place=1),  # of another grammar
        claim("Ivory's value is USD 7.", "b", battery="other"),
        claim("Acme's value was USD 7.", "b"),  # no name
        claim("Acme's value is EUR 7.", "b"),  # a code
    ],
)
def test_names_that_may_be_no_others_are_not_told(other):
    assert other_names(claim("Acme's value is USD 7.", "a"), [other]) == ()
