"""What a battery answers to a gold case, as the worker makes its claims; and cases found in JSON."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessera_lsp.features.gold_cases import _cases
from tessera_lsp.text import Document
from tessera_lsp.worker.answering import answer, gold_case


class GoldCase:
    def __init__(self, question, expected=()):
        self.question, self.expected = question, expected


class Clock:
    def begin(self, doing, name=""):
        self.doing = doing

    def end(self):
        self.doing = ""


def held(path, **more):
    battery = SimpleNamespace(answer=path, **more)
    return SimpleNamespace(
        battery=battery, name="stock", fault=None, graph="graph", builders={"build_kb": lambda: "kb"}
    )


def asked(path, case: dict | None = None):
    clock = Clock()
    found = answer(held(path), json.dumps(case or {"question": "How heavy?"}), clock)
    assert clock.doing == ""
    return found


def test_the_answer_path_gets_the_case_the_graph_and_the_knowledge():
    def path(case, graph, kb):
        return SimpleNamespace(claims=[f"{case.question} {case.expected} {graph} {kb}"])

    found = asked(path, {"question": "How heavy?", "expected": ["a", "b"]})
    assert found == (("How heavy? ('a', 'b') graph kb",), "", ())


def test_a_case_is_of_the_class_beside_the_battery():
    class Battery:
        pass

    case = gold_case(Battery(), {"question": "Why?", "expected": ["a"]})
    assert (type(case), case.question, case.expected) == (GoldCase, "Why?", ("a",))
    with pytest.raises(TypeError):
        gold_case(Battery(), {"question": "Why?", "unknown": 1})


async def later(case, graph, kb):
    return None


def broken(case, graph, kb):
    raise KeyError(case.engine)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (None, "has no answer(case, graph, kb) to ask"),
        (
            lambda case, graph, kb: SimpleNamespace(claims=[], refusal="Not known."),
            "the answer refuses: Not known.",
        ),
        (lambda case, graph, kb: None, "the answer claims nothing"),
        (later, "is async"),
        (broken, "AttributeError"),
    ],
)
def test_an_answer_without_claims_says_why(path, said):
    clock = Clock()
    found = answer(held(path), '{"question": "How heavy?"}', clock)
    assert found.claims == ()
    assert said in found.why_not


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)
)
CASES = st.lists(st.fixed_dictionaries({"question": st.text(max_size=8), "more": JSON}), max_size=4)


@given(CASES, st.sampled_from([None, 2]), st.booleans())
def test_each_case_of_a_file_is_found_where_it_stands(cases, indent, plain):
    document = Document("", None, json.dumps(cases, indent=indent, ensure_ascii=plain))
    found = _cases(document)
    assert [json.loads(fields) for _, fields, _ in found] == cases
    assert [json.loads(document.slice(span)) for span, _, _ in found] == cases


def test_a_file_that_is_being_typed_has_the_cases_before_the_gap():
    text = '[{"question": "a"}, {"question": "b"}, {"quest'
    assert [question for _, _, question in _cases(Document("", None, text))] == ["a", "b"]
    assert _cases(Document("", None, '{"question": "a"}')) == ()
