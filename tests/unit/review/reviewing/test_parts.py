"""Orders, likeness and reasons, each alone."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tessera_lsp.comparing.model import Change
from tessera_lsp.comparing.reasons import Grammars, Reason, reason
from tessera_lsp.comparing.shapes import PAIRS, _moved, orders, same_or_alike
from tessera_lsp.drift import Answer, Stand
from tessera_lsp.review.reviewing.words import ALONE, NO_MORE, NOW, OTHERWISE, SAME, order_words, turn_of


@given(st.integers(0, 6).flatmap(lambda n: st.permutations(list("abcdef"[:n]))))
def test_as_few_shapes_are_moved_as_explain_the_new_order(now):
    """Against every way to choose what moves."""
    was = sorted(now)
    moved = _moved(was, now)

    def explains(chosen):
        return [n for n in was if n not in chosen] == [n for n in now if n not in chosen]

    assert explains(moved)
    fewest = next(k for k in range(len(was) + 1) if any(map(explains, combinations(was, k))))
    assert len(moved) == fewest


def test_an_order_says_what_a_moved_shape_is_asked_before_and_after():
    (order,) = orders(
        {"stock": ("a", "b", "c", "old")}, {"stock": ("c", "a", "b", "new")}, {"old": "new"}, ()
    )
    assert (order.declared, order.dropped, order.moved) == ((), (), ("c",))
    assert order_words(order)[0] == "c moved from place 3 to 1, now asked before a and b"
    same = {"stock": ("a", "old")}, {"stock": ("a", "new")}
    assert orders(*same, {"old": "new"}, ()) == ()


def stand(owner: str, verdict: bool, **said: str) -> Stand:
    return Stand(Answer(owner, verdict), tuple(said.items()))


def why(before: Stand, after: Stand, *, was=("a", "b"), now=("a", "b"), renamed=None) -> Reason:
    return reason(before, after, Grammars(was, now, renamed or {}))


def test_reasons():
    a_true, b_true = stand("a", True, a="True"), stand("b", True, a="None", b="True")
    nobody = stand("", False, a="None", b="None", contained="None")
    assert why(a_true, b_true) == Reason("answer", "a", "a says None where it said True")
    assert why(b_true, a_true) == Reason("answer", "a", "a says True where it said None")
    assert why(nobody, b_true) == Reason("answer", "b", "b says True where it said None")
    assert why(a_true, stand("a", False, a="False")) == Reason(
        "answer", "a", "a says False where it said True"
    )
    dropped = why(a_true, stand("b", True, b="True"), now=("b",))
    assert dropped == Reason("dropped", "a", "a is no longer declared")
    declared = why(nobody, stand("c", True, c="True"), now=("c", "a", "b"))
    assert declared == Reason("declared", "c", "c is declared now and says True")
    order = why(a_true, stand("b", True, b="True"), now=("b", "a"))
    assert order == Reason("order", "b", "b is asked before a now, and claims it first")
    by_another_name = why(
        a_true, stand("x", False, x="False"), was=("x", "b"), now=("x", "b"), renamed={"a": "x"}
    )
    assert by_another_name == Reason("answer", "x", "x says False where it said True")


def test_text_of_a_project_is_made_visible_in_reasons():
    told = why(stand("a\n::error::", True), stand("", False), now=("b",), was=("a\n::error::",))
    assert told.words == "a\\n::error:: is no longer declared"


def test_shapes_are_known_again_by_their_code():
    body = "def \0(claim, nodes, graph):\n    return True if claim.text == {} else None\n".format
    old = {("m", "a"): body("'one'"), ("m", "b"): body("'two'"), ("m", "c"): "lambda: 'something else'"}
    new = {("n", "b"): body("'one'"), ("n", "x"): body("'two, three'"), ("n", "y"): "class Y: pass"}
    assert same_or_alike(old, new) == {("m", "a"): ("n", "b"), ("m", "b"): ("n", "x")}


def test_where_very_many_moved_names_are_compared_alone():
    """A package that is renamed has all of its shapes under another module: no pair of them is looked at."""
    many = {("old", f"shape_{n}"): f"return {n} + 1" for n in range(3000)}
    moved = {("new", name): code for (_, name), code in many.items()}
    assert same_or_alike(many, moved) == {("old", name): ("new", name) for _, name in many}
    mended = {key: f"{code} #" if key[1] == "shape_7" else code for key, code in moved.items()}
    assert same_or_alike(many, mended)["old", "shape_7"] == ("new", "shape_7")
    assert len(many) * len(moved) > PAIRS


def test_what_becomes_of_a_sentence():
    """A claim that only one tree has may be answered by both alike: then it has no other owner."""
    a_true, a_false, b_true = Answer("a", True), Answer("a", False), Answer("b", True)
    pairs = {
        (a_false, b_true): NOW,
        (a_true, a_false): NO_MORE,
        (a_true, b_true): OTHERWISE,
        (a_true, a_true): SAME,
        (Answer("", False), Answer("", False)): SAME,
        (None, a_false): ALONE,
        (a_true, Answer("", None)): ALONE,
    }
    for (before, after), turn in pairs.items():
        assert turn_of(Change("stock", "A.", ("crate/1",), before, after)) == turn
