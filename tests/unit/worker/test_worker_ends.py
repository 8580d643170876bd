"""How a worker ends: killed, broken off, closed, taken along by its server; and what comes after it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tessera_worker_foreign import LONGEST, Shop, alive, below, is_stuck, sample, soon, stuck

from tessera_lsp.text import Document

CLAIMS = "acme/shop/claims.py"
RIGHT = sample("The total is 7", "a", "b")
HEAD = "def total(claim, nodes, graph):\n"
SERVER = """
import importlib.util, pathlib, sys, time
sys.path[:0] = sys.argv[3:]
spec = importlib.util.spec_from_file_location("tessera_worker_foreign", sys.argv[1])
foreign = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = foreign
spec.loader.exec_module(foreign)
shop = foreign.Shop(pathlib.Path(sys.argv[2]), write=False)
print(shop.start().pid, flush=True)
time.sleep(60)
"""


def test_a_worker_that_is_killed_is_started_again(shop: Shop) -> None:
    """What it was doing ends with it, though it was stuck; what was asked is asked again."""
    shop.config = shop.config.__class__(timeout=600)
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    first = verifier.pid
    verifier.judge({shop.path(CLAIMS): Document("file:///c", 1, stuck(shop))}, (RIGHT,))
    assert soon(lambda: is_stuck(shop))
    everybody = below(first)
    os.kill(first, signal.SIGKILL)
    assert soon(lambda: verifier.pid not in (0, first))
    assert soon(lambda: not any(alive(pid) for pid in everybody)), "its processes end with it"
    verdicts = shop.judged(verifier, (RIGHT,))
    assert verdicts.state == "ready"
    assert verdicts.items["The total is 7"].answers == ("True",)


def test_a_worker_that_keeps_breaking_off_is_given_up(shop: Shop) -> None:
    verifier = shop.start()
    killed: set[int] = set()
    deadline = time.monotonic() + LONGEST
    while verifier.verdicts.state != "failed" and time.monotonic() < deadline:
        pid = verifier.pid
        if pid and pid not in killed:
            killed.add(pid)
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)
    verdicts = verifier.wait(1)
    assert verdicts.state == "failed"
    assert "started 4 times" in verdicts.reason
    assert len(killed) == 4


def test_a_killed_server_leaves_nothing(shop: Shop) -> None:
    """The parent is killed while a shape sleeps in a child with a session of its own: all end soon."""
    leave = "import subprocess, time; subprocess.Popen(['setsid', 'sleep', '80']); time.sleep(60)"
    shop.edit("acme/harness.py", "    results = []", f"    {leave}\n    results = []")
    script = shop.root / "server.py"
    script.write_text(SERVER)
    foreign = sys.modules[Shop.__module__].__file__
    command = [
        sys.executable,
        str(script),
        str(foreign),
        str(shop.root),
        *(path for path in sys.path if path),
    ]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        assert soon(lambda: any("sleep" in _command(pid) for pid in below(worker)))
        everybody = below(worker) | {worker}
        server.kill()
        assert soon(lambda: not any(alive(pid) for pid in everybody), 10.0)
    finally:
        server.kill()
        server.wait(5)


def test_closing_is_quick_at_every_moment(shop: Shop) -> None:
    for wait in (0.0, 0.03, 0.1):
        verifier = shop.start()
        everybody = below(verifier.pid) | {verifier.pid}
        time.sleep(wait)
        everybody |= below(verifier.pid)
        began = time.monotonic()
        verifier.close()
        assert time.monotonic() - began < 10.0, "two seconds, and what a busy machine adds"
        assert soon(lambda everybody=everybody: not any(alive(pid) for pid in everybody))


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


KILLS = "def total(claim, nodes, graph):\n    import os, signal\n    {0}\n"


@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize("kill", ["os.kill(os.getppid(), 9)", "os.killpg(os.getpgid(os.getppid()), 15)"])
def test_a_shape_that_would_end_the_worker(shop: Shop, kill: str, threads: bool) -> None:
    """The worker's own process is above the shape's: the signal is refused, and that is the shape's fault.
    So it is where a native thread leaves no zygote to fork."""
    if threads:
        thread = "import threading, time\n"
        thread += "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        shop.write("acme/core.py", thread + shop.text("acme/core.py"))
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    first = verifier.pid
    text = shop.replace(CLAIMS, HEAD, KILLS.format(kill))
    (fault,) = shop.judged(verifier, (RIGHT,), {CLAIMS: text}).items["The total is 7"].faults
    assert (fault.kind, fault.doing, fault.shape) == ("exit", "shape", "acme.shop.claims:total")
    assert fault.message.startswith("sent signal ")
    assert fault.frames[-1].line == text.split("\n").index(f"    {kill}") + 1
    assert shop.judged(verifier, (RIGHT,)).items["The total is 7"].answers == ("True",)
    assert verifier.pid == first


def test_an_edit_starts_a_worker_afresh_that_was_given_up(shop: Shop) -> None:
    """A shape that ends the worker by a way that is not seen: given up after four starts, with the sample
    that was being judged and nothing of an older text; another text is judged by a new worker."""
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    kill = "__import__('subprocess').run(['kill', '-9', str(os.getppid())]); __import__('time').sleep(9)"
    text = shop.replace(CLAIMS, HEAD, KILLS.format(kill))
    document = Document("file://" + shop.path(CLAIMS), 1, text)
    # Asked for count, whose ladder begins with total: it is total that is named.
    verifier.judge({shop.path(CLAIMS): document}, (sample("2 things", "a", "b", shape="count"),))
    verdicts = verifier.wait(LONGEST)
    assert verdicts.state == "failed"
    assert "started 4 times" in verdicts.reason
    assert "while it asked acme.shop.claims:total about '2 things'" in verdicts.reason
    assert dict(verdicts.items) == {}
    assert shop.judged(verifier, (RIGHT,)).items["The total is 7"].answers == ("True",)
    for _ in range(2):
        os.kill(verifier.pid, signal.SIGKILL)
        assert soon(lambda: verifier.verdicts.state == "starting")
        assert shop.judged(verifier, (RIGHT,)).items["The total is 7"].answers == ("True",)


def test_a_fault_of_who_is_told_ends_the_worker_and_all_below(shop: Shop) -> None:
    """The reading thread does not end in silence: a new worker is started, and of the old one nothing is
    left, what it has put into a session of its own included."""
    marker = shop.root / "pid"
    leave = f"import subprocess; subprocess.Popen(['sh', '-c', 'setsid sleep 76 & echo $! > {marker}; wait'])"
    shop.edit("acme/harness.py", "    results = []", f"    {leave}.wait()\n    results = []")
    verifier = shop.start()
    verifier.judge({}, (RIGHT,))
    assert soon(lambda: marker.exists() and marker.read_text().strip() != "", LONGEST)
    assert soon(lambda: verifier.verdicts.judged, LONGEST)
    first, sleeper = verifier.pid, int(marker.read_text())
    told = verifier._notify

    def broken(value: object) -> None:
        verifier._notify = told
        raise RuntimeError("nobody listens")

    verifier._notify = broken
    verifier.judge({}, (RIGHT,))
    assert soon(lambda: verifier.pid not in (0, first), LONGEST)
    assert soon(lambda: not alive(sleeper), LONGEST)
    assert any("nobody listens" in line for line in shop.lines)
