"""TES103, 104, 106, 109, 113 and 114 over bodies made of values: what is said, where, and once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tessera_lsp.index.bodies.model import Answer, BinaryMoney, Body, Effect, Kind
from tessera_lsp.index.model import Insides, LateInsides
from tessera_lsp.rules.model import Witness

CLAIMS = "/depot/stock/claims.py"
TRUE, FALSE, NONE = Kind("bool", True), Kind("bool", False), Kind("none", False)
MATCH = Kind("match", True)


@pytest.fixture
def with_bodies(depot):
    """Gives shapes of the project these bodies, by name."""

    def give(**bodies):
        depot.index_changes = {}
        file = depot.index.files[CLAIMS]
        insides = LateInsides(lambda _: Insides(bodies))
        shapes = tuple(shape.within(insides) for shape in file.shapes)
        depot.index_changes = {"files": {CLAIMS: replace(file, shapes=shapes)}}
        return depot

    return give


def answers(depot, *kinds, part="return None"):
    """A body with one answer of these kinds."""
    return Body(answers=(Answer(depot.span(part), frozenset(kinds)),))


def test_an_answer_that_is_no_verdict_stands_on_its_expression(depot, with_bodies):
    body = answers(depot, FALSE, MATCH, part="compare(claim, nodes)")
    (finding,) = with_bodies(weight=body).findings()
    assert (finding.code, finding.severity) == ("TES103", "error")
    assert finding.span == depot.span("compare(claim, nodes)")


def test_an_answer_that_is_not_sure_is_left_alone(depot, with_bodies):
    assert with_bodies(weight=answers(depot, FALSE, NONE, MATCH._replace(sure=False))).findings() == []


def test_what_was_observed_on_a_line_is_not_said_again(depot, with_bodies, fault):
    depot.ran()
    body = answers(depot, MATCH, part="compare(claim, nodes)")
    other = answers(depot, MATCH, part="return None")
    line = depot.span("return compare").start.line + 1
    seen = fault(
        "answer", (CLAIMS, line), message="weight answered <re.Match>", claim="Crate 1 weighs 12 kg."
    )
    depot.answer("True", "<re.Match>", faults=(seen,))
    found = with_bodies(weight=body, colour=other).findings("TES103")
    assert [(finding.span.start.line, "answered" in finding.message) for finding in found] == [
        (line - 1, True),
        (depot.span("return None").start.line, False),
    ]


@pytest.mark.parametrize(
    ("kinds", "codes"),
    [
        ([TRUE, FALSE, NONE], []),
        ([TRUE, FALSE], ["TES104"]),
        ([TRUE], ["TES104"]),
        ([NONE], ["TES104"]),
        ([TRUE, NONE], ["TES114"]),
        ([FALSE, NONE], []),
        ([TRUE, Kind("unknown", None)], []),
        ([NONE, Kind("unknown", False)], []),
        ([], []),
    ],
)
def test_sides(depot, with_bodies, kinds, codes):
    found = with_bodies(weight=answers(depot, *kinds)).findings()
    assert [finding.code for finding in found] == codes
    assert [finding.span for finding in found] == [depot.span("weight") for _ in codes]


def test_a_path_that_may_end_may_be_a_none(depot, with_bodies):
    assert with_bodies(weight=replace(answers(depot, TRUE, FALSE), may_end=True)).findings() == []


@pytest.mark.parametrize("change", [{"understood": False}, {"is_stub": True}])
def test_what_is_not_understood_or_not_written_is_left_alone(depot, with_bodies, change):
    ended = replace(answers(depot, TRUE), ends=(depot.span("return None"),), **change)
    assert with_bodies(weight=replace(answers(depot, TRUE), **change), colour=ended).findings() == []


def test_a_half_typed_shape_is_left_alone(depot, with_bodies):
    depot = with_bodies(weight=answers(depot, TRUE))
    (file,) = depot.index_changes["files"].values()
    partial = tuple(replace(shape, partial=True) for shape in file.shapes)
    depot.index_changes = {"files": {CLAIMS: replace(file, shapes=partial)}}
    assert depot.findings() == []


def test_a_one_sided_shape_shows_a_sentence(depot, with_bodies):
    """One that it must not claim; and one that it must refuse."""
    (finding,) = with_bodies(weight=answers(depot, TRUE, FALSE)).findings()
    assert finding.witness == Witness("Tür grün 🧪", ("crate/2", "crate/3"), "stock")
    (finding,) = with_bodies(weight=answers(depot, TRUE, NONE)).findings()
    assert finding.witness == Witness("Crate 1 weighs 13 kg.", ("crate/1",), "stock")
    (finding,) = with_bodies(colour=answers(depot, TRUE, FALSE)).findings()
    assert finding.witness == Witness("Crate 1 weighs 12 kg.", ("crate/1",), "stock")


def test_an_unsaid_none_relates_to_where_the_path_ends(depot, with_bodies):
    end = depot.span("return None")
    (finding,) = with_bodies(colour=replace(answers(depot, TRUE, FALSE), ends=(end,))).findings()
    assert (finding.code, finding.severity, finding.span) == ("TES113", "info", depot.span("colour"))
    assert [related.span for related in finding.related] == [end]


def test_a_shape_that_only_ends_speaks_of_nothing(depot, with_bodies):
    """One cause is told once."""
    found = with_bodies(colour=Body(ends=(depot.span("return None"),))).findings()
    assert [finding.code for finding in found] == ["TES104"]


def test_an_effect_of_a_helper_is_said_once(depot, with_bodies):
    effect = Effect("clock", depot.span("claim.text =="), "reads the clock (time.time)", "compare")
    depot = with_bodies(weight=Body(effects=(effect,)), colour=Body(effects=(effect,)))
    (finding,) = depot.findings("TES106")
    assert (finding.severity, finding.span) == ("warning", effect.span)
    assert finding.message.startswith(
        "weight (and 1 more shape), by way of compare, reads the clock (time.time):"
    )
    assert [related.span for related in finding.related] == [depot.span("weight"), depot.span("colour")]


def test_money_is_said_once(depot, with_bodies):
    amount = BinaryMoney(depot.span("claim.text =="), "float() takes an amount of money into binary")
    depot = with_bodies(weight=Body(money=(amount,)), colour=Body(money=(amount,)))
    (finding,) = depot.findings("TES109")
    assert (finding.severity, finding.span) == ("info", amount.span)


def test_a_suppression_of_what_a_run_may_see_is_not_called_unused_without_a_run(depot, with_bodies):
    depot.suppress("def weight", "TES103", "TES104")
    assert [f.message.split()[0] for f in depot.findings("TES903", static=True)] == ["TES104"]
    depot.ran()
    assert [f.message.split()[0] for f in depot.findings("TES903")] == ["TES103", "TES104"]
