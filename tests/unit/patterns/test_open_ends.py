"""TES111: which shapes ignore text around their sentence, and which only look as if they did."""

from __future__ import annotations

import ast
import decimal
import re

import pytest


def shape(body: str, before: str = "", samples: str = "", parameters: str = "claim, nodes, graph") -> str:
    docstring = f'    """{samples}"""\n' if samples else ""
    lines = "".join(f"    {line}\n" for line in body.strip("\n").splitlines())
    return f"{before}\n\ndef total({parameters}):\n{docstring}{lines}"


OPEN = {
    "search": (
        r"""
m = re.search(r"Order (\d+) is (\w+)\.", claim.text)
if m is None:
    return None
return nodes.get(m[1]) == m[2]
""",
        'search ignores text before and after the sentence: "Nobody says that Order 12 is Acme. Or not." is'
        ' read as "Order 12 is Acme."; apply the pattern with fullmatch',
    ),
    "match": (
        r"""
m = re.match(r"Order (\d+) is (\w+)\.", claim.text)
return None if m is None else nodes.get(m[1]) == m[2]
""",
        'match ignores text after the sentence: "Order 12 is Acme. Or not." is read as',
    ),
    "match and a dollar": (
        r"""
m = re.match(r"Order (\d+) is (\w+)\.$", claim.text)
return None if m is None else nodes.get(m[1]) == m[2]
""",
        r'a line end behind the sentence is ignored: "Order 12 is Acme.\n" is read as',
    ),
    "dollar in every line": (
        r"""
m = re.search(r"^Order (\d+) is (\w+)\.$", claim.text, re.M)
return None if m is None else nodes.get(m[1]) == m[2]
""",
        "search ignores text before and after the sentence",
    ),
    "findall": (
        r"""
found = re.findall(r"Order (\d+) is open", claim.text)
if not found:
    return None
return all(order in nodes for order in found)
""",
        "findall ignores text before and after the sentence",
    ),
    "walrus": (
        r"""
if (m := re.search(r"Order (\d+) is (\w+)\.", claim.text)) is not None:
    return nodes.get(m[1]) == m[2]
return None
""",
        "search ignores text before and after",
    ),
    "and": (
        r"""
m = re.search(r"Order (\d+) is (\w+)\.", claim.text)
return m and nodes.get(m.group(1)) == m.group(2)
""",
        "search ignores text before and after",
    ),
    "else": (
        r"""
text = claim.text
m = re.search(r"Order (\d+) is (\w+)\.", text)
if m:
    number, word = m.groups()
    answer = nodes.get(number) == word
else:
    answer = None
return answer
""",
        "search ignores text before and after",
    ),
    "within try": (
        r"""
m = re.search(r"Order (\d+) is worth ([\d.]+)\.", claim.text)
if m is None:
    return None
try:
    worth = Decimal(m[2])
except ArithmeticError:
    return False
return nodes.get(m[1]) == worth
""",
        "search ignores text before and after",
    ),
    "a loop over citations": (
        r"""
m = re.search(r"Order (\d+) is (\w+)\.", claim.text)
if m is None:
    return None
for record in claim.support:
    if record.id not in nodes:
        return False
return sum(nodes[r.id].amount for r in claim.support) == m[1]
""",
        "search ignores text before and after",
    ),
    "another check that both pass": (
        r"""
if not claim.text.lower().startswith("order "):
    return None
m = re.match(r"Order (\d+) is (\w+)\.", claim.text)
return None if m is None else nodes.get(m[1]) == m[2]
""",
        "match ignores text after the sentence",
    ),
    "one of two grammars": (
        r"""
m = re.fullmatch(r"No order is (\w+)\.", claim.text) or re.search(r"Every order is (\w+)\.", claim.text)
if not m:
    return None
return nodes.get(m[1]) == 1
""",
        "search ignores text before and after the sentence",
    ),
    "words are counted": (
        r"""
m = re.search(r"Order (\d+) is (\w+)\.", claim.text)
if m is None or len(claim.text.split()) != 4:
    return None
return nodes.get(m[1]) == m[2]
""",
        "a line end behind the sentence is ignored",
    ),
    "a loop over words": (
        r"""
m = re.search(r"Order (\d+) is (\w+)\.", claim.text)
if m is None:
    return None
for word in claim.text.split():
    if word == "not":
        return False
return nodes.get(m[1]) == m[2]
""",
        "a line end behind the sentence is ignored",
    ),
}


@pytest.mark.parametrize("name", OPEN)
def test_open_ends_are_found(find, covered, name):
    body, words = OPEN[name]
    (finding,) = find("TES111", shape(body))
    assert finding.severity == "info"
    assert finding.message.startswith(words) or words in finding.message
    assert covered(finding).startswith("re.")
    assert covered(finding).endswith(")")
    assert finding.witness is not None


