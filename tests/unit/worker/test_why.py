"""Why a shape answered as it did: the deciding line, the conditions before it, values, patterns."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tessera_worker_foreign import Shop, sample, sentence

from tessera_lsp import wire
from tessera_lsp.verify import Interpreter

CLAIMS = "acme/shop/claims.py"
PYENV = Path(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))) / "versions"
VERSIONS = ["3.9", "3.10", "3.11", "3.12", "3.13"]

FORMS = """
import functools
import re

STATED = re.compile(r"The total is (?P<stated>[0-9]+)")
LIMIT = 7


def equal(total, stated):
    if total < 0:
        return None
    elif total > 1000:
        raise ValueError("too much: %d" % total)  # <- raised
    return total == stated  # <- helper, decorated, timed, bound, instance, partial, tail, factory


def total_of(nodes, claim):
    return sum(nodes[record.id].price for record in claim.support)


def direct(claim, nodes, graph):
    match = STATED.fullmatch(claim.text)
    if match is None:
        return None  # <- passed
    stated = int(match["stated"])
    total = total_of(nodes, claim)
    for record in claim.support:
        if record.id == "nowhere":
            return False
    return total == stated and LIMIT > 5  # <- direct


def helper(claim, nodes, graph):
    total = total_of(nodes, claim)
    with open(__file__):
        return equal(total, 7)


def counted(function):
    @functools.wraps(function)
    def inner(*args):
        try:
            return function(*args)
        finally:
            len("counted")

    return inner


decorated = counted(helper)


def timed(claim, nodes, graph):
    answer = decorated(claim, nodes, graph)
    len("timed")
    return answer


def bound(claim, nodes, graph):
    answer = helper(claim, nodes, graph)
    if answer is None:
        answer = False
    return answer


class Instance:
    def __call__(self, claim, nodes, graph):
        return helper(claim, nodes, graph) if LIMIT else None


instance = Instance()


def with_flag(flag, claim, nodes, graph):
    return helper(claim, nodes, graph)


partial = functools.partial(with_flag, True)
tail = lambda claim, nodes, graph: helper(claim, nodes, graph)


def made(function):
    def factory(claim, nodes, graph):
        return function(claim, nodes, graph)

    return factory


factory = made(helper)


def negated(claim, nodes, graph):
    return not helper(claim, nodes, graph)  # <- negated


def among(claim, nodes, graph):
    return any(equal(node.price, 3) for node in nodes.values())  # <- among


def rebound(claim, nodes, graph):
    answer = equal(7, 7)
    answer = len(claim.text) == 14
    return answer  # <- rebound


def fallen(claim, nodes, graph):
    match = re.search("bananas", claim.text)
    if match:  # <- fallen
        return True


def suppressed(claim, nodes, graph):
    try:
        return int(claim.text) == 1
    except ValueError:
        pass  # <- suppressed


def several(claim, nodes, graph):
    return (  # <- several
        len(claim.text)
        == 14
    )


def raised(claim, nodes, graph):
    return equal(5000, 7)


GRAMMAR = (
    direct, helper, decorated, timed, bound, instance, partial, tail, factory, negated, among, rebound,
    fallen, suppressed, several, raised,
)
"""
NAMES = re.findall(r"\w+", FORMS.partition("GRAMMAR = ")[2])
TEXT = "The total is 7"


def python(version: str) -> str:
    """An interpreter of a version, or the test is skipped."""
    found = sorted(PYENV.glob(f"{version}.*/bin/python"))
    if not found:
        pytest.skip(f"no Python {version} under {PYENV}")
    return str(found[-1])


def only(name: str) -> str:
    """The forms, with one of them declared."""
    return FORMS.partition("GRAMMAR = ")[0].lstrip("\n") + f"GRAMMAR = ({name},)\n"


def marked(name: str) -> int:
    """The number of the line whose comment names the shape."""
    lines = enumerate(FORMS.strip("\n").split("\n"), 1)
    return next(number for number, line in lines if re.search(rf"# <- .*\b{name}\b", line))


def asked(shop: Shop, *items: wire.Item, text: str | None = None) -> dict[str, dict[str, wire.Step]]:
    """The steps of each item's first consultation by name, all with their reasons asked for."""
    if text is not None:
        shop.write(CLAIMS, text)
    verdicts = shop.judged(shop.start(), tuple(replace(item, why=True) for item in items), measured=False)
    assert verdicts.load_faults == ()
    found = {}
    for item in items:
        (consultation,) = verdicts.items[item.key].consultations
        found[item.key] = {step.name: step for step in consultation.steps}
    return found


def why(step: wire.Step) -> wire.Why:
    assert step.why is not None, step
    return step.why


@pytest.mark.parametrize("version", VERSIONS)
def test_the_function_that_decided_in_every_form_and_interpreter(shop: Shop, version: str) -> None:
    """Through decorators, partials, instances, factories and helpers; not where the answer is made of
    another's."""
    shop.interpreter = Interpreter(python(version), "a test's", version)
    shop.write(CLAIMS, only("direct"))
    verifier = shop.start()
    item = replace(sentence(TEXT, "a", "b", battery="shop"), why=True)
    for name in NAMES:
        verdicts = shop.judged(verifier, (item,), {CLAIMS: only(name)}, measured=False)
        (consultation,) = verdicts.items[TEXT].consultations
        first = consultation.steps[0]
        assert why(first).line == marked(name), (name, first)
        assert why(first).path == shop.path(CLAIMS)
        assert why(first).text.startswith(FORMS.strip("\n").split("\n")[marked(name) - 1].strip()[:10])


