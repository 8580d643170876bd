"""One consultation, rendered for a terminal and for Markdown."""

from __future__ import annotations

import pytest

from tessera_lsp.ladder import ladder
from tessera_lsp.wire import Consultation, Fault, Record, Step
from tessera_lsp.wording import bounded, code, markdown, visible


@pytest.fixture
def consulted():
    return Consultation(
        battery="stock",
        text="Crate 1 weighs 12 kg.",
        citations=("crate/1",),
        verdict=True,
        owner="weight",
        steps=(Step("colour", "None", 0), Step("weight", "True", 1)),
        records=(Record("crate/1", "labels.txt", "line 1", "", 0, "Steel bolts, 12 kg net."),),
    )


def test_the_first_line_names_verdict_owner_and_battery(consulted):
    assert ladder(consulted).plain().splitlines()[0] == "supported · weight · stock"
    assert ladder(consulted).markdown().splitlines()[0] == "supported · weight · stock"


def test_the_ladder_goes_down_to_the_owner(consulted):
    assert ladder(consulted).plain().splitlines()[2:] == [
        "   1. colour: None (not my grammar)",
        "→  2. weight: True (holds)",
        '  cites    crate/1 (labels.txt line 1): "Steel bolts, 12 kg net."',
    ]


def test_nobody_owns_it():
    nobody = Consultation("stock", "x", ("crate/1",), False, "", (Step("contained", "None", -1),))
    lines = ladder(nobody).plain().splitlines()
    assert lines[0] == "unsupported · nobody · stock"
    assert lines[2] == "   1. contained (generic): None (not my grammar)"


def test_what_was_not_judged_says_why():
    fault = Fault("raised", "shape", "KeyError: 'a'", shape="stock.claims:weight")
    unknown = Consultation("stock", "x", ("a",), None, "", unknown=("a",), fault=fault, why_not="no record")
    lines = ladder(unknown, stale=True).plain().splitlines()
    assert lines[0] == "not judged · stock (judging the edit …)"
    assert lines[2:] == [
        "  trouble  weight: KeyError: 'a'",
        "  trouble  no record",
        "  cites    a: no such record",
    ]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("raised", "raised (raised)"),
        ("timeout", "did not answer (no answer)"),
        ("exit", "ended the process (no answer)"),
        ("died", "ended the process (no answer)"),
        ("memory", "took too much memory (no answer)"),
    ],
)
def test_what_a_shape_did_in_the_place_of_an_answer(kind, words):
    fault = Fault(kind, "shape", "…", shape="stock.claims:weight")
    cut = Consultation("stock", "x", ("a",), None, "", (Step("weight", "raised", 0),), fault=fault)
    assert f"  1. weight: {words}" in ladder(cut).plain()


def test_markdown_of_a_project_is_only_text():
    evil = Consultation("<b>s</b>", "`[a](http://x)` ``b``", ("i",), True, "_o_", (Step("*n*", "`x`", 0),))
    rendered = ladder(evil).markdown().splitlines()
    assert rendered[0] == "supported · \\_o\\_ · \\<b\\>s\\</b\\>"
    assert rendered[2] == "``` `[a](http://x)` ``b`` ```"


def test_words_are_made_harmless():
    assert visible("a\x1b[0m\u202e\u2028\ud800\t") == "a\\x1b[0m\\u202e\\u2028\\ud800\\t"
    assert visible("می\u200cخواهم ß") == "می\u200cخواهم ß"
    assert bounded("abcdef", 4) == "abc…"
    assert markdown("a\n# b") == "a\\\\n# b"


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("van/1 (row 2): net_value - 1,200.00.", "van/1 (row 2): net_value - 1,200.00."),
        ("# head", "\\# head"),
        ("- item", "\\- item"),
        ("12. item", "12\\. item"),
        ("*a* _b_ [c](d) <e> &amp;", "\\*a\\* \\_b\\_ \\[c\\](d) \\<e\\> \\&amp;"),
        ("see http://x.y, www.x.y or a@x.y", "see http:\\//x.y, www\\.x.y or a\\@x.y"),
    ],
)
def test_only_markup_is_escaped(text: str, escaped: str):
    """Clients show the Markdown as it is, so what needs no escape has none."""
    assert markdown(text) == escaped
    assert code("") == "`  `"
