"""The worker's life: started, superseded, reloaded; in every interpreter that is here."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from tessera_worker_foreign import LONGEST, Shop, at_rest, below, is_stuck, owners, sample, soon, stuck

from tessera_lsp import wire
from tessera_lsp.text import Document
from tessera_lsp.verify import Interpreter, Verifier
from tessera_lsp.verify.asides import Aside

CLAIMS = "acme/shop/claims.py"
RIGHT = sample("The total is 7", "a", "b")
HEAD = "def total(claim, nodes, graph):\n"
PYENV = Path(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))) / "versions"


def python(version: str) -> str:
    """An interpreter of a version, or the test is skipped."""
    found = sorted(PYENV.glob(f"{version}.*/bin/python"))
    if not found:
        pytest.skip(f"no Python {version} under {PYENV}")
    return str(found[-1])


@pytest.mark.parametrize("version", ["3.9", "3.10", "3.11", "3.12", "3.13"])
def test_end_to_end_in_every_interpreter(shop: Shop, version: str) -> None:
    """Load, harvest, edit, a stuck shape with its line, a raise: the same in all of them."""
    shop.config = shop.config.__class__(timeout=2.0, import_timeout=20.0)
    shop.interpreter = Interpreter(python(version), "a test's", version)
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT,))
    assert verdicts.python.startswith(version + ".")
    assert owners(verdicts.harvests["shop"])["2 things"] == "count"
    assert verdicts.measured["shop"].verdicts == (1, 1, 1)
    edit = shop.replace(CLAIMS, "sum(nodes", "1 + sum(nodes")
    assert shop.judged(verifier, (RIGHT,), {CLAIMS: edit}).measured["shop"].verdicts == (0, 1, 1)
    text = shop.replace(CLAIMS, HEAD, HEAD + "    while True: pass\n")
    (fault,) = shop.judged(verifier, (RIGHT,), {CLAIMS: text}).items["The total is 7"].faults
    assert (fault.kind, fault.frames[-1].line) == ("timeout", 5)


def test_an_edit_supersedes_at_once(shop: Shop) -> None:
    """A judgement that would take ten minutes ends with the next edit, and nothing of it is told."""
    shop.config = shop.config.__class__(timeout=600)
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    verifier.judge({shop.path(CLAIMS): Document("file:///c", 1, stuck(shop))}, (RIGHT,))
    assert soon(lambda: is_stuck(shop))
    verdicts = shop.judged(verifier, (RIGHT,), {CLAIMS: shop.text(CLAIMS) + "# new\n"})
    assert verdicts.items["The total is 7"].answers == ("True",)
    assert soon(lambda: len(below(verifier.pid)) == 4), "only the three zygotes are left, and a spare process"


def test_a_process_waits_for_the_next_edit(shop: Shop) -> None:
    """It is forked while nobody waits, judges as one that was forked for the edit would, and is followed by
    another; a save ends it together with the state that it is of."""
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    waiting = at_rest(verifier.pid)
    edited = {CLAIMS: stuck(shop)}
    verifier.judge({shop.path(CLAIMS): Document("file:///c", 1, edited[CLAIMS])}, (RIGHT,))
    assert soon(lambda: is_stuck(shop))
    assert below(verifier.pid) == waiting, "no process was forked for it"
    verdicts = shop.judged(verifier, (RIGHT,), {CLAIMS: shop.replace(CLAIMS, "sum(nodes", "1 + sum(nodes")})
    assert verdicts.items["The total is 7"].answers == ("False",)
    assert shop.judged(verifier, (RIGHT,)).items["The total is 7"].answers == ("True",)
    shop.write(CLAIMS, shop.text(CLAIMS) + "# saved\n")
    verifier.reload()
    assert soon(lambda: verifier.verdicts.load == 2 and verifier.settled)
    assert not at_rest(verifier.pid) & waiting, "nothing of the old state is left"


def test_what_nobody_waits_for_leaves_the_waiting_process_to_edits(shop: Shop) -> None:
    """A judgement beside what is shown has a process of its own."""
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    waiting = at_rest(verifier.pid)
    document = Document("file:///c", 1, stuck(shop))
    verifier.aside(Aside({shop.path(CLAIMS): document}, (RIGHT,), False, lambda verdicts: None))
    assert soon(lambda: is_stuck(shop))
    assert below(verifier.pid) > waiting
    assert shop.judged(verifier, (RIGHT,)).items["The total is 7"].answers == ("True",)


def test_no_verdict_is_told_under_a_text_that_it_was_not_given_for(shop: Shop) -> None:
    """Every value that is handed on, while edits come faster than they are judged, agrees with its texts."""
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    right: dict[str, str] = {}
    for number in range(30):
        text = shop.replace(CLAIMS, "sum(nodes", f"{number % 2} + sum(nodes") + f"# {number}\n"
        document = Document("file:///c", 1, text)
        right[document.digest] = str(number % 2 == 0)
        verifier.judge({shop.path(CLAIMS): document}, (RIGHT,))
        if number % 5 == 0:
            assert verifier.wait(LONGEST).judged
        time.sleep(0.01)
    verifier.wait(LONGEST)
    told = set()
    for value in shop.values:
        answer = value.items.get("The total is 7")
        if answer is not None and value.texts:
            told.add(value.texts[shop.path(CLAIMS)])
            assert answer.answers == (right[value.texts[shop.path(CLAIMS)]],)
    assert len(told) >= 7, "those that were waited for, at least"
    assert shop.values[-1].judged


def test_an_answer_that_comes_late_is_dropped(shop: Shop) -> None:
    """Of a judgement that was superseded while its answer was on the way."""
    verifier = shop.start()
    before = shop.judged(verifier, (RIGHT,))
    text = shop.text(CLAIMS) + "# new\n"
    verifier.judge({shop.path(CLAIMS): Document("file:///c", 1, text)}, (RIGHT,))
    late = wire.ItemJudged(1, "The total is 7", (), ("False",), ())
    done = wire.JudgeDone(1, False, (), {}, 0.0)
    process = verifier._process
    assert process is not None
    verifier._received(process, [late, done])
    assert verifier.verdicts.items == before.items
    assert verifier.wait(LONGEST).items["The total is 7"].answers == ("True",)


def test_a_save_is_loaded_while_the_old_state_serves(shop: Shop) -> None:
    gate = shop.root / "gate"
    held = f"    import os, time\n    while os.path.exists({str(gate)!r}): time.sleep(0.01)\n"
    shop.edit("acme/shop/data.py", "    graph = Graph()\n", held + "    graph = Graph()\n")
    verifier = shop.start()
    assert shop.judged(verifier, (RIGHT,)).load == 1
    saved = shop.replace(CLAIMS, "sum(nodes", "1 + sum(nodes")
    shop.write(CLAIMS, saved)
    gate.touch()
    verifier.reload()
    verdicts = shop.judged(verifier, (RIGHT,), {CLAIMS: saved})
    assert verdicts.load == 1, "the old state answers at once, from the buffer"
    assert verdicts.items["The total is 7"].answers == ("False",)
    assert set(verdicts.texts) == {shop.path(CLAIMS)}
    gate.unlink()
    assert soon(lambda: verifier.verdicts.load == 2 and verifier.verdicts.harvest_done)
    verdicts = verifier.wait(LONGEST)
    assert verdicts.texts == {}, "what is open is what was imported now"
    assert verdicts.items["The total is 7"].answers == ("False",)
    assert verdicts.harvests["shop"].claims[0].verdict is False


def test_a_load_is_known_by_its_number(shop: Shop) -> None:
    """Two saves of data alone, the second while the first is being loaded: what comes of the first is not
    taken for what comes of the second, though the modules are the same."""
    gate, prices = shop.root / "gate", shop.root / "prices.txt"
    prices.write_text("3")
    read = f"    import os, time\n    price = int(open({str(prices)!r}).read())\n"
    read += f"    while os.path.exists({str(gate)!r}): time.sleep(0.01)\n"
    shop.edit("acme/shop/data.py", "    graph = Graph()\n", read + "    graph = Graph()\n")
    shop.edit("acme/shop/data.py", '"an apple for 3", 3', '"an apple for 3", price')
    verifier = shop.start()
    assert shop.judged(verifier, (RIGHT,)).items["The total is 7"].answers == ("True",)
    prices.write_text("4")
    first = verifier.reload()
    assert soon(lambda: verifier.verdicts.load == first)
    gate.touch()
    prices.write_text("5")
    second = verifier.reload()
    prices.write_text("3")
    third = verifier.reload()
    assert (first, second, third) == (2, 3, 4)
    gate.unlink()
    assert soon(lambda: verifier.verdicts.load == third)
    assert 3 not in {value.load for value in shop.values}, "its place was taken before it had ended"
    assert verifier.wait(LONGEST).items["The total is 7"].answers == ("True",)


def test_a_save_that_breaks_is_told_and_a_save_that_mends_too(shop: Shop) -> None:
    verifier = shop.start()
    good = shop.text(CLAIMS)
    shop.judged(verifier, (RIGHT,))
    shop.write(CLAIMS, good + "\ndef (\n")
    verifier.reload()
    assert soon(lambda: verifier.verdicts.load == 2)
    assert verifier.wait(LONGEST).load_faults[0].doing == "import"
    shop.write(CLAIMS, good)
    verifier.reload()
    assert soon(lambda: verifier.verdicts.load == 3)
    verdicts = verifier.wait(LONGEST)
    assert verdicts.load_faults == ()
    assert verdicts.items["The total is 7"].answers == ("True",)


def test_a_project_that_refuses_is_not_run(shop: Shop) -> None:
    shop.config = shop.config.__class__(run=False)
    with pytest.raises(ValueError, match="run = false"):
        Verifier(shop.project(), shop.interpreter, shop.values.append, shop.lines.append)


def test_the_project_sees_what_pytest_would_show_it(shop: Shop) -> None:
    """Path, arguments, working directory, ``__main__``, environment: as ``python -m pytest`` at the root; and
    a file that shadows a standard module that only the worker has imported is the project's own."""
    shop.write("struct.py", "OWN = True\n")
    shop.write(
        CLAIMS,
        """
        import os, sys, struct
        print("FOUND", sys.path[0], os.getcwd(), sys.argv, sorted(vars(sys.modules["__main__"])), struct.OWN)
        print("HOLDS", [name for name in sys.modules if name == "tessera_lsp"], os.path.realpath(__file__))
        """
        + "\n".join("        " + line for line in shop.text(CLAIMS).split("\n")),
    )
    verdicts = shop.judged(shop.start(), (RIGHT,))
    assert verdicts.load_faults == ()
    found = next(line for line in shop.lines if line.startswith("FOUND"))
    assert found.startswith(f"FOUND {shop.root} {shop.root} ['pytest'] ")
    assert found.endswith(" True")
    assert "BEFORE" not in found, "what stands in the worker's own main module"
    assert f"HOLDS [] {shop.path(CLAIMS)}" in shop.lines
    assert any("'struct' is shadowed by" in line for line in shop.lines)


def test_data_ingested_on_import_is_found(shop: Shop) -> None:
    """By ``parents[n]`` of the module's own file."""
    shop.write("rows.csv", "a,3\nb,4\n")
    shop.edit(
        "acme/shop/data.py",
        "def build_graph",
        "import pathlib\npathlib.Path(__file__).parents[2].joinpath('rows.csv').open()\n\ndef build_graph",
    )
    verdicts = shop.judged(shop.start(), (RIGHT,))
    assert verdicts.load_faults == ()
    assert verdicts.items["The total is 7"].answers == ("True",)


def test_citations_that_nobody_knows(shop: Shop) -> None:
    item = sample("The total is 7", "a", "order/99")
    judged = shop.judged(shop.start(), (item,)).items["The total is 7"]
    assert judged.answers == ()
    assert judged.consultations[0].unknown == ("order/99",)
    assert judged.consultations[0].verdict is None


def test_a_shape_that_is_not_there(shop: Shop) -> None:
    judged = shop.judged(shop.start(), (sample("x", "a", shape="nowhere"),)).items["x"]
    assert judged.why_not == "acme.shop.claims has no nowhere"
