"""Only what an edit can have touched is asked again; the verdicts are those of a fresh run all the same."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tessera_worker_foreign import Shop, sample, sentence

from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify import Verifier

CLAIMS = "acme/shop/claims.py"
WORDS = "acme/shop/words.py"
DATA = """
from acme.model import Claim, Graph

def build_graph():
    graph = Graph()
    graph.add("a", "an apple for 3", 3)
    graph.add("b", "a bun for 4", 4)
    return graph

def answers(graph):
    def claim(text, *ids):
        return Claim(text, tuple(graph.nodes[id].record for id in ids))
    texts = ["%s %s" % (word, n) for word in ("one", "two", "three", "none") for n in range(3)]
    return [claim(text, "a", "b") for text in texts] + [claim("an apple", "a")]
"""
SHAPES = '''
from acme.shop import words
from acme.shop.words import starts, Limit

LIMIT = Limit(9)

def one(claim, nodes, graph):
    """Small numbers."""
    if not starts(claim, "one"):
        return None
    return int(claim.text.split()[1]) < LIMIT.value

def two(claim, nodes, graph):
    if claim.text.split()[0] != words.SECOND:
        return None
    return True

def three(claim, nodes, graph):
    return True if starts(claim, "three") else None

GRAMMAR = (one, two, three)
'''
HELPERS = """
SECOND = "two"
UNUSED = 1

class Limit:
    def __init__(self, value):
        self.value = value

def starts(claim, word):
    return claim.text.startswith(word + " ")

def unused():
    return 1
"""
COUNT = 13


@pytest.fixture
def kept(shop: Shop) -> Shop:
    """Three shapes, of which each owns three of thirteen claims; four are nobody's."""
    shop.write("acme/shop/data.py", DATA)
    shop.write(WORDS, HELPERS)
    shop.write(CLAIMS, SHAPES)
    return shop


def changed(shop: Shop, verifier: Verifier, name: str, old: str, new: str) -> Verdicts:
    """Judged with one place of one file changed in the buffer."""
    return shop.judged(verifier, (), {name: shop.replace(name, old, new)})


def calls(verdicts: Verdicts) -> int:
    """How often a shape was asked."""
    return verdicts.counts["shape_calls"]


def test_what_the_harness_has_shown_is_not_asked_again(kept: Shop) -> None:
    verdicts = kept.judged(kept.start())
    assert (calls(verdicts), verdicts.counts["kept"]) == (0, COUNT)
    judged = verdicts.measured["shop"]
    assert judged.verdicts == (1,) * 9 + (0,) * 3 + (1,)
    assert judged.owners == ("one",) * 3 + ("two",) * 3 + ("three",) * 3 + ("",) * 3 + ("contained",)
    assert judged.said == ("T--",) * 3 + ("NT-",) * 3 + ("NNT",) * 3 + ("NNN",) * 4


@pytest.mark.parametrize(
    ("name", "old", "new", "asked"),
    [
        pytest.param(CLAIMS, "def one", "\n\n# moved down\ndef one", 0, id="lines moved"),
        pytest.param(CLAIMS, "Small numbers.", "Numbers below nine.", 0, id="docstring"),
        pytest.param(
            CLAIMS, "GRAMMAR =", "def other():\n    return 1\n\nGRAMMAR =", 0, id="another function"
        ),
        pytest.param(WORDS, "UNUSED = 1", "UNUSED = 2", 0, id="constant that nobody reads"),
        pytest.param(WORDS, "    return 1", "    return 2", 0, id="helper that nobody calls"),
        pytest.param(
            CLAIMS,
            "        return None\n    return True",
            "        return None\n    return claim is not None",
            10,
            id="second shape",
        ),
        pytest.param(CLAIMS, "return True if starts", "return 1 == 1 if starts", 7, id="last shape"),
        pytest.param(CLAIMS, "    if not starts", "    if starts and not starts", 13, id="first shape"),
        pytest.param(CLAIMS, "LIMIT = Limit(9)", "LIMIT = Limit(8)", 13, id="state of an instance"),
        pytest.param(WORDS, "self.value = value", "self.value = 0 + value", 13, id="method of a class"),
        pytest.param(WORDS, '"two"', '"TWO".lower()', 0, id="constant of the same value"),
        pytest.param(
            WORDS, "return claim.text", "return claim and claim.text", 13 + 7, id="helper of two shapes"
        ),
    ],
)
def test_each_claim_that_reaches_what_was_edited_is_asked_once(
    kept: Shop, name: str, old: str, new: str, asked: int
) -> None:
    verifier = kept.start()
    before = kept.judged(verifier)
    after = changed(kept, verifier, name, old, new)
    assert calls(after) == asked
    assert after.measured["shop"].said == before.measured["shop"].said
    assert after.counts["kept"] == COUNT
    assert after.counts["processes"] == 1


