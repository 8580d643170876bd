"""An edit is put in place before it is known what to ask: all comes out as it would have without that."""

from __future__ import annotations

import time

from tessera_worker_foreign import LONGEST, Shop, at_rest, below, recovers, sample, soon

from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify import Verifier

CLAIMS = "acme/shop/claims.py"
RIGHT = sample("The total is 7", "a", "b")
WRONG = sample("The total is 8", "a", "b")


def one_more(shop: Shop, said: str = "edited") -> str:
    """The claims file with totals that are one more; it says so when it is imported."""
    return shop.replace(CLAIMS, "sum(nodes", "1 + sum(nodes") + f"print({said!r})\n"


def ready(shop: Shop) -> Verifier:
    """A verifier that has judged, and a process that waits."""
    verifier = shop.start()
    shop.judged(verifier, (RIGHT, WRONG))
    at_rest(verifier.pid)
    return verifier


def ahead(shop: Shop, verifier: Verifier, text: str, said: str = "edited") -> None:
    """Tell of an edit, and wait until it is being imported."""
    verifier.ahead({shop.path(CLAIMS): Document("file:///c", 1, text)})
    assert soon(lambda: said in shop.lines), shop.lines


def answers(verdicts: Verdicts) -> list[str]:
    """What the shape said to each sample."""
    return [one.answers[0] for one in verdicts.items.values()]


def test_the_texts_are_in_place_when_the_samples_come(shop: Shop) -> None:
    """By the process that waited, which imports them once."""
    verifier = ready(shop)
    waiting = below(verifier.pid)
    text = one_more(shop)
    ahead(shop, verifier, text)
    assert below(verifier.pid) == waiting
    verdicts = shop.judged(verifier, (RIGHT, WRONG), {CLAIMS: text})
    assert answers(verdicts) == ["False", "True"]
    assert verdicts.measured["shop"].verdicts == (0, 1, 1)
    assert shop.lines.count("edited") == 1
    assert verdicts.counts["processes"] == 1
    assert verdicts.counts["imports"] > 0


def test_each_key_is_put_in_place_anew(shop: Shop) -> None:
    """Also where nobody has asked about the last one yet: no text is judged under another one's name."""
    verifier = ready(shop)
    for number in range(4):
        ahead(shop, verifier, one_more(shop, f"edit {number}"), f"edit {number}")
    last = shop.replace(CLAIMS, "sum(nodes", "0 + sum(nodes") + "print('last')\n"
    ahead(shop, verifier, last, "last")
    assert answers(shop.judged(verifier, (RIGHT, WRONG), {CLAIMS: last})) == ["True", "False"]
    assert at_rest(verifier.pid), "nothing is left of those that nobody asked about"


def test_another_text_than_was_told_of_is_judged_as_it_is(shop: Shop) -> None:
    """And what was told of, when it comes after all."""
    verifier = ready(shop)
    told = one_more(shop)
    ahead(shop, verifier, told)
    assert answers(shop.judged(verifier, (RIGHT, WRONG))) == ["True", "False"]
    assert answers(shop.judged(verifier, (RIGHT, WRONG), {CLAIMS: told})) == ["False", "True"]
    recovers(shop, verifier)


def test_a_text_that_ends_its_process_ends_it_as_a_finding(shop: Shop) -> None:
    """Whether the samples come before or after that."""
    verifier = ready(shop)
    dead = shop.text(CLAIMS) + "print('dying')\nimport os\nos._exit(3)\n"
    ahead(shop, verifier, dead, "dying")
    time.sleep(0.2)
    for _ in range(2):
        verdicts = shop.judged(verifier, (RIGHT,), {CLAIMS: dead})
        assert "os._exit(3)" in verdicts.items["The total is 7"].why_not
        (fault,) = verdicts.judge_faults
        assert (fault.doing, fault.kind) == ("import", "exit")
        verifier.ahead({shop.path(CLAIMS): Document("file:///c", 1, dead)})
    recovers(shop, verifier)


def test_a_text_that_never_ends_is_ended_in_its_time(shop: Shop) -> None:
    """The deadline is that of the import, from its own beginning."""
    shop.config = shop.config.__class__(import_timeout=1.0)
    verifier = ready(shop)
    endless = shop.text(CLAIMS) + "print('endless')\nwhile True: pass\n"
    ahead(shop, verifier, endless, "endless")
    (fault,) = shop.judged(verifier, (RIGHT,), {CLAIMS: endless}).judge_faults
    assert (fault.doing, fault.kind) == ("import", "timeout")
    recovers(shop, verifier)


def test_a_save_ends_what_was_put_in_place_before(shop: Shop) -> None:
    """What is judged next is judged by the new state."""
    verifier = ready(shop)
    text = one_more(shop)
    ahead(shop, verifier, text)
    before = below(verifier.pid)
    shop.edit("acme/shop/data.py", '"an apple for 3", 3', '"an apple for 4", 4')
    verifier.reload()
    assert soon(lambda: verifier.verdicts.load == 2 and verifier.settled, LONGEST)
    verdicts = shop.judged(verifier, (RIGHT, WRONG), {CLAIMS: text})
    assert answers(verdicts) == ["False", "False"], "9 it is by now"
    assert soon(lambda: not below(verifier.pid) & before)
