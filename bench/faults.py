"""What user code can do to the server, measured: ``python -m bench.faults [FAULT…]``.

Each fault is typed into an open claims file (or the module that builds the graph) of a small project; nothing
is saved. Told are the findings then, the seconds until the one that must come is published, those that
the next edit takes to its verdict, and the slowest of the hovers that are asked meanwhile.
A finding that does not come is an error, and the run ends with 1. What is told of the text alone comes before
it is run.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench.client import Client, Message
from bench.figures import table

ROOT = Path(__file__).resolve().parents[1]
CLAIMS = Path("depot/stock/claims.py")
DATA = Path("depot/stock/data.py")
SERVER = [str(Path(sys.executable).with_name("tessera-lsp"))]
MATCH = "    match = _WEIGHT"
RIGHT, WRONG = "weight == int", "weight != int"
PAUSE = 0.02
LONGEST = 120.0
"""Seconds that a finding may take."""


class Fault(NamedTuple):
    """``statement`` begins the shape; ``old`` is replaced by ``new`` in ``path``. ``code`` is the finding
    that must come; empty where the verdict itself is what is waited for."""

    name: str
    code: str
    statement: str = ""
    old: str = ""
    new: str = ""
    path: Path = CLAIMS


_HEAD = "def crate_weight("
_IMPORT, _BUILD = "import re\n", "    built = Graph()\n"


def _odd(base: str, method: str, body: str) -> str:
    """A class with a hostile method, before the shape."""
    return f"class Odd{base}:\n    def {method}(self):\n        {body}\n\n\n{_HEAD}"


def _after(statement: str, line: str = _IMPORT) -> str:
    return f"{line}{statement}\n"


FAULTS = (
    Fault("pattern that backtracks", "TES108", "re.fullmatch('(a+)+$', 'a' * 60 + 'b')"),
    Fault("sleep without end", "TES108", "import time; time.sleep(600)"),
    Fault("loop without end", "TES108", "while True: pass"),
    Fault("recursion without end", "TES107", "return crate_weight(claim, nodes, graph)"),
    Fault("exception", "TES107", "[].pop()"),
    Fault("sys.exit", "TES108", "raise SystemExit(0)"),
    Fault("os._exit", "TES108", "import os; os._exit(0)"),
    Fault("SIGKILL to itself", "TES108", "import os; os.kill(os.getpid(), 9)"),
    Fault("segmentation fault", "TES108", "import ctypes; ctypes.string_at(0)"),
    Fault("memory without end", "TES108", "[bytearray(10 ** 7) for _ in range(10 ** 6)]"),
    Fault("a match object as answer", "TES103", "return re.match('a', 'a')"),
    Fault("repr that never ends", "TES103", "return Odd()", _HEAD, _odd("", "__repr__", "while True: pass")),
    Fault("repr of 10 MB", "TES103", "return Odd()", _HEAD, _odd("", "__repr__", "return 'x' * 10_000_000")),
    Fault(
        "exception whose text never ends",
        "TES108",
        "raise Odd",
        _HEAD,
        _odd("(Exception)", "__str__", "while True: pass"),
    ),
    Fault("writes a file", "TES106", "import os; os.mkdir('written')"),
    Fault("opens a socket", "TES106", "import socket; socket.create_connection(('127.0.0.1', 9))"),
    Fault("leaves a child", "TES106", "import subprocess; subprocess.Popen(['setsid', 'sleep', '600'])"),
    Fault("leaves a thread", "TES106", "import threading; threading.Timer(600, print).start()"),
    Fault("changes a builtin", "TES106", "import builtins; builtins.len = lambda one: 0"),
    Fault("changes the decimal context", "TES106", "import decimal; decimal.getcontext().prec = 2"),
    Fault("os.chdir", "TES106", "import os; os.chdir('/')"),
    Fault("random.seed", "TES106", "import random; random.seed(7)"),
    Fault("changes sys.path", "TES106", "import sys; sys.path.insert(0, '/nowhere')"),
    Fault("sets a signal handler", "TES106", "import signal; signal.signal(15, signal.SIG_IGN)"),
    Fault(
        "100 MB of output",
        "",
        "import os; [os.write(1, b'x' * 10 ** 6) for _ in range(100 * ('weighs 12' in claim.text))]",
    ),
    Fault("import of 30 s", "TES209", old=_IMPORT, new=_after("import time; time.sleep(30)")),
    Fault("import that exits", "TES209", old=_IMPORT, new=_after("raise SystemExit(0)")),
    Fault("file that does not parse", "TES900", old=_IMPORT, new=_after("def (")),
    Fault("graph of 30 s", "", old=_BUILD, new=_after("    import time; time.sleep(30)", _BUILD), path=DATA),
    Fault("graph that cannot be built", "TES209", old=_BUILD, new=_after("    1 / 0", _BUILD), path=DATA),
)


class Desk(Client):
    """A client that remembers the last diagnostics of each file."""

    def __init__(self, root: Path, state: Path) -> None:
        super().__init__(SERVER, root, {"XDG_STATE_HOME": str(state)})
        self.folder = root
        self.found: dict[str, tuple[int | None, list[Message]]] = {}
        self.texts: dict[Path, str] = {}
        self._versions: dict[Path, int] = {}

    def wait(self, wanted: Callable[[Message], bool]) -> Message:
        """As in ``Client``; diagnostics on the way are kept."""

        def seen(message: Message) -> bool:
            if message.get("method") == "textDocument/publishDiagnostics":
                given = message["params"]
                self.found[given["uri"]] = given.get("version"), given["diagnostics"]
            return wanted(message)

        return super().wait(seen)

    def show(self, path: Path) -> None:
        """Open a file as it is on disk."""
        self.texts[path], self._versions[path] = (self.folder / path).read_text(), 1
        self.open(self.folder / path, self.texts[path])

    def write(self, path: Path, text: str) -> None:
        """Replace the whole text of an open file."""
        self.texts[path] = text
        self._versions[path] += 1
        document = {"uri": (self.folder / path).as_uri(), "version": self._versions[path]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def codes(self, path: Path = CLAIMS) -> list[str]:
        """The codes that stand in the present version of an open file."""
        version, found = self.found.get((self.folder / path).as_uri(), (0, []))
        return [one["code"] for one in found] if version == self._versions[path] else []

    def is_clean(self) -> bool:
        """Whether nothing stands in the present version of any open file, and that has been published."""
        told = [self.found.get((self.folder / path).as_uri(), (0, [])) for path in self.texts]
        return [version for version, found in told if not found] == list(self._versions.values())

    def hover(self) -> float:
        """Ask for a hover on the first sample; the seconds that took."""
        line = next(n for n, text in enumerate(self.texts[CLAIMS].split("\n")) if "True: Crate 1" in text)
        began = time.perf_counter()
        place = {"line": line, "character": 20}
        document = {"uri": (self.folder / CLAIMS).as_uri()}
        self.request("textDocument/hover", {"textDocument": document, "position": place})
        return time.perf_counter() - began

    def until(self, holds: Callable[[], bool]) -> tuple[float, float]:
        """Hover until something holds: the seconds to that, and those of the slowest hover."""
        began, slowest = time.perf_counter(), 0.0
        while not holds():
            slowest = max(slowest, self.hover())
            if time.perf_counter() - began > LONGEST:
                raise TimeoutError
            time.sleep(PAUSE)
        return time.perf_counter() - began, slowest


def project(folder: Path) -> Path:
    """The small project of the workspaces, without markers."""
    root = folder / "project"
    shutil.copytree(ROOT / "tests" / "workspaces" / "clean", root)
    for path in root.rglob("*.py"):
        path.write_text(re.sub(r"(?m)^[ ]*#@.*\n", "", path.read_text()))
    return root


def text_of(fault: Fault, desk: Desk, clean: dict[Path, str]) -> str:
    """The file's text with the fault; where only the verdict tells, with a wrong one, so that it is seen."""
    text = clean[fault.path]
    if fault.old:
        text = text.replace(fault.old, fault.new, 1)
    if fault.statement:
        text = text.replace(MATCH, f"    {fault.statement}\n{MATCH}", 1)
    if not fault.code and fault.path == CLAIMS:
        text = text.replace(RIGHT, WRONG)
    return text


