"""TES106, TES110, TES111, TES112, TES204 and TES405, out of answers to further questions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tessera_lsp.probed import Probe, Probed
from tessera_lsp.rules.model import Facts, Finding, Witness
from tessera_lsp.rules.tried import with_trials
from tessera_lsp.text import Position, Span
from tessera_lsp.wire import Consultation, Fault, Item, ItemJudged, Step

MODULE = "stock.claims"
WEIGHT, COLOUR = (MODULE, "weight"), (MODULE, "colour")
TRUTH = "Crate 1 weighs 12 kg."
LIE = "Crate 1 weighs 13 kg. Or so."


class Asked:
    """Further questions with their answers, put into the verdicts of a depot."""

    def __init__(self, depot):
        self.depot, self.probes, self.answers = depot, [], {}
        depot.ran()

    def ask(self, kind, *said, supported=None, text=TRUTH, cite=("crate/1",), answers=(), **about):
        """``said`` are the words of the shapes, in order; ``supported`` what the verifier made of them."""
        key = str(len(self.probes))
        item = about.pop("item", None) or Item(key, "", "", text, cite, "stock")
        probe = Probe(kind, replace(item, key=key), "stock", WEIGHT, 0, TRUTH, ("crate/1",))
        self.probes.append(replace(probe, **about))
        owned = [word for word in said if word in ("True", "False")]
        verdict = supported if supported is not None else bool(owned) and owned[0] == "True"
        steps = tuple(
            Step(name, word, n)
            for n, (name, word) in enumerate(zip(("weight", "colour"), said, strict=False))
        )
        told = Consultation("stock", text, cite, verdict, "", steps)
        self.answers[key] = ItemJudged(1, key, (told,) if said else (), answers, ())
        return key

    def findings(self, code, **more):
        probed = Probed(tuple(self.probes), self.answers, **more)
        self.depot.verdicts = replace(self.depot.verdicts, probed=probed)
        return self.depot.findings(code)


@pytest.fixture
def asked(depot):
    return Asked(depot)


def test_without_further_questions_nothing_is_said(depot):
    depot.ran()
    assert [f.code for f in depot.findings() if f.code in ("TES110", "TES204", "TES405", "TES406")] == []


def test_a_lie_that_is_supported(asked):
    asked.ask("mutant", "True", text=LIE, how="digit", change="12 to 13")
    asked.ask("mutant", "False", text="Crate 2", how="digit", change="1 to 2")
    (finding,) = asked.findings("TES405")
    assert finding.message == (
        f'weight still supports "{LIE}", which was true before its digit was corrupted (12 to 13); '
        "of 2 such lies 1 are supported"
    )
    assert (finding.witness.text, finding.severity) == (LIE, "warning")


def test_each_way_of_lying_once(asked):
    for how in ("digit", "digit", "currency"):
        asked.ask("mutant", "True", text=LIE, how=how)
    assert len(asked.findings("TES405")) == 2


@pytest.mark.parametrize(
    ("said", "supported"),
    [
        (("None", "None"), True),  # a generic grammar: it stands in a record
        (("None", "True"), True),  # another shape
        (("True",), False),  # the verifier has the last word
        (("False",), False),
    ],
)
def test_what_others_support_is_not_the_shapes_fault(asked, said, supported):
    asked.ask("mutant", *said, supported=supported, text=LIE, how="digit")
    assert asked.findings("TES405") == []


def test_a_true_sample_of_its_own_says_that_it_is_no_lie(asked):
    asked.ask("mutant", "True", text=TRUTH, how="digit")
    assert asked.findings("TES405") == []


def test_citations_that_do_not_matter(asked):
    for turn, cited in enumerate(("crate/2", "crate/3")):
        asked.ask("citations", "True", cite=(cited,), how="replaced", turn=turn)
    (finding,) = asked.findings("TES110")
    assert "whatever it cites: also with crate/2 in place of crate/1" in finding.message
    assert finding.witness == Witness(TRUTH, ("crate/2",), "stock")


@pytest.mark.parametrize("words", [["True"], ["True", "False"], ["False", "False", "True"]])
def test_one_other_citation_may_show_the_same(asked, words):
    for turn, word in enumerate(words):
        asked.ask("citations", word, cite=(f"crate/{turn + 2}",), how="replaced", turn=turn)
    assert asked.findings("TES110") == []


def test_nothing_cited(asked):
    asked.ask("citations", "False", cite=("crate/2",), how="replaced")
    asked.ask("citations", "True", cite=(), how="taken away")
    (finding,) = asked.findings("TES110")
    assert finding.message.endswith("also when it cites nothing")


def both(asked, earlier, later, turn=0):
    for (module, name), answer in ((WEIGHT, earlier), (COLOUR, later)):
        item = Item("", module, name, TRUTH, ("crate/1",), "stock")
        asked.ask("overlap", item=item, answers=(answer,), other=COLOUR, turn=turn)


def test_two_that_own_one_sentence(asked):
    both(asked, "True", "True")
    (finding,) = asked.findings("TES204")
    assert (finding.severity, finding.span) == ("info", asked.depot.span("colour", after="def colour"))
    assert finding.message.endswith("in battery stock: both say True")


def test_what_the_earlier_one_says_may_be_known(asked):
    item = Item("", *COLOUR, TRUTH, ("crate/1",), "stock")
    asked.ask("overlap", item=item, answers=("False",), other=COLOUR, answer="True")
    (finding,) = asked.findings("TES204")
    assert finding.message.endswith("weight, asked first, says True, colour False")


def test_a_sentence_on_which_they_differ_is_told_first(asked):
    both(asked, "True", "True")
    both(asked, "True", "False", turn=1)
    (finding,) = asked.findings("TES204")
    assert finding.severity == "warning"
    assert finding.message.endswith("weight, asked first, says True, colour False")


@pytest.mark.parametrize("pair", [("True", "None"), ("None", "True"), ("raised", "True"), ("None", "None")])
def test_accepting_is_owning(asked, pair):
    both(asked, *pair)
    assert asked.findings("TES204") == []


@pytest.mark.parametrize(
    ("turn", "when"),
    [(1, "when it is asked again"), (2, "with the same citations and nodes in another order")],
)
def test_another_answer_to_the_same(asked, turn, when):
    asked.ask("again", "None", "True", turn=0)
    asked.ask("again", "None", "False", turn=turn)
    (finding,) = asked.findings("TES106")
    assert f'colour answers True to "{TRUTH}", and False {when}' in finding.message


def test_what_follows_from_an_earlier_answer_is_not_told(asked):
    asked.ask("again", "None", "True", turn=0)
    asked.ask("again", "True", turn=1)
    (finding,) = asked.findings("TES106")
    assert finding.message.startswith("weight answers None")


def test_hash_seeds(asked):
    key = asked.ask("again", "True", turn=0)
    other = replace(asked.answers[key].consultations[0], steps=(Step("weight", "False", 0),))
    seeds = {"1": {key: asked.answers[key]}, "2": {key: replace(asked.answers[key], consultations=(other,))}}
    (finding,) = asked.findings("TES106", seeds=seeds)
    assert "under another hash seed" in finding.message
    assert asked.findings("TES106", seeds={"1": seeds["1"], "2": seeds["1"]}) == []


def test_what_raises_the_second_time_is_another_rules(asked):
    asked.ask("again", "True", turn=0)
    asked.ask("again", "raised", turn=1, supported=False)
    assert asked.findings("TES106") == []


def trial(asked, code, *answers, fault=""):
    """A finding about a pattern whose witness was tried, told anew."""
    for answer in answers:
        key = asked.ask("witness", answers=(answer,), text=LIE, how=code)
        asked.probes[-1] = replace(asked.probes[-1], text=LIE)
        if fault:
            asked.answers[key] = replace(asked.answers[key], faults=(Fault(fault, "shape", "late"),))
    depot = asked.depot
    probed = Probed(tuple(asked.probes), asked.answers)
    facts = Facts(depot.project, depot.index, replace(depot.verdicts, probed=probed))
    here = Span(Position(0, 0), Position(0, 1))
    found = Finding(code, "n", "info", "/x", here, "found", witness=Witness(LIE, (), ""))
    return [finding.message for finding in with_trials(facts, [found])]


def test_a_witness_that_was_tried(asked):
    assert trial(asked, "TES111", "True") == ["found (tried: weight says True)"]


def test_one_that_no_shape_takes_shows_nothing(asked):
    assert trial(asked, "TES111", "None") == []


def test_one_that_could_not_be_asked_says_what_it_said(asked):
    assert trial(asked, "TES111", "raised") == ["found"]


def test_a_slow_pattern_that_was_tried(asked):
    message = "found (tried: weight did not answer within 2 s)"
    assert trial(asked, "TES112", "raised", fault="timeout") == [message]
    assert trial(asked, "TES112") == [message]


def test_a_slow_pattern_that_was_quick_is_slow_all_the_same(asked):
    """Something before it may have sent the sentence away."""
    assert trial(asked, "TES112", "None") == ["found"]


def test_a_suppression_of_a_deep_code_is_no_unused_one_in_an_ordinary_run(depot):
    depot.ran()
    depot.suppress("def weight", "TES405")
    assert depot.findings("TES903") == []
    depot.verdicts = replace(depot.verdicts, probed=Probed())
    assert len(depot.findings("TES903")) == 1
