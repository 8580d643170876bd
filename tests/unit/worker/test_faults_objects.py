"""Objects of the project that answer no question: hostile texts of answers and exceptions, libraries that
raise on every name, recursion, threads, locks, floods."""

from __future__ import annotations

import sys
import time

import pytest
from tessera_worker_foreign import LONGEST, Shop, line_of, recovers, sample, soon

CLAIMS = "acme/shop/claims.py"
HEAD = "def total(claim, nodes, graph):\n"
RIGHT = sample("The total is 7", "a", "b")
COUNT = sample("2 things", "a", "b", shape="count")

HOSTILE = {
    "raises": "raise ValueError('no text')",
    "ends the process": "raise SystemExit",
    "never ends": "while True: pass",
    "ten megabytes": "return 'x' * 10_000_000",
    "is no text": "return 7",
}


def broken(shop: Shop, statement: str, before: str = "") -> dict[str, str]:
    """The claims, unsaved, with a statement at the begin of ``total`` and more before that."""
    return {CLAIMS: shop.replace(CLAIMS, HEAD, before + HEAD + f"    {statement}\n")}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_an_answer_whose_text_is_hostile(shop: Shop, body: str) -> None:
    """Told as no answer of a shape, by its class: its own text is never asked for."""
    odd = f"class Odd:\n    def __repr__(self):\n        {body}\n    __str__ = __repr__\n\n"
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT, COUNT), broken(shop, "return Odd()", odd))
    judged = verdicts.items["The total is 7"]
    assert judged.answers == ("<Odd>",)
    (fault,) = judged.faults
    assert (fault.kind, fault.shape) == ("answer", "acme.shop.claims:total")
    assert fault.message == "total answered <Odd>: a shape answers True, False or None"
    assert verdicts.items["2 things"].answers == ("True",)
    recovers(shop, verifier)


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_an_exception_whose_text_is_hostile(shop: Shop, body: str) -> None:
    """The shape's fault all the same; a text that never ends is past the deadline, and laid at its door."""
    shop.config = shop.config.__class__(timeout=2.0, import_timeout=20.0)
    odd = f"class Odd(Exception):\n    def __str__(self):\n        {body}\n    __repr__ = __str__\n\n"
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT, COUNT), broken(shop, "raise Odd", odd))
    judged = verdicts.items["The total is 7"]
    assert judged.answers == ("raised",)
    fault = judged.faults[0]
    kind = "timeout" if "while" in body else "raised"
    assert (fault.kind, fault.doing, fault.shape) == (kind, "shape", "acme.shop.claims:total")
    assert len(fault.message) <= 300
    assert verdicts.items["2 things"].answers == ("True",)
    recovers(shop, verifier)


def test_recursion_without_end_is_a_fault_at_its_line(shop: Shop) -> None:
    verifier = shop.start()
    edit = broken(shop, "return total(claim, nodes, graph)")
    judged = shop.judged(verifier, (RIGHT,), edit).items["The total is 7"]
    (fault,) = judged.faults
    assert (fault.kind, fault.shape) == ("raised", "acme.shop.claims:total")
    assert fault.message.startswith("RecursionError")
    line = line_of(edit[CLAIMS], "return total(")
    assert (fault.frames[-1].path, fault.frames[-1].line) == (shop.path(CLAIMS), line)
    recovers(shop, verifier)


RAISING = """
class Library:
    def __getattr__(self, name):
        raise RuntimeError("no " + name)
    def __call__(self, *args):
        return args

def __getattr__(name):
    raise RuntimeError("the module has no " + name)
"""


def test_a_library_that_raises_on_every_name(shop: Shop) -> None:
    """As a module, as an object of the claims file, as a shape: nothing of it stops the others."""
    shop.write("acme/library.py", RAISING)
    shop.edit(CLAIMS, "import re\n", "import re\nfrom acme import library\nLIBRARY = library.Library()\n")
    shop.edit(CLAIMS, "GRAMMAR = (total, count)", "GRAMMAR = (LIBRARY, total, count)")
    shop.edit(
        CLAIMS, HEAD, "class Silent(library.Library):\n    def __call__(self, *args): return None\n" + HEAD
    )
    shop.edit(CLAIMS, "GRAMMAR = (LIBRARY,", "GRAMMAR = (Silent(),")
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT, COUNT))
    assert verdicts.load_faults == ()
    assert verdicts.items["The total is 7"].answers == ("True",)
    edit = {CLAIMS: shop.text(CLAIMS).replace("sum(nodes", "1 + sum(nodes")}
    verdicts = shop.judged(verifier, (RIGHT, COUNT), edit)
    assert verdicts.items["The total is 7"].answers == ("False",)
    assert verdicts.measured["shop"].verdicts == (0, 1, 1)


