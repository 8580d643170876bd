"""What user code can do to its process, each a fault at the line that did it, and the rest is judged."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import pytest
from tessera_worker_foreign import Shop, alive, below, line_of, recovers, sample, soon

RIGHT = sample("The total is 7", "a", "b")
COUNT = sample("2 things", "a", "b", shape="count")
CLAIMS = "acme/shop/claims.py"

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux alone keeps this limit")


def broken(shop: Shop, statement: str) -> dict[str, str]:
    """The claims file, unsaved, with a statement at the begin of ``total``."""
    head = "def total(claim, nodes, graph):\n"
    return {CLAIMS: shop.replace(CLAIMS, head, head + f"    {statement}\n")}


def test_an_exception_is_a_fault_at_its_line(shop: Shop) -> None:
    verifier = shop.start()
    edit = broken(shop, "1 / 0")
    verdicts = shop.judged(verifier, (RIGHT, COUNT), edit)
    judged = verdicts.items["The total is 7"]
    assert judged.answers == ("raised",)
    (fault,) = judged.faults
    assert (fault.kind, fault.doing, fault.shape) == ("raised", "shape", "acme.shop.claims:total")
    assert fault.message == "ZeroDivisionError: division by zero"
    assert fault.claim == "The total is 7"
    assert fault.frames[-1].path == shop.path(CLAIMS)
    assert fault.frames[-1].line == line_of(edit[CLAIMS], "1 / 0")
    (consultation,) = judged.consultations
    assert consultation.verdict is None
    assert consultation.fault is not None
    assert consultation.fault.shape == "acme.shop.claims:total"
    assert verdicts.measured["shop"].verdicts == (-1, -1, -1)
    recovers(shop, verifier)


@pytest.mark.parametrize(
    ("statement", "kind", "said"),
    [
        ("raise SystemExit(0)", "exit", "SystemExit"),
        ("raise KeyboardInterrupt", "exit", "KeyboardInterrupt"),
        ("import os; os._exit(3)", "exit", "os._exit(3)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", "died", "SIGTERM"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "memory", "killed by the system"),
        ("import ctypes; ctypes.string_at(0)", "died", "SIGSEGV"),
        ("while True: pass", "timeout", "within 2 s"),
        ("import time; time.sleep(600)", "timeout", "within 2 s"),
        (r"re.fullmatch('(a+)+$', 'a' * 60 + 'b')", "timeout", "within 2 s"),
    ],
)
def test_a_shape_that_ends_or_blocks_its_process(shop: Shop, statement: str, kind: str, said: str) -> None:
    """The line is told, the shape is not asked again, and other shapes' samples are judged on."""
    if kind == "timeout":
        shop.config = shop.config.__class__(timeout=2.0, import_timeout=20.0)
    verifier = shop.start()
    edit = broken(shop, statement)
    verdicts = shop.judged(verifier, (RIGHT, COUNT, sample("3 things", "a", shape="count")), edit)
    judged = verdicts.items["The total is 7"]
    assert judged.answers == ("raised",)
    fault = judged.faults[0]
    assert (fault.kind, fault.shape, fault.claim) == (kind, "acme.shop.claims:total", "The total is 7")
    assert said in fault.message
    if "SIGTERM" not in statement:
        own = [frame for frame in fault.frames if frame.path == shop.path(CLAIMS)]
        assert own[-1].line == line_of(edit[CLAIMS], statement)
    other = verdicts.items["2 things"]
    assert other.answers == ("True",), "count itself is well, though total stands before it in the ladder"
    if "raise" not in statement:
        assert other.consultations[0].verdict is None
        assert "total ended the process" in other.consultations[0].why_not
        assert verdicts.counts["processes"] == 2
    recovers(shop, verifier)


@linux
@pytest.mark.parametrize("statement", ["bytearray(10 ** 12)", "[bytearray(10 ** 7) for _ in range(10 ** 6)]"])
def test_memory_past_the_limit_is_a_fault_at_its_line(shop: Shop, statement: str) -> None:
    shop.config = shop.config.__class__(timeout=5.0, memory=200)
    verifier = shop.start()
    edit = broken(shop, statement)
    judged = shop.judged(verifier, (RIGHT,), edit).items["The total is 7"]
    (fault,) = judged.faults
    assert fault.kind == "memory"
    own = [frame for frame in fault.frames if frame.path == shop.path(CLAIMS)]
    assert own[-1].line == line_of(edit[CLAIMS], statement)
    recovers(shop, verifier)


@pytest.mark.parametrize("answer", ["7", "re.match('a', 'a')", "'yes'", "object()"])
def test_an_answer_that_is_neither_bool_nor_none(shop: Shop, answer: str) -> None:
    verifier = shop.start()
    edit = broken(shop, f"return {answer}")
    judged = shop.judged(verifier, (RIGHT,), edit).items["The total is 7"]
    assert judged.answers[0] not in ("True", "False", "None", "raised")
    for fault in (judged.faults[0], judged.consultations[0].fault):
        assert fault is not None
        assert (fault.kind, fault.doing, fault.shape) == ("answer", "shape", "acme.shop.claims:total")
        assert fault.frames[-1].line == line_of(edit[CLAIMS], f"return {answer}")
    recovers(shop, verifier)


