"""Which sentences are of one form, and which forms of one group."""

from __future__ import annotations

import random

import pytest

from tessera.audit.likeness import FORMS, TELLING, Masks, add, groups

MASKS = Masks(["Norra", "Norra Bruk AB", "C++"])


@pytest.mark.parametrize(
    ("sentence", "form"),
    [
        ("Norra Bruk AB's value is EUR 1,200.00.", "‹name›'s value is ‹amount›."),
        ("Norrala has 3 orders.", "Norrala has ‹number› orders."),
        ("C++ 17  came on 1 March 2024.", "‹name› ‹number› came on ‹date›."),
        ('"Due now" appears in invoice INV-2024-17.', "‹quotation› appears in invoice ‹id›."),
        ("Renewed on 2024-03-01, then 5%.", "Renewed on ‹date›, then ‹number›%."),
    ],
)
def test_what_varies_is_masked(sentence, form):
    assert MASKS.form(sentence) == form


def test_forms_that_share_most_words_are_one_group_in_whatever_order_they_come():
    sentences = ["Norra sails to Malmö twice a week."] * 3 + ["Norra sails to Lund twice a week."] * 2
    sentences += ["The contract ended."] * 4
    found = set()
    for seed in range(5):
        random.Random(seed).shuffle(sentences)
        forms = {}
        assert all(add(forms, MASKS.form(sentence), sentence) for sentence in sentences)
        found.add(tuple((group.form, group.count, group.forms) for group in groups(forms)))
    assert found == {(("‹name› sails to Malmö twice a week.", 5, 2), ("The contract ended.", 4, 1))}


def test_no_more_forms_are_kept_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr("tessera.audit.likeness.FORMS", 2)
    forms = {}
    assert [add(forms, form, form) for form in ("a", "b", "c", "a")] == [True, True, False, True]
    assert FORMS > 1000


def test_the_beginning_of_a_long_sentence_tells_its_form():
    """What is masked is searched for in the beginning alone: a megabyte of hyphens would take hours."""
    told = MASKS.form("a-" * 4_000)
    assert told == MASKS.form("a-" * 3_000)
    assert len(told) == TELLING