def measured(fault: Fault, desk: Desk, clean: dict[Path, str]) -> list[str]:
    """One row."""
    desk.write(fault.path, text_of(fault, desk, clean))
    if not fault.code and fault.path != CLAIMS:
        desk.write(CLAIMS, clean[CLAIMS].replace(RIGHT, WRONG))
    wanted = fault.code or "TES401"
    try:
        finding, slowest = desk.until(lambda: wanted in desk.codes() or wanted in desk.codes(fault.path))
    except TimeoutError:
        raise SystemExit(
            f"{fault.name}: {wanted} did not come within {LONGEST:g} s: {desk.codes()}"
        ) from None
    told = ", ".join(sorted({*desk.codes(), *desk.codes(fault.path)})) if fault.code else "verdict"
    if fault.path != CLAIMS:
        desk.write(fault.path, clean[fault.path])
    desk.write(CLAIMS, clean[CLAIMS].replace(RIGHT, WRONG) + "# the next edit\n")
    good, _ = desk.until(lambda: "TES401" in desk.codes())
    desk.write(CLAIMS, clean[CLAIMS])
    desk.until(desk.is_clean)
    return [fault.name, told, f"{finding:.2f}", f"{good:.2f}", f"{slowest * 1000:.0f}"]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("faults", nargs="*", metavar="FAULT", help="parts of names; all of them by default")
    parts = parser.parse_args().faults
    chosen = [fault for fault in FAULTS if not parts or any(part in fault.name for part in parts)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        root = project(folder)
        with Desk(root, folder / "state") as desk:
            desk.start({"run": True})
            for path in (CLAIMS, DATA):
                desk.show(path)
            clean = dict(desk.texts)
            desk.write(CLAIMS, clean[CLAIMS].replace(RIGHT, WRONG))
            desk.until(lambda: "TES401" in desk.codes())
            desk.write(CLAIMS, clean[CLAIMS])
            desk.until(desk.is_clean)
            rows = [measured(fault, desk, clean) for fault in chosen]
    print(table(["fault", "finding", "s to it", "s to the next verdict", "slowest hover, ms"], rows))


if __name__ == "__main__":
    main()
