"""TES401, TES402, TES403 and TES407."""

from __future__ import annotations

from dataclasses import replace

from tessera_lsp.wire import BatteryInfo, Fault, Harvested, MeasuredClaim


def test_a_sample_that_is_answered_as_it_says_is_silent(depot):
    depot.ran()
    for word in ("True", "False", "None"):
        depot.answer(word, word)
    assert depot.findings() == []


def test_a_sample_that_is_answered_otherwise(depot):
    depot.ran()
    depot.answer("True", "False", verdict=False)
    (finding,) = depot.findings()
    assert (finding.code, finding.severity) == ("TES401", "error")
    assert finding.span == depot.span("True", after="Samples:")
    assert finding.message == "sample says True, weight says False (battery stock: unsupported by weight)"
    assert finding.witness is not None
    assert (finding.witness.text, finding.witness.battery) == ("Crate 1 weighs 12 kg.", "stock")
    assert [related.span for related in finding.related] == [depot.span("weight")]


def test_each_runtime_shape_of_a_name_counts(depot):
    depot.ran()
    depot.answer("True", "True", "None")
    (finding,) = depot.findings()
    assert "weight says None, in 1 place of 2" in finding.message


def test_what_raised_or_is_no_answer_is_told_elsewhere(depot):
    depot.ran()
    depot.answer("True", "raised")
    depot.answer("False", "<re.Match>")
    assert depot.findings() == []


def test_old_answers_are_marked_and_stand_where_the_sample_is_now(depot):
    depot.ran()
    depot.answer("True", "None")
    depot.text = "# a new first line\n" + depot.text
    (finding,) = depot.findings("TES401", fresh=False)
    assert (finding.stale, finding.span) == (True, depot.span("True", after="Samples:"))
    depot.text = depot.text.replace("weighs 12 kg", "weighs 11 kg")
    assert depot.findings("TES401", fresh=False) == []


def test_a_line_that_is_no_sample_needs_no_run(depot):
    depot.text = depot.text.replace(" <- crate/2, crate/3", "")
    (finding,) = depot.findings(static=True)
    assert (finding.code, finding.span.start.line) == ("TES402", 9)


def test_an_unknown_record_stands_on_its_id(depot):
    depot.ran()
    claims = (MeasuredClaim("x", ("crate/30", "order/1"), 1, True, "weight", (), ()),)
    depot.verdicts = replace(depot.verdicts, harvests={"stock": Harvested("stock", claims, None, 0.1)})
    depot.answer("None", unknown=("crate/3",), verdict=None)
    (finding,) = depot.findings()
    assert (finding.code, finding.span) == ("TES403", depot.span("crate/3"))
    assert finding.message == 'no record "crate/3" in the graph of stock; a near one is "crate/30"'


def test_a_record_that_one_battery_of_the_shape_holds_is_known(depot):
    depot.ran()
    depot.answer("None", "None", unknown=("crate/3",))
    (key,) = depot.verdicts.items
    item = depot.verdicts.items[key]
    other = replace(item.consultations[0], battery="other", unknown=())
    depot.verdicts = replace(
        depot.verdicts, items={key: replace(item, consultations=(*item.consultations, other))}
    )
    assert depot.findings() == []


def test_a_battery_that_could_not_be_built_is_not_asked_for_records(depot):
    broken = BatteryInfo("stock", (), 0, "", Fault("raised", "graph", "ValueError: no", battery="stock"))
    depot.ran(batteries=(broken,), harvests={}, harvest_skipped="no graph")
    depot.answer("None", unknown=("crate/3",), verdict=None)
    assert [finding.code for finding in depot.findings() if finding.code != "TES101"] == ["TES209"]


def test_a_sentence_that_an_earlier_shape_owns(depot, step):
    depot.ran(declared=("first", "colour", "weight"))
    steps = (step("first", "None", 0), step("colour", "False", 1), step("contained", "True", -1))
    depot.answer("True", "True", owner="colour", verdict=False, steps=steps)
    (finding,) = depot.findings("TES407")
    assert finding.severity == "info"
    assert finding.span == depot.span("Crate 1 weighs 12 kg.")
    assert finding.message == (
        "colour is asked before weight in battery stock and owns this sentence: it says False"
    )
    assert [related.span for related in finding.related] == [depot.span("colour")]


def test_a_sentence_that_the_shape_itself_owns(depot, step):
    depot.ran()
    depot.answer("True", "True", steps=(step("weight", "True", 0), step("colour", "True", 1)))
    assert depot.findings() == []


def test_a_sentence_that_the_shape_itself_owns_behind_others(depot, step):
    depot.ran(declared=("colour", "weight"))
    depot.answer("True", "True", steps=(step("colour", "None", 0), step("weight", "True", 1)))
    assert depot.findings() == []


def test_a_sentence_that_is_not_the_shapes_own_may_be_owned_by_any(depot, step):
    """A ``None:`` sample is another grammar's sentence by intention."""
    depot.ran(declared=("colour", "weight"))
    depot.answer("None", "None", owner="colour", steps=(step("colour", "True", 0),))
    assert depot.findings() == []
