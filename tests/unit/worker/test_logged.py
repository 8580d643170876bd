"""Logged claims are judged as measured ones are, and counted apart."""

from __future__ import annotations

from dataclasses import replace

from tessera_worker_foreign import LONGEST, Shop

from tessera_lsp.drift import Answer, saved_drift
from tessera_lsp.project.model import LoggedClaim
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts, figures, foreign_claims, logged_figures
from tessera_lsp.verify import Verifier

CLAIMS = "acme/shop/claims.py"
LOGGED = (
    LoggedClaim("The total is 7", ("b", "a"), 2),
    LoggedClaim("3 things", ("a", "b"), 4),
    LoggedClaim("a pear", ("a",), 1),
    LoggedClaim("2 things", ("a", "z"), 5),
    LoggedClaim("a bun", (), 1),
)
"""Measured as well; called False; owned by nobody; of a record that is not there; without any."""


def start(shop: Shop, *logged: LoggedClaim) -> Verifier:
    found = replace(shop.project(), logged=logged)
    shop.project = lambda: found  # type: ignore[method-assign]
    return shop.start()


def told(verdicts: Verdicts) -> list[tuple[str, int, int, int, str]]:
    """Of each claim of the battery: times measured and logged, verdict and owner."""
    judged = verdicts.measured["shop"]
    claims = verdicts.harvests["shop"].claims
    rows = zip(claims, judged.verdicts, judged.owners, strict=True)
    return [(claim.text, claim.times, claim.logged, verdict, owner) for claim, verdict, owner in rows]


def test_they_stand_beside_the_measured_ones(shop: Shop) -> None:
    verdicts = shop.judged(start(shop, *LOGGED))
    assert told(verdicts) == [
        ("The total is 7", 1, 2, 1, "total"),
        ("2 things", 1, 0, 1, "count"),
        ("an apple", 1, 0, 1, "contained"),
        ("3 things", 0, 4, 0, "count"),
        ("a pear", 0, 1, 0, ""),
    ]


def test_no_floor_holds_for_them(shop: Shop) -> None:
    verdicts = shop.judged(start(shop, *LOGGED))
    measured = figures(verdicts, "shop")
    assert (measured.claims, measured.faithfulness, measured.unsupported) == (3, 1.0, ())
    assert verdicts.owned["shop"] == {("total", 1): 1, ("count", 1): 1, ("contained", 1): 1}
    logged = logged_figures(verdicts, "shop")
    assert logged is not None
    assert logged.words == "logged 7 claims, 5 unsupported, 1 of them owned by nobody"
    assert foreign_claims(verdicts, LOGGED) == 6


def test_an_edit_asks_of_them_what_it_can_have_touched(shop: Shop) -> None:
    verifier = start(shop, *LOGGED)
    saved = shop.judged(verifier)
    edit = shop.replace(CLAIMS, "return len(claim.support) ==", "return 1 + len(claim.support) ==")
    after = shop.judged(verifier, buffers={CLAIMS: edit})
    assert after.counts["kept"] == 3  # two reach the edited shape
    drift = saved_drift(after, saved.items)
    assert [(entry.claim, entry.before, entry.after) for entry in drift.entries] == [
        ("2 things", Answer("count", True), Answer("count", False)),
        ("3 things", Answer("count", False), Answer("count", True)),
    ]
    assert drift.entries[1].why == "count said False, and says True now"


def test_unsaved_text_from_the_beginning_is_not_taken_for_the_saved_one(shop: Shop) -> None:
    verifier = start(shop, *LOGGED)
    edit = shop.replace(CLAIMS, "return len(claim.support) ==", "return 1 + len(claim.support) ==")
    after = shop.judged(verifier, buffers={CLAIMS: edit})
    assert [row[3] for row in told(after)] == [1, 0, 1, 1, 0]
    assert [claim.verdict for claim in after.harvests["shop"].claims] == [True, True, True, None, None]
    assert [entry.claim for entry in saved_drift(after, {}).entries] == ["2 things"]


def test_a_harness_that_may_not_run(shop: Shop) -> None:
    shop.config = replace(shop.config, harvest=False)
    verdicts = shop.judged(start(shop, *LOGGED))
    assert told(verdicts)[0] == ("The total is 7", 0, 2, 1, "total")
    assert verdicts.harvest_skipped == "harvest = false in [tool.tessera]"
    assert verdicts.owned == {}


def test_a_harness_that_measures_nothing_is_still_told(shop: Shop) -> None:
    shop.edit("acme/harness.py", "results = []", "return []")
    verdicts = shop.judged(start(shop, *LOGGED))
    fault = verdicts.harvests["shop"].fault
    assert fault is not None
    assert fault.kind == "empty"
    assert len(told(verdicts)) == 3


def test_a_shape_that_hangs_on_one_of_them(shop: Shop) -> None:
    shop.config = replace(shop.config, timeout=1.0)
    hang = "    while claim.text == '3 things': pass\n    match = re.fullmatch(r\"([0-9]+) things\""
    shop.edit(CLAIMS, '    match = re.fullmatch(r"([0-9]+) things"', hang)
    verdicts = shop.judged(start(shop, *LOGGED))
    assert [fault.kind for fault in verdicts.measured["shop"].faults] == ["timeout"]
    assert figures(verdicts, "shop").unsupported == ()
    assert told(verdicts)[0] == ("The total is 7", 1, 2, 1, "total")


def test_a_wiring_that_is_edited_does_not_lose_them(shop: Shop) -> None:
    verifier = start(shop, *LOGGED)
    shop.judged(verifier)
    registry = shop.replace("acme/registry.py", "claims.GRAMMAR", "(claims.count,)")
    path = shop.path("acme/registry.py")
    verifier.judge({path: Document("file://" + path, 1, registry)}, ())
    verdicts = verifier.wait(LONGEST)
    assert told(verdicts)[3] == ("3 things", 0, 4, 0, "count")
    assert told(verdicts)[0] == ("The total is 7", 1, 2, 0, "")