def test_the_conditions_values_and_groups_of_an_answer(shop: Shop) -> None:
    steps = asked(shop, sentence(TEXT, "a", "b"), sentence("2 things", "a"), text=only("direct"))
    reason = why(steps[TEXT]["direct"])
    assert [(one.text, one.held) for one in reason.branch] == [
        ("if match is None:", False),
        ('if record.id == "nowhere":', False),
    ]
    values = dict(reason.values)
    assert (values["total"], values["stated"], values["LIMIT"]) == ("7", "7", "7")
    assert list(values)[:3] == ["total", "stated", "LIMIT"], "those of the deciding line first"
    (match,) = reason.patterns
    assert match.pattern == "The total is (?P<stated>[0-9]+)"
    assert [(group.name, group.text, group.start, group.end) for group in match.groups] == [
        ("0", TEXT, 0, 14),
        ("stated", "7", 13, 14),
    ]
    assert 0 < reason.seconds < 10
    passed = why(steps["2 things"]["direct"])
    assert passed.line == marked("passed")
    assert [(one.text, one.held) for one in passed.branch] == [("if match is None:", True)]
    assert passed.patterns == ()


def test_the_generic_grammar_has_a_reason_too(shop: Shop) -> None:
    steps = asked(shop, sentence("an apple", "a"))["an apple"]
    assert [step.why is not None for step in steps.values()] == [True, True, True]
    assert why(steps["contained"]).text == "return True"
    assert why(steps["contained"]).path == shop.path("acme/core.py")


def test_a_raise_is_told_with_its_line_and_values(shop: Shop) -> None:
    step = asked(shop, sentence(TEXT, "a", "b"), text=only("raised"))[TEXT]["raised"]
    assert step.answer == "raised"
    assert (why(step).line, why(step).function) == (marked("raised"), "equal")
    assert dict(why(step).values)["total"] == "5000"
    assert [one.held for one in why(step).branch] == [False, True]


def test_nothing_is_told_that_was_not_asked_for(shop: Shop) -> None:
    verdicts = shop.judged(shop.start(), (sentence(TEXT, "a", "b"),))
    (consultation,) = verdicts.items[TEXT].consultations
    assert [step.why for step in consultation.steps] == [None]


def test_an_edit_is_explained_by_its_own_text(shop: Shop) -> None:
    """Lines and sources are those of the unsaved text, whatever is on disk."""
    verifier = shop.start()
    item = replace(sample(TEXT, "a", "b"), why=True)
    shop.judged(verifier, (item,))
    edit = shop.replace(CLAIMS, "import re\n", "import re\n\n\n# three lines more\n")
    edit = edit.replace("sum(nodes", "1 + sum(nodes")
    (consultation,) = shop.judged(verifier, (item,), {CLAIMS: edit}).items[TEXT].consultations
    reason = why(consultation.steps[0])
    assert reason.text.startswith("return 1 + sum(nodes")
    assert edit.split("\n")[reason.line - 1].strip() == reason.text


PATTERNS = """
import re
from re import search
P = re.compile("total is ([0-9]+)")

def lowered(text):
    return text.lower()

def total(claim, nodes, graph):
    %s
    return True

GRAMMAR = (total,)
"""


APPLIED: list[tuple[str, str, tuple[int, int]]] = [
    ("m = P.search(claim.text)", "total is 7", (4, 14)),
    ("m = re.search('total', claim.text)", "total", (4, 9)),
    ("m = search(string=claim.text, pattern='total')", "total", (4, 9)),
    ("m = re.compile('The').match(claim.text.strip())", "The", (0, 3)),
    ("m = P.search(claim.text.lower())", "total is 7", (-1, -1)),
    ("m = P.search(lowered(claim.text))", "total is 7", (-1, -1)),
    ("n = [f.group(1) for f in P.finditer(claim.text)]", "total is 7", (4, 14)),
    ("n = P.sub('', claim.text)", "total is 7", (4, 14)),
    ("if (m := P.search(string=claim.text)) is None: return None", "total is 7", (4, 14)),
]
UNTOLD = ["m = P.search(claim.text, 2)", "m = P.fullmatch(claim.text)", "m = P.search(str(claim.text))"]
"""A limited search, one that does not match, one whose subject only running code would tell."""


@pytest.mark.parametrize("version", VERSIONS)
def test_patterns_are_seen_however_they_are_applied(shop: Shop, version: str) -> None:
    shop.interpreter = Interpreter(python(version), "a test's", version)
    shop.write(CLAIMS, PATTERNS % "pass")
    verifier = shop.start()
    item = replace(sentence(TEXT, "a", "b"), why=True)
    told = {}
    for statement in [*(one[0] for one in APPLIED), *UNTOLD]:
        verdicts = shop.judged(verifier, (item,), {CLAIMS: PATTERNS % statement}, measured=False)
        (consultation,) = verdicts.items[TEXT].consultations
        told[statement] = why(consultation.steps[0]).patterns
    for statement, text, place in APPLIED:
        (match,) = told[statement]
        assert (match.groups[0].text, (match.groups[0].start, match.groups[0].end)) == (text, place)
    assert [told[statement] for statement in UNTOLD] == [()] * len(UNTOLD)