CLOSED = {
    "fullmatch": r"""
m = re.fullmatch(r"Order (\d+) is (\w+)\.", claim.text)
return None if m is None else nodes.get(m[1]) == m[2]
""",
    "an end anchor": r"""
m = re.match(r"Order (\d+) is (\w+)\.\Z", claim.text)
return None if m is None else nodes.get(m[1]) == m[2]
""",
    "search with both anchors": r"""
m = re.search(r"\AOrder (\d+) is (\w+)\.\Z", claim.text)
return None if m is None else nodes.get(m[1]) == m[2]
""",
    "the end of the match is checked": r"""
m = re.match(r"Order (\d+) is (\w+)\.", claim.text)
if m is None or m.end() != len(claim.text):
    return None
return nodes.get(m[1]) == m[2]
""",
    "the whole match is compared with the text": r"""
m = re.search(r"Order (\d+) is (\w+)\.", claim.text)
if m is None or m.group() != claim.text:
    return None
return nodes.get(m[1]) == m[2]
""",
    "a search before the grammar": r"""
if re.search(r"Order \d+", claim.text) is None:
    return None
m = re.fullmatch(r"Order (\d+) is (\w+)\.", claim.text)
return None if m is None else nodes.get(m[1]) == m[2]
""",
    "a search after the grammar": r"""
m = re.fullmatch(r"Orders ([\d, ]+) are (\w+)\.", claim.text)
if m is None:
    return None
numbers = re.findall(r"\d+", claim.text)
return all(nodes.get(number) == m[2] for number in numbers)
""",
    "a search that refuses": r"""
if re.search(r"\bnot\b", claim.text, re.IGNORECASE) or re.search("Nobody", claim.text):
    return None
m = re.fullmatch(r"Order (\d+) is (\w+)\.", claim.text)
return None if m is None else nodes.get(m[1]) == m[2]
""",
    "a lookahead for the end": r"""
m = re.match(r"Order (\d+) is (\w+)\.(?![\s\S])", claim.text)
return None if m is None else nodes.get(m[1]) == m[2]
""",
    "the rest is taken by a group": r"""
m = re.match(r"Order (\d+) is ([\s\S]*)", claim.text)
return None if m is None else nodes.get(m[1]) == m[2]
""",
    "openly any text": r"""
m = re.match(r"Order (\d+) is open.*", claim.text)
return None if m is None else m[1] in nodes
""",
    "no pattern at all": r"""
if not claim.text.startswith("Order ") or "is open" not in claim.text:
    return None
return "open" in nodes
""",
    "the text goes elsewhere": r"""
m = re.search(r"Order (\d+) is (\w+)\.", claim.text)
if m is None or not graph.knows(claim.text):
    return None
return nodes.get(m[1]) == m[2]
""",
    "the match goes elsewhere": r"""
m = re.search(r"Order (\d+) is (\w+)\.", claim.text)
return None if m is None else graph.judge(m)
""",
    "the pattern is not in the text": r"""
m = re.search(graph.pattern, claim.text)
return None if m is None else nodes.get(m[1]) == m[2]
""",
    "another text": r"""
if re.fullmatch(r"Order (\d+) is open\.", claim.text) is None:
    return None
return any(re.search("open", record.text) for record in claim.support)
""",
    "a shape that owns nothing": r"""
m = re.search(r"Order (\d+) is (\w+)\.", claim.text)
return None
""",
    "the blanks around are taken off on purpose": r"""
m = re.search(r"^Order (\d+) is (\w+)\.$", claim.text.strip())
return None if m is None else nodes.get(m[1]) == m[2]
""",
    "the verdict depends on the text": r"""
m = re.search(r"Order (\d+) is (\w+)\.", claim.text)
return None if m is None else claim.text.startswith("Order") and len(claim.text) < 18
""",
    "the grammar takes what follows": r"""
m = re.match(r"Order (\d+) is open[\w\s.]*", claim.text)
return None if m is None else m[1] in nodes
""",
    "a length": r"""
m = re.search(r"Order (\d+) is (\w+)\.", claim.text)
return None if m is None else nodes.get(m[1]) == len(claim.text)
""",
}


@pytest.mark.parametrize("name", CLOSED)
def test_what_only_looks_open_is_silent(find, name):
    assert [finding.message for finding in find("TES111", shape(CLOSED[name]))] == []


def test_a_sample_gives_the_witness_its_words_and_citations(find, covered):
    samples = (
        "What.\n\n    Samples:\n        False: Order 7 is shut. <- order/7\n"
        "        True: As we know, Order 7 is open. <- order/7, order/8\n    "
    )
    body = OPEN["search"][0]
    (finding,) = find("TES111", shape(body, samples=samples))
    assert finding.witness.text == "Nobody says that Order 7 is open. Or not."
    assert finding.witness.citations == ("order/7", "order/8")
    assert finding.witness.battery == "sales"


