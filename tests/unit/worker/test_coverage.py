"""What is executed while claims are judged, in every interpreter that a project may have."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tessera_worker_foreign import LONGEST, Shop, sample

from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify import Interpreter, Verifier
from tessera_lsp.wire import Item

CLAIMS = "acme/shop/claims.py"
PYENV = Path(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))) / "versions"
LINES = ["3.9", "3.10"]
COLUMNS = ["3.11", "3.12", "3.13"]
SHAPE = """
def total(claim, nodes, graph):
    if not claim.text.startswith("The total"):
        return None
    stated = claim.text.split()[-1]
    return True if stated == "7" else False


def helper():
    return 1


GRAMMAR = (total,)
"""
ITEMS = (sample("The total is 7", "a", "b"),)


def python(version: str) -> Interpreter:
    found = sorted(PYENV.glob(f"{version}.*/bin/python"))
    if not found:
        pytest.skip(f"no Python {version} under {PYENV}")
    return Interpreter(str(found[-1]), "a test's", version)


def covered(
    shop: Shop, verifier: Verifier, measured: bool = False, items: tuple[Item, ...] = ITEMS
) -> Verdicts:
    verifier.judge({}, items, measured, cover=(shop.path(CLAIMS),))
    verdicts = verifier.wait(LONGEST)
    assert verdicts.judged, (verdicts.reason, shop.lines)
    return verdicts


@pytest.mark.parametrize("version", LINES + COLUMNS)
def test_executed_and_missed(shop: Shop, version: str) -> None:
    shop.interpreter = python(version)
    shop.write(CLAIMS, SHAPE.lstrip("\n"))
    told = covered(shop, shop.start()).covered
    assert [(one.path, one.function, one.line) for one in told] == [(shop.path(CLAIMS), "total", 1)]
    text = shop.text(CLAIMS).split("\n")
    missed = {(line, text[line - 1][start:end]) for line, _, start, end in told[0].missed if start >= 0}
    if version in LINES:
        assert {spot[0] for spot in told[0].missed} == {3}
        assert {spot[0] for spot in told[0].executed} == {2, 4, 5}
    else:
        assert (3, "None") in missed
        assert {spot for spot in missed if spot[0] == 5} == {(5, "False")}


def test_measured_claims_count_though_their_verdicts_are_kept(shop: Shop) -> None:
    """The harness has shown them already; where what is executed is asked for, they are asked again."""
    shop.write(CLAIMS, SHAPE.lstrip("\n"))
    verifier = shop.start()
    shop.judged(verifier)
    (told,) = covered(shop, verifier, measured=True).covered
    assert 3 in {spot[0] for spot in told.executed}


def test_nothing_is_told_unasked(shop: Shop) -> None:
    assert shop.judged(shop.start(), ITEMS).covered == ()


def test_nothing_is_told_where_a_process_ended_on_the_way(shop: Shop) -> None:
    """What it had executed is not known."""
    shop.write(CLAIMS, SHAPE.lstrip("\n").replace("return None", "import os; os._exit(3)"))
    verdicts = covered(shop, shop.start(), items=(*ITEMS, sample("Another", "a"), *ITEMS))
    assert verdicts.counts["processes"] > 1
    assert verdicts.covered == ()


@pytest.mark.parametrize("version", ["3.11", "3.12"])
def test_nothing_is_told_where_the_project_traces_for_itself(shop: Shop, version: str) -> None:
    shop.interpreter = python(version)
    taken = "import sys; sys.settrace(None)"
    if version == "3.12":
        taken = "import sys; sys.monitoring.free_tool_id(3)"
    shop.write(CLAIMS, SHAPE.lstrip("\n").replace("    stated =", f"    {taken}\n    stated ="))
    assert covered(shop, shop.start()).covered == ()
