"""Patterns that take exponential time, harmless ones like them, and what the rule says of them."""

from __future__ import annotations

import re
import subprocess
import sys
import time

import pytest

from tessera_lsp.patterns import exponential

SLOW = {
    "nested plus": r"^(a+)+$",
    "nested star": r"^(a*)*b$",
    "overlapping choices": r"^(a|aa)+$",
    "the same choice twice": r"^(a|a)*$",
    "a word and perhaps a blank": r"'((?:\w+\s?)+)' shipped on (\d{4}-\d{2}-\d{2})",
    "perhaps a comma, perhaps a blank": r"^((?:[\w ]+,? ?)+) appear in (\d+) orders$",
    "an amount": r"^([\d,]+)*\.\d{2}$",
    "an address": r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}([a-z]{2,3})$",
    "a bounded loop within": r"^(\d{1,20},?)+$",
    "in a lookahead": r"(?=(a+)+$)a",
    "before another way that matches": r"(?:(a+)+b|.*)",
    "behind a reference": r"(x+)\1(a|a)+$",
    "lazy": r"^(?:a+?)+?$",
    "without case": r"(?i)^(?:Ab|aB)+!",
    "empty turns": r"^(?:(?:a?){1,2})*$",
}
FAST = {
    "thousands": r"^\d{1,3}(?:,\d{3})*\.\d{2}$",
    "a list": r"^\w+(?:, \w+)* and \w+$",
    "possessive": r"^(?:\w++\s?)+$",
    "atomic": r"^(?>a+)+$",
    "two choices that begin differently": r"^(?:ab|ac)+$",
    "polynomial": r"^(.+) and (.+) and (.+) and (.+) agree$",
    "polynomial blanks": r"^\s*(.*?)\s*,\s*(.*?)\s*$",
    "only as many as are written": r"^(?:a?){12}$",
    "quotes": r"'([^']+)' \(([A-Z]{3}) ([\d,]+\.\d{2}) across (\d+) order\(s\)\)",
    "optional and empty": r"^(?:a?)*$",
    "one way, by what follows, and a polynomial": r"^(?:a(?!a)|a(?=a))*a*a*a*x",
    "an escape in a string": r'^"(?:[^"\\]|\\.)*"$',
}


@pytest.mark.parametrize("name", SLOW)
def test_slow_patterns_are_found(name):
    started = time.process_time()
    assert exponential(SLOW[name]) is not None
    assert time.process_time() - started < 5


@pytest.mark.parametrize("method", ["search", "match", "fullmatch"])
@pytest.mark.parametrize("name", FAST)
def test_fast_patterns_are_silent(name, method):
    assert exponential(FAST[name], 0, method) is None


def test_the_method_decides():
    """What need not reach the end of the text does not fail."""
    assert exponential("(a+)+", 0, "match") is None
    assert exponential("(a+)+", 0, "fullmatch") is not None


TIMED = """
import re, sys, time
pattern, text = sys.argv[1:]
started = time.perf_counter()
re.compile(pattern).search(text)
print(time.perf_counter() - started)
"""


def seconds(pattern, text, limit):
    """How long ``re`` takes, in a process of its own; ``limit`` where it takes longer."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", TIMED, pattern, text], capture_output=True, timeout=limit, check=True
        )
    except subprocess.TimeoutExpired:
        return limit
    return float(done.stdout)


@pytest.mark.parametrize("name", ["nested plus", "a word and perhaps a blank", "overlapping choices"])
def test_re_itself_takes_long_on_the_attack(name):
    """Six turns more take at least six times as long."""
    attack = exponential(SLOW[name])
    assert attack is not None
    turns = 10
    while (short := seconds(SLOW[name], attack.text(turns), 20)) < 0.01:
        turns += 2
        assert turns < 60
    assert seconds(SLOW[name], attack.text(turns + 6), min(20, short * 6)) >= short * 6


@pytest.mark.parametrize(
    "pattern",
    [
        "a{1000}{1000}",
        "(?:" + "|".join(f"word{n}" for n in range(900)) + ")*x",
        "(" * 90 + "a" + "+)" * 90 + "b",
        "(?:(a|b|ab)*c?)*" * 12 + "z",
        "x" * 30_000,
        "(a",
        "(?<=a+)b",
        "[z-a]",
        "a{5,2}",
    ],
)
def test_large_and_broken_patterns_take_no_time(pattern):
    """Found or not: within a budget, and without an exception."""
    started = time.process_time()
    exponential(pattern, 0, "fullmatch")
    assert time.process_time() - started < 8


def test_the_finding_stands_on_the_literal(find, covered):
    (finding,) = find(
        "TES112",
        '_P = re.compile(\n    r"The \\w+ "\n    r"((?:\\w+\\s?)+) are late\\."\n)\n\n'
        "def total(claim, nodes, graph):\n    return None if not _P.fullmatch(claim.text) else True\n",
    )
    assert covered(finding) == 'r"The \\w+ "\n    r"((?:\\w+\\s?)+) are late\\."'
    assert finding.severity == "error"
    assert re.fullmatch(r"The .+", finding.witness.text)


def test_a_pattern_of_another_module_is_found_where_it_is_spelled(find, covered):
    claims = (
        "from acme.words import P\n\ndef total(claim, nodes, graph):\n"
        "    m = P.search(claim.text)\n    return None if not m else m[1] in nodes\n"
        "\ndef other(claim, nodes, graph):\n    return None if P.match(claim.text) is None else 1 in nodes\n"
    )
    words = "import re\nP = re.compile('(?:a|a)+b')\n"
    (finding,) = find("TES112", claims, {"acme/words.py": words})
    assert finding.path.endswith("words.py")
    assert covered(finding) == "'(?:a|a)+b'"


def test_a_pattern_that_the_text_does_not_tell_is_silent(find):
    claims = (
        "import os\n_P = re.compile(os.environ['P'] + '(?:a|a)+b')\n\n"
        "def total(claim, nodes, graph):\n    return None if _P.search(claim.text) is None else 1 in nodes\n"
    )
    assert find("TES112", claims) == []


def test_another_library_of_patterns_is_not_judged(find):
    """``regex`` and ``re2`` match otherwise."""
    claims = (
        "import regex\n\ndef total(claim, nodes, graph):\n"
        "    return None if regex.search('(?:a|a)+b', claim.text) is None else 1 in nodes\n"
    )
    assert find("TES112", claims) == []
    assert find("TES111", claims) == []