def test_a_claim_that_a_shape_lets_go_is_asked_of_the_later_ones(kept: Shop) -> None:
    """Three claims go on to two shapes, that have never been asked about them; all others stand."""
    verifier = kept.start()
    verdicts = changed(kept, verifier, CLAIMS, 'starts(claim, "one")', 'starts(claim, "ONE")')
    assert verdicts.measured["shop"].said == ("NNN",) * 3 + ("NT-",) * 3 + ("NNT",) * 3 + ("NNN",) * 4
    # The first shape owns nothing now, and is asked no more than that: nobody before it has taken a claim.
    assert calls(verdicts) == COUNT + 3 * 2
    again = changed(kept, verifier, CLAIMS, 'starts(claim, "one")', 'starts(claim, "On")')
    assert calls(again) == COUNT, "what the later shapes said is kept from the last edit"
    assert again.counts["kept"] == COUNT


def test_an_edit_that_is_taken_back_asks_nobody(kept: Shop) -> None:
    verifier = kept.start()
    changed(kept, verifier, CLAIMS, "    if not starts", "    if starts and not starts")
    assert calls(kept.judged(verifier)) == 0
    assert calls(changed(kept, verifier, CLAIMS, "    if not starts", "    if starts and not starts")) == 0


def test_another_order_of_shapes_asks_the_verifier_and_no_shape_twice(kept: Shop) -> None:
    verifier = kept.start()
    verdicts = changed(kept, verifier, CLAIMS, "(one, two, three)", "(three, two, one)")
    assert verdicts.measured["shop"].owners[:9] == ("one",) * 3 + ("two",) * 3 + ("three",) * 3
    assert verdicts.counts["kept"] == 0
    # New to them: for "three" the claims of "one" and "two", for "two" those of "one".
    assert calls(verdicts) == 3 + 3 + 3


def test_another_verifier_judges_with_what_the_shapes_have_said(kept: Shop) -> None:
    verifier = kept.start()
    verdicts = changed(kept, verifier, "acme/core.py", "return bool(answer)", "return not answer")
    assert verdicts.measured["shop"].verdicts == (1,) * 9 + (1,) * 3 + (0,)
    assert (calls(verdicts), verdicts.counts["kept"]) == (0, 0)


IMPURE = {
    "counts in a global": (
        "LIMIT = Limit(9)",
        "LIMIT = Limit(9)\nSEEN = []\n",
        "SEEN.append(1) or len(SEEN) < 4",
    ),
    "sets a global": ("LIMIT = Limit(9)", "LIMIT = Limit(9)\nN = 0\n", "globals().update(N=N + 1) or N < 4"),
}


