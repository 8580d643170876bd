"""Six changes, each reviewed against its parent. What a reviewer reads is kept under ``reviews/``:
``TESSERA_UPDATE=1 pytest tests/unit/review/reviewing`` writes it anew, for you to read."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tessera_lsp.review.reviewing.command import Options, look
from tessera_lsp.review.reviewing.formats import render
from tessera_lsp.review.reviewing.model import Review
from tests.unit.review.reviewing.history import CLAIMS, COMMITS

REVIEWS = Path(__file__).with_name("reviews")
BLOCKED = {"widened", "row", "dropped", "reordered"}


@pytest.fixture(scope="module")
def reviews(history) -> Callable[[str], Review]:
    """``reviews(name)``: one of the commits against its parent; each is judged once."""
    return cache(lambda name: look(Options(f"{name}^", name, str(history.root))))


@pytest.fixture
def reviewed(reviews):
    """``reviewed(name)``: the same as JSON tells it."""
    return lambda name: json.loads(render(reviews(name), "json"))


@pytest.mark.parametrize("name", COMMITS)
def test_what_a_reviewer_reads(reviews, name):
    text = re.sub(r"\b[0-9a-f]{10}\b", "0123456789", render(reviews(name), "markdown"))
    kept = REVIEWS / f"{name}.md"
    if os.environ.get("TESSERA_UPDATE"):
        REVIEWS.mkdir(exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    assert text == kept.read_text(encoding="utf-8")
    assert (reviews(name).blocking, reviews(name).failed) == (name in BLOCKED, ())


def test_the_command_prints_it_and_ends_with_its_code(run, history):
    for name, code in (("renamed", 0), ("dropped", 1)):
        said = run(history.root, "review", "--base", f"{name}^", "--head", name, "--format", "markdown")
        assert (said.code, said.err) == (code, "")
        assert re.sub(r"\b[0-9a-f]{10}\b", "0123456789", said.out) == (REVIEWS / f"{name}.md").read_text(
            "utf-8"
        )
    assert history.worktrees == 1


def test_a_refactoring_drifts_nowhere(reviewed):
    body = reviewed("refactored")
    assert body["drift"] == body["order"] == body["claims"]["gained"] == body["claims"]["lost"] == []
    assert body["claims"]["compared"] == 17
    assert body["findings"] == {"new": [], "fixed": [], "kept": []}
    assert body["shapes"] == {"added": [], "removed": [], "renamed": []}


def test_a_widened_pattern_lists_all_that_it_newly_owns_with_both_answers(reviewed):
    body = reviewed("widened")
    words = {"owner": "crate_words", "verdict": True}
    weight = {"owner": "crate_weight", "verdict": True}
    drift = {each["claim"]: each for each in body["drift"]}
    # Measured claims; the second is spoken of by a sample that the same change adds.
    for number, weighs in ((1, 12), (2, 18), (3, 7)):
        each = drift.pop(f"Crate {number} weighs {weighs} kg net.")
        assert (each["before"], each["after"]) == (words, weight)
        assert each["measured"]
        assert each["acknowledged"] is (number == 2)
        assert each["why"] == f"crate_weight says True where it said None ({CLAIMS}:30)"
    # A sample of another shape: a lie that would pass now.
    (lie,) = drift.values()
    assert lie["claim"] == "Crate 1 weighs 12 kg gross."
    assert (lie["before"], lie["after"]) == ({"owner": "crate_words", "verdict": False}, weight)
    assert [sample["shape"] for sample in lie["samples"]] == ["crate_words"]
    # A sample that only the later tree has was put to the earlier one as well.
    (gained,) = body["claims"]["gained"]
    assert gained["claim"] == "Crate 2 weighs 19 kg net."
    assert gained["before"] == {"owner": "crate_words", "verdict": False}
    assert gained["after"] == {"owner": "crate_weight", "verdict": False}


def test_a_renamed_shape_with_the_same_answers_is_no_drift(reviewed):
    body = reviewed("renamed")
    assert body["drift"] == body["order"] == []
    ((renamed),) = body["shapes"]["renamed"]
    assert (renamed["before"]["name"], renamed["after"]["name"]) == ("crate_colour", "crate_paint")
    assert body["shapes"]["added"] == body["shapes"]["removed"] == []


def test_a_changed_row_turns_what_is_measured_and_what_a_sample_says(reviewed):
    body = reviewed("row")
    measured = {f"Crate 1 weighs {weight}." for weight in ("12 kg", "12 kg net", "14 kg", "14 kg net")}
    turned = {each["claim"] for key in ("gained", "lost") for each in body["claims"][key]}
    assert measured - {"Crate 1 weighs 12 kg."} <= turned
    drift = {each["claim"]: each["why"] for each in body["drift"]}
    assert drift["Crate 1 weighs 12 kg."] == (
        f"crate_weight says False where it said True ({CLAIMS}:30); record crate/1 differs"
    )


def test_a_dropped_shape_leaves_its_claims_to_others(reviewed):
    body = reviewed("dropped")
    (order,) = body["order"]
    assert order["dropped"] == ["crate_paint"]
    lost = [each for each in body["drift"] if each["before"]["owner"] == "crate_paint"]
    assert order["claims"] == len(lost) == len(body["drift"]) == 4
    assert {each["why"] for each in lost} == {"crate_paint is no longer declared"}


def test_a_new_order_says_what_it_does(reviewed):
    body = reviewed("reordered")
    (order,) = body["order"]
    assert (order["before"], order["after"]) == (
        ["crate_weight", "crate_words"],
        ["crate_words", "crate_weight"],
    )
    assert len(order["moved"]) == 1
    assert {each["why"] for each in body["drift"]} == {
        f"crate_words is asked before crate_weight now, and claims it first ({CLAIMS}:59)"
    }
    assert order["claims"] == len(body["drift"]) > 0


def test_each_drift_has_a_place_in_the_later_tree(reviews, history):
    """Its sample; else the definition of the shape that owns the claim, or did."""
    lines = (history.root / CLAIMS).read_text(encoding="utf-8").splitlines()
    places = {}
    for name in ("reordered", "dropped"):
        lines_told = render(reviews(name), "github").splitlines()
        told = [line for line in lines_told if "title=verdict drift" in line]
        for path, number, claim in re.findall(r'file=(.*?),line=(\d+),.*?"(.*?)"', "\n".join(told)):
            assert path == CLAIMS
            places[claim] = lines[int(number) - 1].strip()
    assert places["Crate 1 weighs 13 kg."] == "False: Crate 1 weighs 13 kg. <- crate/1"
    assert places["Crate 3 weighs 7 kg."] == "def crate_words(claim, nodes, graph):"
    assert places["Crate 2 is blue."] == "def crate_words(claim, nodes, graph):"
    assert places["Crate 1 is blue."] == "False: Crate 1 is blue. <- crate/1"
