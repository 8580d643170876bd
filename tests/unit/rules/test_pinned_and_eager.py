"""TES105, TES203 and TES404: when they speak, and above all when they are silent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tessera_lsp.wire import Fault, MeasuredClaim, MeasuredJudged, Shadowed

LABEL = "Steel bolts, 12 kg net."


def measured(depot, *said, rescued=(), shadowed=(), stale=False, **changes):
    """The project ran, and these are the letters that the shapes said to its claims."""
    depot.ran(**changes)
    claims = tuple(MeasuredClaim(f"{LABEL} {n}", ("crate/1",), 1, True, "", (), ()) for n in range(len(said)))
    judged = MeasuredJudged(
        1,
        "stock",
        tuple("F" not in s for s in said),
        ("",) * len(said),
        (),
        stale=stale,
        said=said,
        rescued=rescued or ("",) * len(said),
        shadowed=shadowed,
    )
    harvest = replace(depot.verdicts.harvests["stock"], claims=claims)
    depot.verdicts = replace(depot.verdicts, harvests={"stock": harvest}, measured={"stock": judged})


def answered(depot):
    """All samples of the project say what they should."""
    for word in ("True", "False", "None"):
        depot.answer(word, word)


def test_eager_false_names_claim_and_grammar(depot):
    measured(depot, "F-", "T-", "F-", rescued=("contained", "", "colour"))
    (finding,) = depot.findings("TES105")
    assert finding.span == depot.span("weight", after="def weight")
    assert finding.message == (
        f'weight says False to "{LABEL} 0", which contained would support; so with 1 more claim'
    )
    assert (finding.witness.text, finding.witness.citations) == (f"{LABEL} 0", ("crate/1",))


def test_the_shape_that_was_asked_and_said_false_is_blamed(depot):
    measured(depot, "NF", rescued=("contained",))
    (finding,) = depot.findings("TES105")
    assert finding.message.startswith("colour says False")


def test_a_false_sample_of_its_own_acknowledges(depot):
    measured(depot, "F-", rescued=("contained",))
    depot.text = depot.text.replace("Crate 1 weighs 13 kg.", f"{LABEL} 0")
    assert depot.findings("TES105") == []
    depot.text = depot.text.replace(f"False: {LABEL} 0", f"True: {LABEL} 0")
    assert len(depot.findings("TES105")) == 1


def test_another_shapes_sample_counts_and_an_own_one_does_not(depot, step):
    """The own one says so itself, or TES401 speaks."""
    measured(depot)
    steps = (step("weight", "None", 0), step("colour", "False", 1))
    depot.answer("None", "None", rescued="contained", verdict=False, steps=steps)
    (finding,) = depot.findings("TES105")
    assert finding.message.startswith("colour says False")
    depot.answer("None", "False", rescued="contained", verdict=False, steps=(step("weight", "False", 0),))
    assert depot.findings("TES105") == []


def test_a_shadowed_shape(depot):
    measured(depot, "T-", shadowed=(Shadowed(1, 0, LABEL, ("crate/1",)),))
    (finding,) = depot.findings("TES203")
    assert finding.span == depot.span("colour", after="def colour")
    assert "taken by weight, asked before it" in finding.message
    assert finding.related[0].span == depot.span("weight", after="def weight")
    assert finding.witness.text == LABEL


def test_a_shape_that_owns_a_sample_is_not_shadowed(depot, step):
    measured(depot, "T-", shadowed=(Shadowed(1, 0, LABEL, ("crate/1",)),))
    depot.answer("None", "None", steps=(step("weight", "None", 0), step("colour", "True", 1)))
    assert depot.findings("TES203") == []


def test_the_same_shape_twice_does_not_shadow_itself(depot):
    measured(depot, "T-", shadowed=(Shadowed(1, 0, LABEL, ("crate/1",)),), declared=("weight", "weight"))
    assert depot.findings("TES203") == []


def test_an_unsaved_text_under_which_nobody_was_asked_shows_nothing(depot):
    """It does not import, as half a function does not: what shapes say is not known."""
    depot.answer("True", "True")
    measured(depot, "--", "--")
    assert depot.findings("TES404") != []
    (judged,) = depot.verdicts.measured.values()
    unknown = replace(judged, verdicts=(-1, -1))
    depot.verdicts = replace(depot.verdicts, measured={"stock": unknown})
    assert depot.findings("TES404") == []


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (("T-", "NT", "NF"), []),  # weight's samples show its False
        (("T-", "NN"), ["nothing makes colour say True or False: it has no sample, and 1 measured claim"]),
        (("T-", "NT"), ["nothing makes colour say False: it has no sample"]),
        (("T-", "NR"), ["nothing makes colour say True or False"]),
    ],
)
def test_verdicts_that_nothing_shows(depot, said, words):
    measured(depot, *said)
    answered(depot)
    found = depot.findings("TES404")
    assert len(found) == len(words)
    assert all(word in finding.message for word, finding in zip(words, found, strict=True))


@pytest.mark.parametrize(
    "why", ["stale", "no graph", "no harness", "sample not judged", "not declared", "not ready"]
)
def test_what_is_not_known_for_sure_is_not_told(depot, why):
    measured(
        depot,
        "T-",
        "NN",
        stale=why == "stale",
        declared=("weight",) if why == "not declared" else ("weight", "colour"),
    )
    if why != "sample not judged":
        answered(depot)
    else:
        # Of the shape whose samples were not judged nothing is known; of the other all is.
        assert [f.message.split()[2] for f in depot.findings("TES404")] == ["colour"]
        return
    broken = Fault("raised", "graph", "no graph")
    if why == "no graph":
        battery = replace(depot.verdicts.batteries[0], fault=broken)
        depot.verdicts = replace(depot.verdicts, batteries=(battery,))
    elif why == "no harness":
        harvest = replace(depot.verdicts.harvests["stock"], fault=broken)
        depot.verdicts = replace(depot.verdicts, harvests={"stock": harvest})
    elif why == "not ready":
        depot.verdicts = replace(depot.verdicts, harvest_done=False)
    assert depot.findings("TES404") == []