@pytest.mark.parametrize("how", IMPURE)
def test_a_shape_that_hangs_on_what_was_asked_before_is_always_asked(kept: Shop, how: str) -> None:
    """Its answers are those of a fresh run, where nothing that others do not reach was asked before."""
    old, new, condition = IMPURE[how]
    kept.edit(CLAIMS, old, new)
    kept.edit(CLAIMS, 'return True if starts(claim, "three") else None', f"return {condition}")
    verifier = kept.start()
    fresh = kept.judged(verifier).measured["shop"].said
    verdicts = changed(kept, verifier, CLAIMS, "words.SECOND", "words.SECOND + ''")
    # Alone and from the start: the module is imported anew for this edit.
    assert verdicts.measured["shop"].said[6:] == ("NNT",) * 3 + ("NNF",) * 4, fresh
    assert calls(verdicts) >= 10 + 7


def test_one_shape_that_writes_what_another_reads(kept: Shop) -> None:
    """The answers of the second hang on the code of the first: no kept one may stand."""
    kept.edit(CLAIMS, "LIMIT = Limit(9)", "LIMIT = Limit(9)\nSTATE = {}\n")
    kept.edit(CLAIMS, 'return True if starts(claim, "three") else None', "return STATE.get('on', True)")
    verifier = kept.start()
    assert kept.judged(verifier).measured["shop"].said[6:] == ("NNT",) * 7
    edit = 'if not starts(claim, "one") and not STATE.update(on=False)'
    verdicts = changed(kept, verifier, CLAIMS, 'if not starts(claim, "one")', edit)
    assert verdicts.measured["shop"].said[6:] == ("NNF",) * 7


@pytest.mark.parametrize(
    ("condition", "top"),
    [
        ("time.time() > 0", "import time"),
        ("datetime.date.today().year > 2000", "import datetime"),
        ("os.getpid() > 0", "import os"),
        ("choice((True,))", "from random import choice"),
        ("open(__file__).read() > ''", ""),
    ],
)
def test_nothing_is_kept_of_what_reads_clock_chance_or_files(kept: Shop, condition: str, top: str) -> None:
    kept.edit(CLAIMS, "from acme.shop import words", f"{top}\nfrom acme.shop import words")
    kept.edit(CLAIMS, "return True if starts", f"return {condition} if starts")
    verifier = kept.start()
    for _ in range(2):
        verdicts = kept.judged(verifier, (), {CLAIMS: kept.text(CLAIMS) + "# a comment\n"})
        assert calls(verdicts) == 7, "each claim that reaches it"
        assert verdicts.counts["kept"] == 6


def test_a_helper_that_another_module_puts_in_place(kept: Shop) -> None:
    """The edit is in a module that no shape names; what it does to them is seen."""
    kept.write("acme/shop/patch.py", "from acme.shop import words\n\nwords.SECOND = 'two'\n")
    kept.edit(CLAIMS, "from acme.shop import words\n", "from acme.shop import words, patch\n")
    verifier = kept.start()
    verdicts = changed(kept, verifier, "acme/shop/patch.py", "'two'", "'none'")
    assert verdicts.measured["shop"].owners[3:6] == ("",) * 3
    assert verdicts.measured["shop"].owners[9:12] == ("two",) * 3


def test_a_patched_library(kept: Shop) -> None:
    """No walk sees into libraries: an edit of what patches one asks everybody."""
    kept.edit(CLAIMS, "from acme.shop import words\n", "import string\nfrom acme.shop import words, patch\n")
    kept.edit(CLAIMS, '"three"', "string.Template.delimiter")
    kept.write("acme/shop/patch.py", "import string\n\nstring.Template.delimiter = 'three'\n")
    verifier = kept.start()
    assert kept.judged(verifier).measured["shop"].owners[6:9] == ("three",) * 3
    verdicts = changed(kept, verifier, "acme/shop/patch.py", "'three'", "'none'")
    assert verdicts.measured["shop"].owners[6:9] == ("",) * 3
    assert verdicts.measured["shop"].owners[9:12] == ("three",) * 3


def test_names_that_are_made_at_run_time(kept: Shop) -> None:
    kept.edit(CLAIMS, "words.SECOND", "getattr(words, 'SEC' + 'OND')")
    verifier = kept.start()
    verdicts = changed(kept, verifier, WORDS, 'SECOND = "two"', 'SECOND = "none"')
    assert verdicts.measured["shop"].owners[9:12] == ("two",) * 3


