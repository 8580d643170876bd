"""What a shape does beside its answer: put back or refused, told, and the next verdict is what it would have
been alone."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from tessera_worker_foreign import Shop, line_of, sample

CLAIMS = "acme/shop/claims.py"
RIGHT = sample("The total is 7", "a", "b")
COUNT = sample("2 things", "a", "b", shape="count")

STATE = '''
import builtins, decimal, os, random, signal, sys, threading
RANDOM, FOLDER, PATH = random.getstate(), os.getcwd(), list(sys.path)
HANDLER, LIMIT = signal.getsignal(signal.SIGTERM), sys.getrecursionlimit()

def untouched():
    """Whether the process is as it was when the module was imported."""
    return (
        len([1, 2]) == 2
        and not hasattr(builtins, "shop")
        and decimal.Decimal(1) / 3 == decimal.Decimal("0.3333333333333333333333333333")
        and os.getcwd() == FOLDER
        and "SHOP" not in os.environ
        and random.getstate() == RANDOM
        and sys.path == PATH
        and sys.getrecursionlimit() == LIMIT
        and signal.getsignal(signal.SIGTERM) == HANDLER
        and signal.getitimer(signal.ITIMER_REAL)[0] == 0
    )
'''


def edited(shop: Shop, statement: str) -> dict[str, str]:
    """The claims, unsaved: ``total`` begins with the statement, ``count`` says False where it left a
    trace."""
    text = shop.text(CLAIMS).replace("import re\n", "import re\n" + STATE, 1)
    for head, line in (("def total", statement), ("def count", "if not untouched(): return False")):
        start = text.index(head)
        end = text.index("\n", start) + 1
        text = text[:end] + f"    {line}\n" + text[end:]
    return {CLAIMS: text}


@pytest.mark.parametrize(
    ("statement", "said", "has_line"),
    [
        ("builtins.len = lambda one: 99", "changed the builtin len", False),
        ("builtins.shop = 1; del builtins.memoryview", "changed the builtin memoryview, shop", False),
        ("decimal.getcontext().prec = 2", "changed the context of decimal", False),
        ("decimal.setcontext(decimal.Context(prec=2))", "changed the context of decimal", False),
        ("os.chdir('/')", "changed the working directory", True),
        ("os.environ['SHOP'] = 'open'", "changed the environment (SHOP)", True),
        ("random.seed(7)", "seeded the generator that all modules share", True),
        ("sys.path.insert(0, '/nowhere')", "changed sys.path", False),
        ("sys.setrecursionlimit(5000)", "changed the limit of recursion", False),
        ("signal.signal(signal.SIGTERM, signal.SIG_IGN)", "set a signal handler", True),
        ("decimal.getcontext().traps[decimal.Inexact] = True", "changed the context of decimal", False),
    ],
)
def test_what_all_share_is_put_back(shop: Shop, statement: str, said: str, has_line: bool) -> None:
    """Told with the verdict, at the line where that is known; the neighbour in the same run sees nothing."""
    verifier = shop.start()
    edit = edited(shop, statement)
    verdicts = shop.judged(verifier, (RIGHT, COUNT), edit)
    judged = verdicts.items["The total is 7"]
    assert judged.answers == ("True",)
    for fault in (judged.faults[0], judged.consultations[0].fault):
        assert fault is not None
        assert (fault.kind, fault.doing, fault.shape) == ("impure", "shape", "acme.shop.claims:total")
        assert fault.message == said
        own = [frame.line for frame in fault.frames if frame.path == shop.path(CLAIMS)]
        assert own[-1:] == ([line_of(edit[CLAIMS], statement)] if has_line else [])
    assert verdicts.items["2 things"].answers == ("True",), "asked directly after total"
    assert verdicts.measured["shop"].verdicts == (1, 1, 1), "and in the ladder behind it"
    assert {fault.shape for fault in verdicts.measured["shop"].faults} == {"acme.shop.claims:total"}
    assert shop.judged(verifier, (RIGHT, COUNT)).items["The total is 7"].faults == ()


def test_an_alarm_with_a_handler_rings_for_nobody_else(shop: Shop) -> None:
    statement = (
        "signal.signal(signal.SIGALRM, lambda *given: 1 / 0); signal.setitimer(signal.ITIMER_REAL, 60)"
    )
    before = f"AT_ONCE = lambda: [{statement.replace('; ', ', ')}]\n\ndef total"
    edit = edited(shop, "AT_ONCE()")[CLAIMS].replace("def total", before, 1)
    verdicts = shop.judged(shop.start(), (RIGHT, COUNT), {CLAIMS: edit})
    assert verdicts.items["The total is 7"].faults[0].message == "set a signal handler"
    assert verdicts.items["2 things"].answers == ("True",), "no timer is left"


def test_a_thread_that_is_left_running_is_told(shop: Shop) -> None:
    statement = "threading.Thread(target=threading.Event().wait, daemon=True).start()"
    verdicts = shop.judged(shop.start(), (RIGHT, COUNT), edited(shop, statement))
    (fault,) = verdicts.items["The total is 7"].faults
    assert (fault.kind, fault.message) == ("impure", "left a thread running")
    assert verdicts.items["2 things"].answers == ("True",)
    assert verdicts.items["2 things"].faults == (), "not laid at the neighbour's door"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("open({0!r}, 'w').write('x')", "wrote the file {0}, which was refused"),
        ("os.close(os.open({0!r}, os.O_CREAT | os.O_WRONLY))", "wrote the file {0}, which was refused"),
        ("os.mkdir({0!r})", "made the folder {0}, which was refused"),
        ("__import__('pathlib').Path({0!r}).write_text('x')", "wrote the file {0}, which was refused"),
        ("os.remove({1!r})", "removed {1}, which was refused"),
        ("os.rename({1!r}, {0!r})", "renamed {1}, which was refused"),
    ],
)
@pytest.mark.parametrize("swallowed", [False, True])
def test_a_shape_writes_nothing(shop: Shop, statement: str, said: str, swallowed: bool) -> None:
    """Told at its line, also where the shape goes on; nothing on the disk has changed."""
    target, there = str(shop.root / "written"), str(shop.root / "there")
    Path(there).write_text("kept")
    line = statement.format(target, there)
    if swallowed:
        line = f"try: {line}\n    except Exception: pass"
    edit = edited(shop, line)
    judged = shop.judged(shop.start(), (RIGHT,), edit).items["The total is 7"]
    assert judged.answers == (("True",) if swallowed else ("raised",))
    fault = judged.faults[0]
    assert (fault.kind, fault.message) == ("impure", said.format(target, there))
    own = [frame.line for frame in fault.frames if frame.path == shop.path(CLAIMS)]
    assert own[-1] == line_of(edit[CLAIMS], line.split("\n")[0])
    assert not os.path.exists(target)
    assert Path(there).read_text() == "kept"


def test_what_changes_nothing_outside_is_no_effect(shop: Shop) -> None:
    """Reading, the null device, output, an import that leaves a cache."""
    shop.write("acme/late.py", "VALUE = 1\n")
    statement = "open(__file__).close(); open(os.devnull, 'w').close(); print('x'); import acme.late, wave"
    judged = shop.judged(shop.start(), (RIGHT,), edited(shop, statement)).items["The total is 7"]
    assert (judged.answers, judged.faults) == (("True",), ())


def test_a_connection_to_this_machine_is_refused(shop: Shop) -> None:
    """The guard of the network lets a harness talk to its own machine; a shape talks to nobody."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        port = server.getsockname()[1]
        statement = f"__import__('socket').create_connection(('127.0.0.1', {port}))"
        judged = shop.judged(shop.start(), (RIGHT,), edited(shop, statement)).items["The total is 7"]
        fault = judged.faults[0]
        assert fault.kind == "impure"
        assert fault.message == f"connected to ('127.0.0.1', {port}), which was refused"
        with pytest.raises(TimeoutError):
            server.accept()


def test_a_process_that_is_started_is_told(shop: Shop) -> None:
    statement = "__import__('subprocess').run(['true'])"
    judged = shop.judged(shop.start(), (RIGHT,), edited(shop, statement)).items["The total is 7"]
    assert judged.answers == ("True",)
    assert (judged.faults[0].kind, judged.faults[0].message) == ("impure", "started a process (true)")


def test_a_harness_may_write(shop: Shop) -> None:
    """Its report is its business; only within the call of a shape nothing is written."""
    report = shop.root / "report.txt"
    shop.edit(
        "acme/harness.py", "    return results", f"    open({str(report)!r}, 'w').close()\n    return results"
    )
    verdicts = shop.judged(shop.start(), (RIGHT,))
    assert verdicts.harvests["shop"].fault is None
    assert report.exists()
