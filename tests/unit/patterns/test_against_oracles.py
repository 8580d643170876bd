"""Random small patterns, against ``re`` itself and against trying every short text."""

from __future__ import annotations

import itertools
import re
import warnings

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tessera_lsp.patterns import common_sentence, exponential, sentence
from tessera_lsp.patterns.backtracking import OutOfStepsError, Run
from tessera_lsp.patterns.bounding import Bound
from tessera_lsp.patterns.program import compile_tree
from tessera_lsp.patterns.tree import parse

warnings.filterwarnings("ignore", category=FutureWarning)
ATOMS = ["a", "b", "[ab]", "[^a]", ".", r"\w", "1", r"\d"]
PLACES = ["^", "$", r"\Z", r"\b", r"\B", "(?=a)", "(?!b)", "(?<=a)", "(?<!ab)", "(?=a*b)", "", "\n"]
REPEATS = ["*", "+", "?", "{1,2}", "{2}", "*?", "+?", "??", "{2,}"]
TEXTS = ["".join(word) for n in range(6) for word in itertools.product("ab1", repeat=n)]
LINES = ["".join(word) for n in range(4) for word in itertools.product("ab\n", repeat=n)]
FEW = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def patterns(leaves, repeats):
    """Patterns of at most a few parts; some hold groups, and references back to the first one."""

    def wider(inner):
        pair = st.tuples(inner, inner)
        return st.one_of(
            pair.map("".join),
            pair.map(lambda two: f"(?:{two[0]}|{two[1]})"),
            st.tuples(inner, st.sampled_from(repeats)).map(lambda two: f"(?:{two[0]}){two[1]}"),
            inner.map(lambda text: f"({text})"),
        )

    return st.recursive(st.sampled_from(leaves), wider, max_leaves=6)


PLAIN = patterns(ATOMS, REPEATS)
FULL = st.one_of(
    patterns([*ATOMS, *PLACES], [*REPEATS, "*+", "?+"]),
    patterns([*ATOMS, *PLACES], REPEATS).map(lambda text: f"({text})b?\\1"),
    patterns([*ATOMS, *PLACES], REPEATS).map(lambda text: f"(?>{text})[ab]"),
    patterns([*ATOMS, *PLACES], REPEATS).map(lambda text: f"(a)?(?:{text})(?(1)b|1)"),
)


def program_of(pattern, flags=0):
    tree = parse(pattern, flags)
    assert tree is not None
    program = compile_tree(tree)
    assert program is not None
    return program


@FEW
@given(pattern=FULL, flags=st.sampled_from([0, re.M, re.I, re.S, re.A]))
def test_the_counting_matcher_matches_what_re_matches(pattern, flags):
    """As far as ``re`` does, from the start and to the end."""
    real = re.compile(pattern, flags)
    program = program_of(pattern, flags)
    for text in (*TEXTS[:120], *LINES, "é", "AB", "aé"):
        for to_end in (False, True):
            expected = real.fullmatch(text) if to_end else real.match(text)
            try:
                found = Run(text, 20_000).match(program, 0, to_end)
            except OutOfStepsError:
                assume(False)
                raise
            assert (found is None) == (expected is None), (text, to_end)
            if found and expected:
                assert found[0] == expected.end(), (text, to_end)


@FEW
@given(pattern=st.one_of(PLAIN, FULL), text=st.text("ab1\n", max_size=12), limit=st.integers(0, 400))
def test_the_matcher_takes_no_more_steps_than_were_counted(pattern, text, limit):
    program = program_of(pattern)
    bound = Bound.of(program)
    assume(bound is not None and bound.holds(text, limit))
    run = Run(text, limit)
    run.match(program, 0, True)
    for start in range(len(text) + 1):
        run.match(program, start, False)
    assert run.steps <= limit


def test_a_pattern_that_multiplies_its_ways_is_not_counted_as_quick():
    bound = Bound.of(program_of("(a+a+)+b"))
    assert bound is not None
    assert bound.holds("aaa", 1000)
    assert not bound.holds("a" * 40, 60_000)


@FEW
@given(pattern=FULL)
def test_a_sentence_matches(pattern):
    text = sentence(pattern)
    if text is not None:
        assert re.fullmatch(pattern, text)


@FEW
@given(pattern=PLAIN)
def test_a_plain_pattern_has_a_sentence(pattern):
    assert sentence(pattern) is not None


@FEW
@given(left=PLAIN, right=PLAIN, methods=st.tuples(*[st.sampled_from(["match", "search", "fullmatch"])] * 2))
def test_overlaps_are_those_that_trying_every_text_finds(left, right, methods):
    word = common_sentence((left, 0, methods[0]), (right, 0, methods[1]))
    one, other = (getattr(re.compile(p), m) for p, m in zip((left, right), methods, strict=True))
    if word is None:
        assert [text for text in TEXTS if one(text) and other(text)] == []
    else:
        assert one(word)
        assert other(word)


def multiplies(program, text):
    """Whether the steps for 4, 6, … turns grow by a like factor: an oracle that knows no automaton."""
    counts = []
    for turns in (4, 6, 8, 10):
        run = Run(text(turns), 400_000)
        try:
            run.match(program, 0, True)
        except OutOfStepsError:
            break
        counts.append(run.steps)
    if len(counts) < 4:
        return True
    added = [after - before for before, after in itertools.pairwise(counts)]
    return added[0] > 0 and added[2] >= 2 * added[1] and added[1] >= 2 * added[0]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(pattern=patterns(["a", "b", "[ab]", "a?"], ["*", "+", "?", "{1,2}", "*?"]))
def test_exponential_patterns_are_those_that_trying_every_word_finds(pattern):
    """Each word of up to three characters is repeated, behind each start of up to one, before a character
    that no pattern here takes."""
    attack = exponential(pattern, 0, "fullmatch")
    program = program_of(pattern)
    if attack is not None:
        assert multiplies(program, attack.text)
        return
    for start in ("", "a", "b"):
        for word in TEXTS[1:40]:
            assert not multiplies(program, lambda n, s=start, w=word: s + w * n + "."), (start, word)


@pytest.mark.parametrize("name", ["MAX_REPEAT", "BRANCH", "IN", "SUBPATTERN"])
def test_a_tree_that_is_not_known_gives_no_answer(name, monkeypatch):
    """A later Python may call its parts otherwise: then there is silence, never a wrong word or a raise."""
    import tessera_lsp.patterns.tree as tree

    pattern = "(a|bc)+[x-z]d"
    tree.parse.cache_clear()
    known = tree._name
    monkeypatch.setattr(tree, "_name", lambda op: "NEW_" + name if known(op) == name else known(op))
    assert parse(pattern) is None
    monkeypatch.undo()
    tree.parse.cache_clear()
    assert parse(pattern) is not None