def test_a_verdict_that_raised_is_told_again(kept: Shop) -> None:
    """Faults are no answers: they are met, and told, under each text."""
    verifier = kept.start()
    edit = {CLAIMS: kept.replace(CLAIMS, "return True if starts", "return missing if starts")}
    for _ in range(2):
        verdicts = kept.judged(verifier, (), edit)
        judged = verdicts.measured["shop"]
        assert judged.verdicts[6:9] == (-1,) * 3
        assert [fault.kind for fault in judged.faults] == ["raised"] * 3
    assert calls(verdicts) == 3, "once each, the others are kept"


# ------------------------------------------------------------ samples and sentences

SAMPLES = (
    sample("one 7", "a", shape="one"),
    sample("two 7", "a", shape="two"),
    sample("three 7", "a", shape="three"),
    sentence("one 8", "a", battery="shop"),
)


def test_samples_are_asked_of_what_was_edited_and_of_nothing_else(kept: Shop) -> None:
    """Each shape once about each sample that is its own or reaches it, whoever asks."""
    verifier = kept.start()
    kept.judged(verifier, measured=False)  # the harness has run
    first = kept.judged(verifier, SAMPLES, measured=False)
    assert calls(first) == 1 + 2 + 3 + 1
    for texts, asked in (
        ({}, 0),
        ({CLAIMS: kept.text(CLAIMS) + "# a comment\n"}, 0),
        ({CLAIMS: kept.replace(CLAIMS, "return True if starts", "return 1 == 1 if starts")}, 1),
        ({CLAIMS: kept.replace(CLAIMS, "    return True\n", "    return claim is not None\n")}, 2),
        ({CLAIMS: kept.replace(CLAIMS, "    if not starts", "    if starts and not starts")}, 4),
        ({}, 0),
    ):
        verdicts = kept.judged(verifier, SAMPLES, texts, measured=False)
        assert calls(verdicts) == asked, texts
        assert [item.answers for item in verdicts.items.values()] == [("True",)] * 3 + [()]
        steps = [[step.answer for step in i.consultations[0].steps] for i in verdicts.items.values()]
        assert steps == [["True"], ["None", "True"], ["None", "None", "True"], ["True"]]


def test_the_battery_of_the_edited_file_is_measured_first(kept: Shop) -> None:
    """Its samples are the first that are asked for."""
    kept.write("acme/other/__init__.py", "")
    kept.write("acme/other/claims.py", "def odd(claim, nodes, graph):\n    return None\n")
    another = "Battery('a', data.build_graph, data.answers, (odd,)), "
    kept.edit("acme/registry.py", "return (", f"from acme.other.claims import odd\n    return ({another}")
    verifier = kept.start()
    kept.judged(verifier, measured=False)
    other = sample("odd 1", "a", shape="odd", module="acme.other.claims")
    assert list(kept.judged(verifier, (SAMPLES[0], other)).measured) == ["shop", "a"]
    assert list(kept.judged(verifier, (other, SAMPLES[0])).measured) == ["a", "shop"]


def test_a_sample_whose_shape_raises_is_asked_again(kept: Shop) -> None:
    verifier = kept.start()
    kept.judged(verifier, measured=False)
    edit = {CLAIMS: kept.replace(CLAIMS, "return True if starts", "return missing if starts")}
    for _ in range(2):
        judged = kept.judged(verifier, SAMPLES, edit, measured=False).items["three 7"]
        assert judged.answers == ("raised",)
        assert [fault.kind for fault in judged.faults] == ["raised"]