def test_what_is_printed_goes_to_the_log(shop: Shop) -> None:
    """By ``print``, on the descriptor itself, and by a child of the project; at import and in a shape."""
    loud = "import os, subprocess; print('from print'); os.write(1, b'from write\\n')\n"
    loud += "subprocess.run(['sh', '-c', 'echo from a child'])\n"
    shop.write(CLAIMS, loud + shop.text(CLAIMS))
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT,), broken(shop, "print('from a shape')"))
    assert verdicts.items["The total is 7"].answers == ("True",)
    for said in ("from print", "from write", "from a child", "from a shape"):
        assert soon(lambda said=said: said in shop.lines), said


def test_a_flood_of_output_blocks_nobody(shop: Shop) -> None:
    """A hundred megabytes on descriptor 1 are read and for the most part forgotten."""
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    edit = broken(shop, "__import__('os').write(1, (b'x' * 999 + b'\\n') * 1000)")
    shop.config = shop.config.__class__(timeout=20.0)
    many = tuple(sample(f"The total is {number}", "a", "b") for number in range(50))
    verdicts = shop.judged(verifier, many, edit)
    assert verdicts.items["The total is 7"].answers == ("True",)
    assert sum(map(len, shop.lines[-2000:])) < 10_000_000


def test_garbage_on_every_descriptor_is_a_fault(shop: Shop) -> None:
    """A process that writes into what it was handed is ended; the server's stream holds frames only."""
    verifier = shop.start()
    scribble = "__import__('acme.scribble').scribble.over(claim)"
    shop.write(
        "acme/scribble.py",
        """
        import os
        def over(claim):
            for number in range(3, 40):
                try:
                    os.write(number, b"garbage " * 50)
                except OSError:
                    pass
        """,
    )
    verdicts = shop.judged(verifier, (RIGHT, COUNT), broken(shop, scribble))
    judged = verdicts.items.get("The total is 7")  # none where it was ended between two calls
    assert (judged is not None and judged.faults) or verdicts.judge_faults
    recovers(shop, verifier)


@linux
def test_descendants_in_sessions_of_their_own_are_ended(shop: Shop) -> None:
    """A shape leaves sleeping grandchildren behind, detached by every art: they end with the judgement."""
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    marker = shop.root / "pids"
    start = (
        "import subprocess; subprocess.Popen(['sh', '-c', "
        f"'(setsid sleep 77 & echo $! >> {marker}) & setsid sleep 78 & echo $! >> {marker}; exit 0'"
        "], start_new_session=True).wait()"
    )
    verdicts = shop.judged(verifier, (RIGHT,), broken(shop, start))
    assert verdicts.items["The total is 7"].answers == ("True",)
    pids = [int(line) for line in marker.read_text().split()]
    assert pids
    assert soon(lambda: not any(alive(pid) for pid in pids))
    recovers(shop, verifier)


@linux
@pytest.mark.parametrize("how", ["close", "kill"])
def test_nothing_is_left_when_the_parent_ends(shop: Shop, how: str) -> None:
    """Closed, or its supervisor's end of the pipe closed as when the server is killed: all is gone."""
    shop.config = shop.config.__class__(timeout=600.0)
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    # One that is a child still, and one that has lost its parent already.
    start = "import subprocess, time; subprocess.Popen(['setsid', 'sleep', '79']); "
    start += "subprocess.run(['sh', '-c', 'setsid sleep 79 &']); time.sleep(600)"
    verifier.judge({}, (RIGHT,))
    documents = {shop.path(CLAIMS): _document(shop, broken(shop, start)[CLAIMS])}
    verifier.judge(documents, (RIGHT,))
    supervisor = verifier.pid
    assert soon(lambda: sum(_command(pid).startswith("sleep") for pid in below(supervisor)) == 2)
    everybody = below(supervisor) | {supervisor}
    if how == "close":
        verifier.close()
    else:
        os.kill(supervisor, signal.SIGTERM)
    assert soon(lambda: not any(alive(pid) for pid in everybody), 10.0)


def _document(shop: Shop, text: str) -> object:
    from tessera_lsp.text import Document

    return Document("file://" + shop.path(CLAIMS), 1, text)


def _command(pid: int) -> str:
    try:
        return re.sub("\0", " ", Path(f"/proc/{pid}/cmdline").read_text())
    except OSError:
        return ""


@pytest.mark.parametrize("error", ["GeneratorExit()", "type('Stop', (BaseException,), {})()"])
def test_what_is_no_exception_ends_as_an_exit_does(shop: Shop, error: str) -> None:
    verdicts = shop.judged(shop.start(), (RIGHT,), broken(shop, f"raise {error}"))
    (fault,) = verdicts.items["The total is 7"].faults
    assert (fault.kind, fault.doing, fault.shape) == ("exit", "shape", "acme.shop.claims:total")


def test_no_address_leaves_the_process(shop: Shop) -> None:
    """``<object object at 0x7f…>`` differs by run: answers and messages go without."""
    verifier = shop.start()
    judged = shop.judged(verifier, (RIGHT,), broken(shop, "return object()")).items["The total is 7"]
    assert judged.answers == ("<object>",)
    assert "<object>:" in judged.faults[0].message
    (fault,) = (
        shop.judged(verifier, (RIGHT,), broken(shop, "raise KeyError(object())"))
        .items["The total is 7"]
        .faults
    )
    assert fault.message == "KeyError: <object object>"
