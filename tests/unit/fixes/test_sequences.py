"""However a sequence is written: one member more, or one less, and all others as they were."""

from __future__ import annotations

import ast

from hypothesis import given, settings
from hypothesis import strategies as st

from tessera_lsp.fixes.model import applied, edit_of
from tessera_lsp.fixes.sequences import arguments, imported_names, written
from tessera_lsp.text import Document

BLANK = st.sampled_from(["", "", " ", "\n    ", "  # a, (b) 'c'\n    ", "\r\n\t", "\r    ", "\n\n  # x)\n  "])
MEMBER = st.sampled_from(["a", "(b)", "c.d", "f(1, 2)", "(g, h)", "*i", "'j,)'", "( (k) )"])
MEMBERS = st.lists(MEMBER, max_size=4)


@st.composite
def sequences(draw, opening, closing, members=MEMBERS, comma_for_one=False):
    """The text of a sequence and its members' texts."""
    inner = draw(members)
    text = ""
    for number, member in enumerate(inner):
        last = number == len(inner) - 1
        needs = not last or (comma_for_one and len(inner) == 1)
        comma = "," if needs or draw(st.booleans()) else ""
        text += draw(BLANK) + member + draw(BLANK) + comma
    return opening + text + draw(BLANK) + closing, inner


def after(document, replacements):
    return applied(document, [edit_of("/a.py", document, each) for each in replacements])


def members_of(text):
    """The members of the sequence that ``x = …`` assigns."""
    value = ast.parse(text).body[0].value
    nodes = value.elts if isinstance(value, ast.Tuple | ast.List) else [*value.args, *value.keywords]
    return [type(value).__name__, *(ast.dump(node) for node in nodes)]


@settings(max_examples=300, deadline=None)
@given(st.one_of(sequences("x = (", ")", comma_for_one=True), sequences("x = [", "]")), st.data())
def test_tuples_and_lists(made, data):
    text, inner = made
    document = Document("", None, text + "\ny = 1\n")
    node = ast.parse(document.text).body[0].value
    found = written(document, node)
    before = members_of(document.text)
    more = after(document, found.with_member("new"))
    assert members_of(more) == [*before, ast.dump(ast.parse("new").body[0].value)]
    assert more.endswith("\ny = 1\n")
    if inner:
        index = data.draw(st.integers(0, len(inner) - 1))
        less = after(document, found.without(index))
        assert members_of(less) == before[: index + 1] + before[index + 2 :]
        assert less.endswith("\ny = 1\n")


BARE = st.lists(st.sampled_from(["a", "(b)", "c.d", "f(1)", "(g, h)"]), min_size=1, max_size=4)


@settings(max_examples=300, deadline=None)
@given(BARE, st.booleans(), st.data())
def test_tuples_without_parentheses(inner, comma, data):
    text = "x = " + ", ".join(inner) + ("," if comma or len(inner) == 1 else "") + "\n"
    document = Document("", None, text)
    found = written(document, ast.parse(text).body[0].value)
    before = members_of(text)
    assert members_of(after(document, found.with_member("new")))[:-1] == before
    index = data.draw(st.integers(0, len(inner) - 1))
    assert members_of(after(document, found.without(index))) == before[: index + 1] + before[index + 2 :]


ARGUMENTS = st.sampled_from([[], ["a"], ["(a)", "b=1"], ["a", "*b", "c=(1, 2)"], ["x=f(1)", "y='),'"]])


@settings(max_examples=150, deadline=None)
@given(sequences("x = call(", ")", ARGUMENTS))
def test_arguments(made):
    text, _ = made
    document = Document("", None, text + "\n")
    found = arguments(document, ast.parse(document.text).body[0].value)
    more = after(document, found.with_member("new=1"))
    assert members_of(more) == [*members_of(document.text), "keyword(arg='new', value=Constant(value=1))"]


NAMES = st.sampled_from([["a"], ["a", "b as c"], ["a as b", "c", "d"]])


@settings(max_examples=150, deadline=None)
@given(sequences("from m import (", ")", NAMES), st.data())
def test_imported_names(made, data):
    text, inner = made
    document = Document("", None, text + "\n")
    statement = ast.parse(document.text).body[0]
    before = [ast.dump(alias) for alias in statement.names]
    found = imported_names(document, statement)
    more = ast.parse(after(document, found.with_member("new"))).body[0]
    assert [ast.dump(alias) for alias in more.names] == [*before, "alias(name='new')"]
    if len(inner) > 1:
        index = data.draw(st.integers(0, len(inner) - 1))
        less = ast.parse(after(document, found.without(index))).body[0]
        assert [ast.dump(alias) for alias in less.names] == before[:index] + before[index + 1 :]