def test_a_sample_of_a_shape_that_others_have_changed_under_its_feet(kept: Shop) -> None:
    """What it said before hangs on what another shape wrote then: it is asked anew, in a new process."""
    kept.edit(CLAIMS, "LIMIT = Limit(9)", "LIMIT = Limit(9)\nSTATE = {}\n")
    kept.edit(CLAIMS, 'return True if starts(claim, "three") else None', "return STATE.get('on', True)")
    verifier = kept.start()
    kept.judged(verifier, measured=False)
    assert kept.judged(verifier, SAMPLES, measured=False).items["three 7"].answers == ("True",)
    edit = 'if not starts(claim, "one") and not STATE.update(on=False)'
    texts = {CLAIMS: kept.replace(CLAIMS, 'if not starts(claim, "one")', edit)}
    verdicts = kept.judged(verifier, SAMPLES, texts, measured=False)
    assert verdicts.items["three 7"].answers == ("False",)


# ------------------------------------------------------------ against a fresh run

_WORDS = ("one", "two", "three", "none")


@st.composite
def texts(draw: st.DrawFn) -> Mapping[str, str]:
    """Two files: shapes whose words, answers, order and helpers change."""
    words = [draw(st.sampled_from(_WORDS)) for _ in range(3)]
    answers = [draw(st.sampled_from(("True", "False", "len(claim.text) % 2 == 0"))) for _ in range(3)]
    through = [
        draw(st.sampled_from(("claim.text", "cut(claim)", "words.cut(claim)", "READ(claim)")))
        for _ in range(3)
    ]
    order = draw(st.permutations(("one", "two", "three")))
    cut = draw(st.sampled_from(("claim.text", "claim.text[1:]", "claim.text.strip()")))
    parts = ["from acme.shop import words", "from acme.shop.words import cut", "READ = words.READ"]
    for name, word, answer, read in zip(("one", "two", "three"), words, answers, through, strict=True):
        parts.append(
            f"def {name}(claim, nodes, graph):\n    return {answer} if {read}.startswith({word!r}) else None"
        )
    parts.append(f"GRAMMAR = ({', '.join(order[: draw(st.integers(1, 3))])},)")
    read = draw(st.sampled_from(("cut(claim)", "claim.text")))
    helper = f"def cut(claim):\n    return {cut}\n\nREAD = lambda claim: {read}\n"
    return {CLAIMS: "\n\n".join(parts) + "\n", WORDS: helper}


class _Claim:
    def __init__(self, text: str) -> None:
        self.text = text


def fresh(edit: Mapping[str, str]) -> list[str]:
    """What each shape says to each claim when all is run anew, without any of our code."""
    words: dict[str, Any] = {}
    exec(edit[WORDS], words)
    module = type("words", (), {key: staticmethod(value) for key, value in words.items() if callable(value)})
    text = edit[CLAIMS].partition("\n\n")[2].partition("\n\n")[2].partition("\n\n")[2]
    claims: dict[str, Any] = {"words": module, "cut": words["cut"], "READ": words["READ"]}
    exec(text, claims)
    said = []
    measured = [f"{word} {n}" for word in _WORDS for n in range(3)]
    for claim in [*measured, "an apple"]:
        letters = ""
        for shape in claims["GRAMMAR"]:
            answer = shape(_Claim(claim), {}, None) if "T" not in letters and "F" not in letters else "-"
            letters += "-" if answer == "-" else {True: "T", False: "F", None: "N"}[answer]
        said.append(letters)
    return said


def test_whatever_is_edited_the_answers_are_those_of_a_fresh_run(kept: Shop) -> None:
    """One worker, edit after edit: what it has kept of the earlier ones never shows."""
    verifier = kept.start()
    kept.judged(verifier)

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(texts())
    def edits(edit: Mapping[str, str]) -> None:
        verdicts = kept.judged(verifier, (), {name: textwrap.dedent(text) for name, text in edit.items()})
        assert not verdicts.judge_faults
        judged = verdicts.measured["shop"]
        expected = fresh(edit)
        assert list(judged.said) == expected
        owned = [next((letter for letter in said if letter in "TF"), "") for said in expected]
        supported = [letter == "T" for letter in owned[:-1]] + [owned[-1] != "F"]
        assert list(judged.verdicts) == [int(one) for one in supported]

    edits()