LOCKED = """
import threading, time
LOCK = threading.Lock()

def hold():
    while True:
        with LOCK:
            time.sleep(0.02)

threading.Thread(target=hold, daemon=True).start()
"""


def test_a_thread_that_holds_a_lock_while_others_are_forked(shop: Shop) -> None:
    """No process with a second thread is forked: the lock would stay held for ever in the fork."""
    shop.write("acme/locked.py", LOCKED)
    shop.edit(CLAIMS, "import re\n", "import re\nfrom acme.locked import LOCK\n")
    shop.edit(CLAIMS, HEAD, HEAD + "    with LOCK: pass\n")
    verifier = shop.start()
    for number in range(3):
        edit = {CLAIMS: shop.text(CLAIMS).replace("sum(nodes", f"{number} + sum(nodes")}
        verdicts = shop.judged(verifier, (RIGHT,), edit)
        assert verdicts.items["The total is 7"].answers == (str(number == 0),)
        assert verdicts.items["The total is 7"].faults == ()


NATIVE = """
import ctypes
libc = ctypes.CDLL(None)
thread = ctypes.c_ulong()
sleep = ctypes.cast(libc.sleep, ctypes.c_void_p)
assert libc.pthread_create(ctypes.byref(thread), None, sleep, ctypes.c_void_p(1000)) == 0
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="native threads are counted by /proc")
def test_a_native_thread_such_as_numpy_starts(shop: Shop) -> None:
    """Python knows nothing of it; a fork would be without it, so a fresh process judges."""
    shop.write("acme/native.py", NATIVE)
    shop.edit(CLAIMS, "import re\n", "import re\nimport acme.native\n")
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT,), {CLAIMS: shop.replace(CLAIMS, "sum(nodes", "1 + sum(nodes")})
    assert verdicts.load_faults == ()
    assert verdicts.items["The total is 7"].answers == ("False",)
    assert verdicts.counts["graphs"] >= 1, "built in the process that judged: nothing was forked"
    recovers(shop, verifier)


def test_a_hundred_megabytes_of_output(shop: Shop) -> None:
    """Read and for the most part forgotten; the verdict comes, and the next one too."""
    shop.config = shop.config.__class__(timeout=30.0)
    verifier = shop.start()
    shop.judged(verifier, (RIGHT,))
    flood = (
        "def flood():\n    for _ in range(100): __import__('os').write(1, (b'x' * 999 + b'\\n') * 1000)\n\n"
    )
    edit = broken(shop, "if claim.text == 'The total is 7': flood()", flood)
    verdicts = shop.judged(verifier, (RIGHT,), edit, measured=False)
    assert verdicts.items["The total is 7"].answers == ("True",)
    assert len(shop.lines) >= 100, "some of it is in the log"
    assert sum(map(len, verifier._process.lines)) < 5_000_000  # type: ignore[union-attr]
    recovers(shop, verifier)


def test_a_project_whose_libraries_are_missing(shop: Shop) -> None:
    """An interpreter without them: told at the line of the import, by the name that is missing."""
    shop.edit(CLAIMS, "import re\n", "import re\nimport no_such_library_of_theirs\n")
    verifier = shop.start()
    verdicts = shop.judged(verifier, (RIGHT,))
    (fault,) = verdicts.load_faults
    assert (fault.kind, fault.doing) == ("raised", "import")
    assert fault.message == "ModuleNotFoundError: No module named 'no_such_library_of_theirs'"
    assert (fault.frames[-1].path, fault.frames[-1].line) == (shop.path(CLAIMS), 3)
    mended = {CLAIMS: shop.text(CLAIMS).replace("import no_such_library_of_theirs\n", "")}
    assert shop.judged(verifier, (RIGHT,), mended).items["The total is 7"].answers == ("True",)


@pytest.mark.parametrize("where", ["import", "graph"])
def test_what_takes_long_is_waited_for_and_then_there(shop: Shop, where: str) -> None:
    """An import or a graph of some seconds within its limit: ``starting`` until then, and all is right."""
    slow = "import time; time.sleep(3)"
    if where == "import":
        shop.edit(CLAIMS, "import re\n", f"import re\n{slow}\n")
    else:
        shop.edit("acme/shop/data.py", "    graph = Graph()\n", f"    {slow}\n    graph = Graph()\n")
    verifier = shop.start()
    verifier.judge({}, (RIGHT,))
    began = time.monotonic()
    assert verifier.verdicts.state == "starting"
    assert soon(lambda: verifier.verdicts.state == "ready", LONGEST)
    assert time.monotonic() - began > 2.5
    assert verifier.wait(LONGEST).items["The total is 7"].answers == ("True",)
