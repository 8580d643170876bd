"""What error lines of several logs share, and what of it is quoted."""

from __future__ import annotations

from tessera.devex.recurrence import common_fragment, shared_fragment_text, signature


def test_lines_that_differ_in_numbers_alone_are_one_fault() -> None:
    assert signature("db-1 timed out after 90 ms") == signature("db-2  timed out after\t7 ms")
    assert signature("db-1 timed out after 90 ms") != signature("db-1 did not time out after 90 ms")


def test_the_longest_run_of_shared_words_is_quoted() -> None:
    lines = ["ERROR db: host 7 timed out after all retries", "ERROR db: host 9 timed out after all retries"]
    assert common_fragment(lines) == "timed out after all retries"


def test_words_are_shared_whole() -> None:
    """``400`` and ``4000`` share no word, so the fragment ends before them."""
    assert common_fragment(["waited too long: 400", "waited too long: 4000"]) == "waited too long:"


def test_a_fragment_holds_no_double_quote() -> None:
    assert common_fragment(['key "a" is there twice in all files'] * 2) == "is there twice in all files"


def test_little_is_not_quoted() -> None:
    """Less than half of the line would not say what the fault is."""
    assert common_fragment(['FAIL snapshot "a.html" differs from "b.html"'] * 2) == ""


def test_lines_of_another_build_share_nothing() -> None:
    assert common_fragment(["no such file", "no such file or directory"]) == ""


def test_a_number_grouped_by_a_narrow_space_stays_one_word() -> None:
    assert common_fragment(["paid 18\u202f400 kr in full"] * 2) == "paid 18\u202f400 kr in full"


def test_the_sentence_names_all_sources() -> None:
    assert shared_fragment_text("x", ["a", "b"]) == "\"x\" appears in 'a' and 'b'."
    assert shared_fragment_text("x", ["a", "b", "c"]) == "\"x\" appears in 'a', 'b' and 'c'."
