"""Judgements beside the shown one: one at a time, given up for an edit and begun again, answered once."""

from __future__ import annotations

from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify.asides import Aside, Asides
from tessera_lsp.wire import Item, ItemJudged, JudgeDone, MeasuredJudged

ITEM = Item("key", "", "", "A.", ("crate/1",), "stock")


def asking(told: list, text: str = "x = 1\n") -> Aside:
    return Aside({"/a.py": Document("file:///a.py", 1, text)}, (ITEM,), True, told.append)


def done(number: int, *, superseded: bool = False) -> JudgeDone:
    return JudgeDone(number, superseded, (), {}, 0.0)


def test_the_answers_go_to_who_asked_and_are_of_his_text():
    queue, told = Asides(), []
    queue.add(asking(told))
    request = queue.begin(5)
    assert (request.id, request.buffers, request.items) == (5, {"/a.py": "x = 1\n"}, (ITEM,))
    assert queue.begin(6) is None  # one is under way
    answer = ItemJudged(5, "key", (), ("True",), ())
    measured = MeasuredJudged(5, "stock", (1,), ("weight",), ())
    assert not queue.take(Verdicts("ready"), ItemJudged(4, "key", (), (), ()))
    assert all(queue.take(Verdicts("ready"), message) for message in (answer, measured, done(5)))
    (verdicts,) = told
    assert (verdicts.items, verdicts.measured, verdicts.judged) == (
        {"key": answer},
        {"stock": measured},
        True,
    )
    assert set(verdicts.texts) == {"/a.py"}
    assert queue.begin(6) is None


def test_one_that_an_edit_has_superseded_is_begun_again_before_the_others():
    queue, first, second = Asides(), [], []
    queue.add(asking(first, "first\n"))
    queue.add(asking(second, "second\n"))
    for number in range(1, 6):  # however often
        assert queue.begin(number).buffers == {"/a.py": "first\n"}
        queue.take(Verdicts("ready"), done(number, superseded=True))
    queue.begin(6)
    queue.broken_off()  # the first time: what edits took away does not count
    assert queue.begin(7).buffers == {"/a.py": "first\n"}
    queue.take(Verdicts("ready"), done(7))
    assert (len(first), second) == (1, [])
    assert queue.begin(8).buffers == {"/a.py": "second\n"}


def test_a_text_that_ends_workers_is_not_tried_for_ever():
    queue, told = Asides(), []
    queue.add(asking(told))
    queue.begin(1)
    queue.broken_off()
    assert told == []
    queue.begin(2)
    queue.broken_off()
    assert told == [None]
    assert queue.begin(3) is None


def test_who_waits_is_told_when_no_worker_will_come():
    queue, told = Asides(), []
    queue.add(asking(told))
    queue.add(asking(told))
    queue.begin(1)
    queue.give_up()
    assert told == [None, None]
