"""Single questions with reasons, answered beside what is being judged."""

from __future__ import annotations

import os
import signal
import threading

import pytest
from tessera_worker_foreign import LONGEST, Shop, sample, sentence, soon

from tessera_lsp import wire
from tessera_lsp.text import Document
from tessera_lsp.verify import Verifier

CLAIMS = "acme/shop/claims.py"
HEAD = "def total(claim, nodes, graph):\n"
TEXT = "The total is 7"
WHY = wire.Item("why", "", "", TEXT, ("a", "b"), "shop", why=True)


class Answer:
    """What a question is told, once."""

    def __init__(self) -> None:
        self.told: list[wire.ItemJudged | None] = []
        self._come = threading.Event()

    def __call__(self, answer: wire.ItemJudged | None) -> None:
        self.told.append(answer)
        self._come.set()

    def wait(self) -> wire.ItemJudged | None:
        assert self._come.wait(LONGEST), "nothing was told"
        return self.told[0]


def document(shop: Shop, text: str) -> dict[str, Document]:
    return {shop.path(CLAIMS): Document("file://" + shop.path(CLAIMS), 1, text)}


def ask(verifier: Verifier, documents: dict[str, Document], item: wire.Item = WHY) -> Answer:
    answer = Answer()
    verifier.explain(documents, item, answer)
    return answer


def test_a_question_is_answered_with_reasons(shop: Shop) -> None:
    verifier = shop.start()
    before = shop.judged(verifier, (sample(TEXT, "a", "b"),))
    told = ask(verifier, {}).wait()
    assert told is not None
    (consultation,) = told.consultations
    (step,) = consultation.steps
    assert step.why is not None
    assert step.why.text.startswith("return sum(")
    assert verifier.verdicts == before, "the verdicts are as they were"


def test_a_question_lets_a_long_judgement_go_on(shop: Shop) -> None:
    """Answered while a shape of the judgement hangs, which is neither ended nor begun anew."""
    shop.config = shop.config.__class__(timeout=600)
    verifier = shop.start()
    shop.judged(verifier, (sample(TEXT, "a", "b"),))
    stuck = shop.replace(CLAIMS, HEAD, HEAD + "    while claim.text == 'stay': print('stuck')\n")
    verifier.judge(document(shop, stuck), (sample("stay", "a"),))
    assert soon(lambda: "stuck" in shop.lines)
    told = ask(verifier, document(shop, stuck)).wait()
    assert told is not None
    assert told.consultations[0].verdict is True
    assert not verifier.settled, "the judgement is still at it"


def test_other_texts_supersede_a_question(shop: Shop) -> None:
    shop.config = shop.config.__class__(timeout=600)
    verifier = shop.start()
    shop.judged(verifier, (sample(TEXT, "a", "b"),))
    stuck = shop.replace(CLAIMS, HEAD, HEAD + "    while True: print('stuck')\n")
    answer = ask(verifier, document(shop, stuck))
    assert soon(lambda: "stuck" in shop.lines)
    verdicts = shop.judged(verifier, (sample(TEXT, "a", "b"),), {CLAIMS: shop.text(CLAIMS) + "# new\n"})
    assert answer.wait() is None
    assert verdicts.items[TEXT].answers == ("True",)


def test_a_shape_that_hangs_in_a_question_is_ended_and_told(shop: Shop) -> None:
    shop.config = shop.config.__class__(timeout=1.5, import_timeout=20.0)
    verifier = shop.start()
    stuck = shop.replace(CLAIMS, HEAD, HEAD + "    while True: pass\n")
    told = ask(verifier, document(shop, stuck)).wait()
    assert told is not None
    (consultation,) = told.consultations
    assert consultation.verdict is None
    assert consultation.fault is not None
    assert (consultation.fault.kind, consultation.fault.shape) == ("timeout", "acme.shop.claims:total")
    assert verifier.wait(LONGEST).state == "ready"


def test_questions_asked_before_the_load_wait_for_it(shop: Shop) -> None:
    """And those asked of a state that is replaced are asked of the new one."""
    verifier = shop.start()
    told = ask(verifier, {}).wait()
    assert told is not None
    assert told.consultations[0].verdict is True


def test_of_many_questions_the_oldest_are_given_up(shop: Shop) -> None:
    verifier = shop.start()
    answers = [ask(verifier, {}, sentence(f"{number} things", "a", "b")) for number in range(20)]
    told = [answer.wait() for answer in answers]
    assert told[-1] is not None
    assert told[-1].key == "19 things"
    assert all(len(answer.told) == 1 for answer in answers)
    assert sum(answer is not None for answer in told) >= 8


@pytest.mark.parametrize("how", ["close", "kill"])
def test_no_question_is_left_without_an_answer(shop: Shop, how: str) -> None:
    shop.config = shop.config.__class__(timeout=600)
    verifier = shop.start()
    shop.judged(verifier, (sample(TEXT, "a", "b"),))
    stuck = shop.replace(CLAIMS, HEAD, HEAD + "    while True: print('stuck')\n")
    answer = ask(verifier, document(shop, stuck))
    assert soon(lambda: "stuck" in shop.lines)
    if how == "close":
        verifier.close()
    else:
        os.kill(verifier.pid, signal.SIGKILL)
    assert answer.wait() is None
    if how == "close":
        assert ask(verifier, {}).wait() is None, "nobody is there to answer"
