"""Keystrokes until fresh verdicts over stdio, and hovers beside a busy worker."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench import bulk, stock
from bench.client import Client, Message
from bench.figures import median, p95, table
from bench.static import REPOSITORY, SERVER, environment
from tessera_lsp.index import Indexer
from tessera_lsp.project import discover_all, read_document
from tessera_lsp.snapshot import items_of

LINE = "    return _net_value(cited.values()) == money"
VARIANTS = ((" or bool({number})", 1), (" and not {number}", 2))
"""What is typed behind that line, each time with another number, so that no text comes twice; and how many
samples of ``net_order_value`` it makes wrong."""
ECHOED = 3
"""Diagnostics of the echo."""


class Typist:
    """A server with the claims file open; types one variant after the other."""

    def __init__(self, client: Client, path: Path, text: str) -> None:
        self.client, self.path = client, path
        self.line = text.splitlines().index(LINE)
        self.version, self.typed = 1, ""
        self.times: list[float] = []

    def press(self, judged: bool) -> None:
        """Type, and wait for diagnostics of this version; ``judged``: with the wrong samples in them."""
        self.version += 1
        old = self.typed
        typed, wrong = VARIANTS[self.version % 2]
        self.typed = typed.format(number=self.version)
        expected = wrong if judged else None
        start = len(LINE)
        began = time.perf_counter()
        self.client.edit(self.path, self.version, self.line, start, start + len(old), self.typed)
        self.client.wait(lambda message: self._is_it(message, expected))
        self.times.append(time.perf_counter() - began)

    def _is_it(self, message: Message, expected: int | None) -> bool:
        parameters = message.get("params") or {}
        if message.get("method") != "textDocument/publishDiagnostics":
            return False
        if (parameters["uri"], parameters.get("version")) != (self.path.as_uri(), self.version):
            return False
        wrong = sum(one.get("code") == "TES401" for one in parameters["diagnostics"])
        return expected is None or wrong == expected


def keystrokes(folder: Path, count: int) -> str:
    """Ours, the bare sum, and what a user would do instead."""
    path = bulk.copy(folder / "shop")
    text = path.read_text()
    echo = [sys.executable, f"{REPOSITORY}/bench/echo_server.py", str(ECHOED)]
    env = environment(folder)
    with ExitStack() as stack:
        ours, theirs = (
            stack.enter_context(Client(command, folder / "shop", env)) for command in (SERVER, echo)
        )
        ours.start({"run": True})
        theirs.start()
        typists = [Typist(client, path, text) for client in (ours, theirs)]
        for client in (ours, theirs):
            client.open(path, text)
        bare = stack.enter_context(_Bare(folder, path))
        timeouts = 0
        sums: list[float] = []
        parts: list[tuple[float, float]] = []
        for turn in range(count + 10):
            try:
                typists[0].press(judged=True)
            except TimeoutError:
                timeouts += 1
            typists[1].press(judged=False)
            measured = bare.measured(text.replace(LINE, LINE + typists[1].typed))
            if turn >= 10:
                parts.append(measured)
                sums.append(typists[1].times[-1] + sum(measured))
            time.sleep(0.1)
    own = typists[0].times[10:]
    rows = [
        ["keystroke to fresh verdicts", f"{median(own):.1f}", f"{p95(own):.1f}", *_ratios(own, sums)],
        ["bare sum", f"{median(sums):.1f}", f"{p95(sums):.1f}", "1.00", "1.00"],
    ]
    for name, times in (
        ("of it the echo over pygls", typists[1].times[10:]),
        ("of it the parse", [one[0] for one in parts]),
        ("of it fork, import, calls", [one[1] for one in parts]),
    ):
        rows.append([name, f"{median(times):.1f}", f"{p95(times):.1f}", "", ""])
    tested = [_pytest(path) for _ in range(3)]
    rows.append(["pytest on the file's samples", f"{median(tested):.1f}", f"{p95(tested):.1f}", "", ""])
    head = ["shipped business battery", "median ms", "p95 ms", "median ratio", "p95 ratio"]
    return f"{count} keystrokes, {timeouts} timeouts\n\n" + table(head, rows)


def _ratios(own: list[float], sums: list[float]) -> list[str]:
    return [f"{median(own) / median(sums):.2f}", f"{p95(own) / p95(sums):.2f}"]


def _pytest(path: Path) -> float:
    began = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(path)]
    subprocess.run(command, cwd=path.parents[2], capture_output=True, timeout=300, check=False)
    return time.perf_counter() - began


class _Bare:
    """``bare.py`` as a process."""

    def __init__(self, folder: Path, path: Path) -> None:
        (project,) = discover_all(folder / "shop")
        items = items_of(Indexer().build(project, read_document))
        module = "tessera.business.claims"
        asked = [(i.qualname, i.text, i.citations) for i in items if i.module == module]
        assert asked
        given = folder / "items.json"
        given.write_text(json.dumps(asked))
        self._text = folder / "text.py"
        self._process = subprocess.Popen(
            [sys.executable, f"{REPOSITORY}/bench/bare.py", str(path), str(given)],
            cwd=folder / "shop",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> _Bare:
        return self

    def __exit__(self, *error: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)

    def measured(self, text: str) -> tuple[float, float]:
        """Seconds of the parse, and of fork, import and calls."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._text.write_text(text)
        self._process.stdin.write(f"{self._text}\n")
        self._process.stdin.flush()
        parse, rest = map(float, self._process.stdout.readline().split())
        return parse, rest


def hovers(folder: Path, claims: int) -> str:
    """Hovers on a judged sample while all measured claims are judged anew."""
    root = folder / "stock"
    path = stock.write(root, claims)
    helper = root / "stock/reading.py"
    text, helping = path.read_text(), helper.read_text()
    line = next(n for n, one in enumerate(text.splitlines()) if "True:" in one)
    number = next(n for n, one in enumerate(helping.splitlines()) if "return Decimal" in one)
    place = {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": 20}}
    first: list[float] = []
    times: list[float] = []
    with Client(SERVER, root, environment(folder)) as client:
        client.start({"run": True})
        client.open(path, text)
        client.open(helper, helping)
        _settled(client, place)
        for turn in range(20):
            change = (4, 4, "text = text; ") if turn % 2 == 0 else (4, 4 + len("text = text; "), "")
            client.edit(helper, turn + 2, number, *change)
            time.sleep(0.1)
            for hovered in range(10):
                began = time.perf_counter()
                hover = client.request("textDocument/hover", place)
                (times if hovered else first).append(time.perf_counter() - began)
                assert hover is not None
                time.sleep(0.01)
    head = ["hover", "number", "median ms", "p95 ms", "longest ms"]
    rows = [
        [name, str(len(own)), f"{median(own):.1f}", f"{p95(own):.1f}", f"{max(own) * 1000:.1f}"]
        for name, own in (
            ("first after an edit: waits for its reason", first),
            ("with a kept verdict", times),
        )
    ]
    return f"Hover on a sample while {claims} claims are judged anew\n\n" + table(head, rows)


def _settled(client: Client, place: dict[str, Any]) -> None:
    """Wait until the sample has its verdict and the harness has run."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        hover = client.request("textDocument/hover", place)
        if hover and "supported" in json.dumps(hover).partition("\\n")[0]:
            time.sleep(3)
            return
        time.sleep(0.2)
    raise TimeoutError("the sample was not judged within 120 s")
