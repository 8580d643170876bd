"""The static side, measured: keystrokes over stdio beside other servers, and small beside large workspaces.

    python -m bench.static [--keystrokes N] [--verticals N]

All of one table is measured in one run, the keystrokes of the servers in turn, so that the ratios mean
something on a machine that does other things as well. ``ruff`` is left out where it is not installed.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from bench.client import Client
from bench.figures import median, p95, table, timed
from bench.projects import claims_text, vertical_name, write

REPOSITORY = Path(__file__).resolve().parents[1]
SERVER = [sys.executable, "-c", "from tessera_lsp.entry import main; main()"]
FINDINGS = 20
WARM = 5
"""Keystrokes that are not counted."""
LONG = 39
"""Shapes of the long claims file: 850 lines."""
_TOTAL = "    return total == _count(match[2])"


def long_claims(vertical: str) -> str:
    """A claims file of about 850 lines in which we find ``FINDINGS`` faults (samples without citations), and
    ruff as many (variables that are not used)."""
    text = claims_text(vertical, LONG)
    text = text.replace("        None: Norra has moved.", "        None: Norra has moved <-\n#", FINDINGS)
    text = text.replace(f"<-\n# <- {vertical}/1", "without any citation.")
    return text.replace("    if graph is None:\n", "    unused = 1\n    if graph is None:\n", FINDINGS)


class Keystrokes:
    """A server with one open file, typed into again and again within the body of its last shape."""

    def __init__(self, client: Client, path: Path, text: str, options: object = None) -> None:
        self.client, self.path = client, path
        self.times: list[float] = []
        self.version = 1
        self.line = next(n for n, line in reversed(list(enumerate(text.splitlines()))) if line == _TOTAL)
        client.start(options)
        client.open(path, text)
        self.found = len(client.findings(path, 1))

    def press(self) -> None:
        """Write another digit into the last return, or take it away; until its diagnostics are published."""
        self.version += 1
        end = _TOTAL.index("2]") + 1
        change = (end, end, "1") if self.version % 2 == 0 else (end, end + 1, "")

        def round_trip() -> None:
            self.client.edit(self.path, self.version, self.line, *change)
            self.found = len(self.client.findings(self.path, self.version))

        self.times.append(timed(round_trip))


def environment(folder: Path) -> dict[str, str]:
    """A user without state of his own, and this checkout."""
    return {"PYTHONPATH": str(REPOSITORY), "XDG_STATE_HOME": str(folder / "state")}


def ruff() -> str | None:
    """The command, from this interpreter's environment or the path."""
    beside = Path(sysconfig.get_path("scripts")) / "ruff"
    return str(beside) if beside.exists() else shutil.which("ruff")


def beside_others(folder: Path, count: int) -> str:
    """Keystroke to diagnostics on one long claims file: ours, an echo, ruff."""
    path = write(folder / "long", 1, LONG)
    text = long_claims(vertical_name(0))
    path.write_text(text)
    commands = {"tessera-lsp": SERVER, "pygls echo": [sys.executable, f"{REPOSITORY}/bench/echo_server.py"]}
    commands["pygls echo"].append(str(FINDINGS))
    if (found := ruff()) is not None:
        commands["ruff server"] = [found, "server", "--isolated"]
    with ExitStack() as stack:
        servers: dict[str, Keystrokes] = {}
        for name, command in commands.items():
            client = stack.enter_context(Client(command, folder / "long", environment(folder)))
            options = {"run": False} if name == "tessera-lsp" else None
            servers[name] = Keystrokes(client, path, text, options)
        for _ in range(WARM):
            for server in servers.values():
                server.press()
        before = {name: server.client.processor_time() for name, server in servers.items()}
        for _ in range(count):
            for server in servers.values():
                server.press()
        spent = {name: server.client.processor_time() - before[name] for name, server in servers.items()}
    ours = median(servers["tessera-lsp"].times[WARM:])
    rows = [
        [
            name,
            str(server.found),
            f"{median(server.times[WARM:]):.2f}",
            f"{p95(server.times[WARM:]):.2f}",
            f"{ours / median(server.times[WARM:]):.2f}",
            f"{1000 * spent[name] / count:.2f}",
        ]
        for name, server in servers.items()
    ]
    title = (
        f"Keystroke to diagnostics, a claims file of {len(text.splitlines())} lines, {count} keystrokes\n\n"
    )
    head = ["server", "findings", "median ms", "p95 ms", "ours is … times this", "processor ms"]
    return title + table(head, rows)


_COLD = """
import sys, time
from pathlib import Path
from tessera_lsp.findings import collect
from tessera_lsp.index import Indexer
from tessera_lsp.project import discover, read_document
from tessera_lsp.verdicts import Verdicts
project = discover(Path(sys.argv[1]))
indexer = Indexer()
documents = {}
def text(path):
    return documents.setdefault(path, read_document(path))
began = time.process_time()
index = indexer.build(project, text)
indexed = time.process_time()
found = collect(project, index, Verdicts(), static=True, document=text)
print(indexed - began, time.process_time() - indexed, indexer.parses)
"""
"""Seconds of processor time of an index, of the first findings, and the number of texts parsed."""


def cold(path: Path, folder: Path) -> tuple[float, float, int]:
    """What ``_COLD`` prints, in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-c", _COLD, str(path)],
        env=environment(folder),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    index, findings, parses = run.stdout.split()
    return float(index), float(findings), int(parses)


def small_and_large(folder: Path, count: int, verticals: Sequence[int]) -> str:
    """Cold index, keystroke and memory in workspaces of different sizes."""
    paths = {size: write(folder / f"of{size}", size) for size in verticals}
    colds = {size: cold(path, folder) for size, path in paths.items()}
    with ExitStack() as stack:
        servers = {}
        for size, path in paths.items():
            client = stack.enter_context(Client(SERVER, folder / f"of{size}", environment(folder)))
            servers[size] = Keystrokes(client, path, path.read_text(), {"run": False})
        for _ in range(count + 5):
            for server in servers.values():
                server.press()
        memory = {size: server.client.memory() for size, server in servers.items()}
    least = min(verticals)
    rows = []
    for size, server in servers.items():
        times, base = server.times[5:], servers[least].times[5:]
        index, findings, parses = colds[size]
        rows.append(
            [
                str(size),
                str(parses),
                f"{index:.2f}",
                f"{findings:.2f}",
                f"{median(times):.1f}",
                f"{p95(times):.1f}",
                f"{median(times) / median(base):.2f}",
                f"{memory[size]:.0f}",
                f"{memory[size] / memory[least]:.2f}",
            ]
        )
    head = ["verticals", "texts", "index s", "findings s", "keystroke ms", "p95 ms", "ratio", "MiB", "ratio"]
    title = f"Workspaces of five shapes a vertical; cold in processor time; {count} keystrokes over stdio\n\n"
    return title + table(head, rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keystrokes", type=int, default=100)
    parser.add_argument("--verticals", type=int, default=1000, help="of the large workspace (default 1000)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        print(beside_others(folder, given.keystrokes), end="\n\n", flush=True)
        print(small_and_large(folder, given.keystrokes, (10, given.verticals)))


if __name__ == "__main__":
    main()