REACHED = {
    "a compiled constant": ('_P = re.compile(r"Order (\\d+) is (\\w+)\\.")', "m = _P.search(claim.text)"),
    "a bound text": ('_P = r"Order (\\d+) is (\\w+)\\."', "m = re.search(_P, claim.text)"),
    "implicitly joined parts": (
        '_P = re.compile(\n    r"Order (\\d+) "\n    r"is (\\w+)\\."\n)',
        "m = _P.match(claim.text)",
    ),
    "an f-string": (
        '_N = r"\\d+"\n_P = re.compile(rf"Order ({_N}) is (\\w+)\\.")',
        "m = _P.match(claim.text)",
    ),
    "flags": (
        '_P = re.compile(r"order\\ (\\d+) \\ is\\ (\\w+)\\.", re.I | re.VERBOSE)',
        "m = _P.match(claim.text)",
    ),
    "words joined": (
        '_P = re.compile("Order (\\\\d+) is (" + "|".join(("open", "shut")) + ")")',
        "m = _P.match(claim.text)",
    ),
    "an import within": (
        "",
        "from re import compile as make\nm = make(r'Order (\\d+) is (\\w+)\\.').search(claim.text)",
    ),
    "a helper": (
        'def _read(claim):\n    return re.search(r"Order (\\d+) is (\\w+)\\.", claim.text)',
        "m = _read(claim)",
    ),
    "a helper that is given the text": (
        "def _read(pattern, text):\n    m = re.search(pattern, text)\n    return m if m else None\n",
        'm = _read(r"Order (\\d+) is (\\w+)\\.", text=claim.text)',
    ),
    "another module's constant": ("from acme import words", "m = words.ORDER.search(claim.text)"),
    "another module's helper": ("from acme.words import read", "m = read(claim.text)"),
}
WORDS = """
import re

ORDER = re.compile(r"Order (\\d+) is (\\w+)\\.")


def read(text):
    return ORDER.search(text.strip())
"""


@pytest.mark.parametrize("name", REACHED)
def test_patterns_are_followed_to_where_they_are_spelled(find, covered, name):
    before, applied = REACHED[name]
    rest = "\nif m is None:\n    return None\nreturn nodes.get(m[1]) == m[2]"
    (finding,) = find("TES111", shape(applied + rest, before=before), {"acme/words.py": WORDS})
    assert "search(" in covered(finding) or "match(" in covered(finding)
    in_helper = name == "another module's helper"
    assert finding.path.endswith("words.py" if in_helper else "claims.py")


def test_a_helper_of_two_shapes_is_found_once(find):
    helper = 'def _read(claim):\n    return re.match(r"Order (\\d+) is open\\.", claim.text)\n'
    other = (
        "\ndef other(claim, nodes, graph):\n    m = _read(claim)\n"
        "    return None if not m else m[1] in graph\n"
    )
    body = "m = _read(claim)\nreturn None if not m else m[1] in nodes"
    assert len(find("TES111", shape(body, before=helper) + other)) == 1


@pytest.mark.parametrize("decorator", ["@graph_only", "@acme.words.checked", "@functools.wraps(total)"])
def test_what_a_decorator_does_is_not_known(find, decorator):
    text = shape(
        OPEN["search"][0], before=f"import functools\nfrom acme.words import graph_only\n{decorator}"
    )
    text = text.replace(f"{decorator}\n\n\n", f"\n\n{decorator}\n")
    assert find("TES111", text, {"acme/words.py": "def graph_only(f):\n    return f\n"}) == []


def test_a_memo_is_known(find):
    text = shape(OPEN["search"][0], before="import functools\n@functools.cache")
    assert len(find("TES111", text.replace("cache\n\n\n", "cache\n"))) == 1


def test_a_half_typed_shape_is_silent(find):
    text = shape(OPEN["search"][0]) + "    if (m[1] ==\n"
    assert find("TES111", text) == []


def test_long_wide_characters_keep_the_place(find, covered):
    body = 'p = "🧪é"; m = re.search(r"Order (\\d+) is ö\\.", claim.text)\n'
    body += "return None if not m else m[1] in nodes"
    (finding,) = find("TES111", shape(body))
    assert covered(finding) == 're.search(r"Order (\\d+) is ö\\.", claim.text)'


class Claim:
    """What the shape is given: the text, and two citations."""

    def __init__(self, text):
        self.text = text
        self.support = [type("Record", (), {"id": key, "text": "", "amount": 1})() for key in "12"]


@pytest.mark.parametrize("name", OPEN)
def test_the_shape_really_answers_the_witness_as_the_sentence(find, name):
    """The shape is run over both, with several graphs: a replay that told them alike wrongly would show."""
    text = shape(OPEN[name][0])
    (finding,) = find("TES111", text)
    sentence = ast.literal_eval(finding.message.partition(" is read as ")[2].partition("; ")[0])
    names = {"re": re, "Decimal": decimal.Decimal}
    exec(text, names)
    answers = []
    for nodes in ({}, {"12": "Acme"}, {"12": decimal.Decimal(12), "Acme": 1}, dict.fromkeys("12", 1)):
        try:
            answers.append(names["total"](Claim(sentence), nodes, {}))
            assert names["total"](Claim(finding.witness.text), nodes, {}) == answers[-1]
        except (KeyError, AttributeError):
            continue
    assert any(answer is not None for answer in answers)
