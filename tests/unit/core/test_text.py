"""Normalised text, and what stands in a text as a whole."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessera.text import NameIndex, contains, is_blank, normalise, same_text

SAME = [
    ("Łódź Café", unicodedata.normalize("NFD", "Łódź Café")),
    ("No\u200brra", "Norra"),
    ("Norra's", "Norra’s"),
    ("1990–2000", "1990-2000"),
    ("STRASSE", "straße"),
    ("a\u00a0b\tc\n", "a b c"),
    ("room 18\u00a0400 people", "room 18400 people"),
    ("18\u202f400", "18\u2009400"),
    ("3.141\u2009592\u200965", "3.14159265"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_same_text_in_another_form(one: str, other: str) -> None:
    assert same_text(one, other)


DIFFERENT = [
    ("Acme", "Аcme"),  # the second begins with a Cyrillic letter
    ("room 18 400 people", "room 18400 people"),
    ("18\u00a040", "1840"),
    ("1234\u00a0567", "1234567"),
    ("12", "١٢"),
    ("abc", "a\u202ebc"),  # an override makes a reader see another text
    ("", "\u200b"),  # blank is nothing, not the same thing
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_texts_that_only_look_alike(one: str, other: str) -> None:
    assert not same_text(one, other)


@given(st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@given(st.text())
def test_what_is_normalised_is_composed(text: str) -> None:
    assert unicodedata.is_normalized("NFC", normalise(text))


@given(st.text(), st.sampled_from(["NFC", "NFD"]))
def test_composition_makes_no_difference(text: str, form: str) -> None:
    assert normalise(unicodedata.normalize(form, text)) == normalise(text)


STANDS_IN = [
    ("The depot of Norra's owner", "Norra"),
    ("room 18\u00a0400 people", "18400"),
    ("room 18 400 people", "18"),
    ("exit code 3.", "exit code 3"),
    ("(disk full)", "Disk full"),
    ("it’s full", "IT'S FULL"),
    ("src/app.py:12", "app.py"),
    ("[12] done", "12"),
    ("東京、大阪", "東京"),
]


@pytest.mark.parametrize(("text", "phrase"), STANDS_IN)
def test_a_phrase_of_whole_tokens_stands_in_a_text(text: str, phrase: str) -> None:
    assert contains(text, phrase)


DOES_NOT_STAND_IN = [
    ("Norrala", "Norra"),
    ("Non-Norra", "Norra"),
    ("room 18\u00a0400 people", "18"),
    ("room 18\u202f400 people", "400"),
    ("you can't do it", "you can"),
    ("EUR 1,200.00", "1,200"),
    ("EUR 1,200.00", "200.00"),
    ("exit code 3.5", "exit code 3"),
    ("at 12:30", "at 12"),
    ("it was -5 degrees", "5 degrees"),
    ("a debt of -$5", "$5"),
    ("x != 1", "= 1"),
    ("a C++ depot", "C"),
    ("a C++ depot", "C+"),
    ("C++11", "11"),
    ("app.pyc", "app.py"),
    ("cafe\u0301", "cafe"),
    ("हिन्दी", "हिन"),
    ("東京都", "東京"),
    ("3\u20442", "2"),
    ("anything", ""),
    ("anything", " \u200b"),
    ("", ""),
    ("disk full, retry", "disk full. retry"),
]

WITHIN_A_NUMBER = [
    ("at 1·5 bar", "5"),
    ("at 1٫5 bar", "1"),
    ("at ٣٫٥ bar", "٥"),
    ("1٬000 crates", "1"),
    ("１，０００ crates", "０００"),
    ("１．５ crates", "５"),
    ("1\u2006000 crates", "000"),
    ("1\u2007000 crates", "1"),
    ("1'000 crates", "000"),
    ("10⁻³ bar", "10"),
    ("10⁻³ bar", "³"),
    ("a ratio of 1∶2", "2"),
    ("10^5 bytes", "10"),
    ("10^5 bytes", "5 bytes"),
    ("10^-5 bytes", "10"),
    ("10**5 bytes", "10"),
    ("10**5 bytes", "5 bytes"),
    ("3×4 crates", "4 crates"),
    ("5±1 bar", "5"),
    ("5 ± 1 bar", "5"),
    ("5 ± 1 bar", "1 bar"),
    ("the rate is 5%", "the rate is 5"),
    ("the rate is 5 %", "the rate is 5"),
    ("the rate is 5٪", "5"),
    ("off by ±5", "5"),
    ("in ≤5 ms", "5 ms"),
    ("in <5 ms", "5 ms"),
    ("in < 5 ms", "5 ms"),
    ("in >= 5 ms", "5 ms"),
    ("in <$5", "$5"),
    ("in >-5 ms", "-5 ms"),
    ("code != 1", "1"),
    ("~5 crates", "5 crates"),
    ("a share of .5", "5"),
    ("√2 crates", "2 crates"),
]


@pytest.mark.parametrize(("text", "phrase"), WITHIN_A_NUMBER)
def test_a_part_of_a_number_or_one_without_its_sign_does_not_stand_in_a_text(text: str, phrase: str) -> None:
    assert contains(text, text)
    assert not contains(text, phrase)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("timeout = 5", "5"),
        ("code == 5", "5"),
        ("retries=5", "5"),
        ("step 4 -> 5", "5"),
        ("step 4 => 5", "5"),
        ("step 4 → 5", "5"),
        ("a|5|b", "5"),
        ("1;2;3", "2"),
        ("(5)", "5"),
        ("the rate is 5% now", "the rate is 5%"),
        ("in < 5 ms", "< 5 ms"),
        ("a **bold 5** word", "bold 5"),
        ("wait...5 more", "5 more"),
        ("+5 crates", "5 crates"),
        ("列１、列２", "列２"),
    ],
)
def test_a_whole_number_stands_beside_other_signs(text: str, phrase: str) -> None:
    assert contains(text, phrase)


@pytest.mark.parametrize("phrase", [",", ".", "(", "...", "->", "__", "<=", "“”"])
def test_punctuation_alone_states_nothing_and_stands_nowhere(phrase: str) -> None:
    assert not contains(f"a {phrase} b", phrase)
    assert not contains(phrase, phrase)


@pytest.mark.parametrize(("text", "phrase"), DOES_NOT_STAND_IN)
def test_a_piece_of_a_token_does_not_stand_in_a_text(text: str, phrase: str) -> None:
    assert not contains(text, phrase)


WORDS = st.text(alphabet="abÉ1", min_size=1, max_size=4)


@given(st.lists(WORDS, min_size=1, max_size=6), st.data())
def test_words_between_spaces_stand_in_their_sentence(words: list[str], data: st.DataObject) -> None:
    """Oracle: a sentence of plain words holds exactly its runs of whole words."""
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    assert contains(" ".join(words), " ".join(words[start:end]))
    other = data.draw(st.lists(WORDS, min_size=1, max_size=2))
    folded, sought = [w.casefold() for w in words], [w.casefold() for w in other]
    runs = [folded[i : i + len(sought)] for i in range(len(folded))]
    assert contains(" ".join(words), " ".join(other)) == (sought in runs)


def test_blank_is_what_leaves_nothing() -> None:
    assert is_blank(" \u00a0\u200b\n")
    assert not is_blank(" . ")


NAMES = ["Norra", "Norrala", "Non-Norra", "Norra Bruk AB", "C++", "A.B.", "Łódź Café"]
INDEX = NameIndex([(name, name) for name in NAMES])


@pytest.mark.parametrize(
    ("text", "named", "rest"),
    [
        ("NORRA", "Norra", ""),
        ("Norra's depot", "Norra", "'s depot"),
        ("Norra’s depot", "Norra", "’s depot"),
        ("Norrala's depot", "Norrala", "'s depot"),
        ("Non-Norra's depot", "Non-Norra", "'s depot"),
        ("Norra Bruk AB's depot", "Norra Bruk AB", "'s depot"),
        ("Norra  Bruk\u00a0ab has", "Norra Bruk AB", " has"),
        ("C++ has", "C++", " has"),
        ("A.B. has", "A.B.", " has"),
        (unicodedata.normalize("NFD", "Łódź Café") + " has", "Łódź Café", " has"),
        ("No\u200brra has", "Norra", " has"),
    ],
)
def test_the_longest_known_name_at_the_start_is_bound(text: str, named: str, rest: str) -> None:
    assert INDEX.leading(text) == (named, rest)


@pytest.mark.parametrize(
    "text",
    ["Norran", "Norra-Syd", "Norra\u200bla2", "Norra\u0301 has", "C+ has", "C", "The Norra", "Nоrra", ""],
)
def test_no_known_name_stands_at_the_start(text: str) -> None:
    assert INDEX.leading(text) is None


@pytest.mark.parametrize("phrase", ["Norra Bruk", "Norra's", "Norra AB", "Nоrra", "Norra\nBruk", ""])
def test_a_phrase_that_is_no_known_name_as_a_whole_names_nothing(phrase: str) -> None:
    assert INDEX.whole(phrase) is None


def test_an_ambiguous_name_binds_to_nothing() -> None:
    """The longest name decides even when it is ambiguous: falling back to a shorter one would misread."""
    index = NameIndex([("Nord", 1), ("Nord Sud", 2), ("NORD SUD", 3), ("", 4)])
    assert index.whole("nord sud") is None
    assert index.all_named("Nord Sud") == (2, 3)
    assert index.leading("Nord Sud has") is None
    assert index.whole("") is None
