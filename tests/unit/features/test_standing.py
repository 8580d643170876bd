"""How a sample stands: never silent, never old news as current."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tessera_lsp.features.standing import of_sample, shorten
from tessera_lsp.project.trust import ASKING, NOT_TRUSTED
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.wire import Fault


def label(desk, word: str = "True") -> str:
    return of_sample(desk.snapshot, desk.shape, desk.sample(word)).label


@pytest.mark.parametrize(
    ("verdict", "owner", "expected"),
    [
        (True, "crate_weight", "✓ crate_weight"),
        (False, "crate_weight", "✗ crate_weight"),
        (False, "", "∅ nobody"),
        (True, "contained", "✓ contained"),
    ],
)
def test_the_label_says_who_owns_it(desk, consulted, verdict, owner, expected):
    desk.judged("True", consulted(verdict, owner))
    assert label(desk) == expected


def test_batteries_that_agree_share_a_label_and_others_are_named(desk, consulted):
    desk.judged(
        "True", consulted(True, "s", "one"), consulted(True, "s", "two"), consulted(False, "s", "three")
    )
    assert label(desk) == "✓ s (one, two), ✗ s (three)"


def test_a_label_is_short_and_the_tooltip_is_whole(desk, consulted):
    desk.judged("True", consulted(True, "a_name_of_a_shape_that_goes_on_and_on_and_on", "stock"))
    standing = of_sample(desk.snapshot, desk.shape, desk.sample("True"))
    assert len(standing.label) <= 40
    assert "a_name_of_a_shape_that_goes_on_and_on_and_on" in standing.detail


def test_an_edit_marks_the_verdict_as_old(desk, consulted):
    desk.judged("True", consulted(True, "crate_weight"))
    desk.text += "\n# an edit\n"
    standing = of_sample(desk.snapshot, desk.shape, desk.sample("True"))
    assert standing.label == "✓ crate_weight …"
    assert standing.stale
    assert "earlier text" in standing.detail


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (Verdicts("off", "the project says no"), "not run: the project says no"),
        (Verdicts("asking", ASKING), "not run: waiting for your answer (may this folder's code run?)"),
        (
            Verdicts("off", f"{NOT_TRUSTED}; it can be changed"),
            "not run: not trusted (hover tells how to change that)",
        ),
        (Verdicts("off", "a long reason " * 9), "not run: a long reason a long reason a…"),
        (Verdicts("failed", "no interpreter"), "not run: no interpreter"),
        (Verdicts("failed"), "not run: the worker failed"),
        (Verdicts("starting"), "…"),
        (Verdicts("ready"), "…"),
    ],
)
def test_without_a_verdict_it_says_why(desk, verdicts, expected):
    desk.verdicts = verdicts
    assert label(desk) == expected


def test_a_sample_that_was_left_out_is_told(desk):
    assert label(desk) == "not judged"


def test_what_stood_in_the_way_is_told(desk, consulted):
    fault = Fault("raised", "shape", "ValueError: no such weight")
    desk.judged("True", consulted(None, "", fault=fault))
    assert label(desk) == "! ValueError: no such weight"
    desk.judged("True", consulted(None, "", unknown=("crate/9",)))
    assert label(desk) == "! stock has no record crate/9"


def test_a_sample_of_no_battery_says_why(desk):
    desk.judged("True")
    key, item = next(iter(desk.verdicts.items.items()))
    desk.verdicts = replace(desk.verdicts, items={key: replace(item, why_not="no battery declares it")})
    assert label(desk) == "not judged: no battery declares it"


def test_long_reasons_are_cut():
    assert shorten("x" * 100, 10) == "x" * 9 + "…"
    assert shorten("first\nsecond") == "first"
