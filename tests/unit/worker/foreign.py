"""Builds a foreign project with verifier, registry, harness and one vertical, each part replaceable.

Its layout is not ours: package ``acme``, plain classes instead of slotted ones, a verifier that is another
text, batteries built within a function that imports what it needs.
"""

from __future__ import annotations

import os
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

from tessera_lsp import wire
from tessera_lsp.project import Config, Project
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts
from tessera_lsp.verify import Interpreter, Verifier

MODEL = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Origin:
    source: str
    locator: str

@dataclass(frozen=True)
class Record:
    id: str
    origin: Origin
    text: str

@dataclass(frozen=True)
class Claim:
    text: str
    support: tuple

@dataclass(frozen=True)
class Node:
    record: Record
    price: int

class Graph:
    def __init__(self):
        self.nodes = {}
    def add(self, id, text, price):
        self.nodes[id] = Node(Record(id, Origin("till", id), text), price)

class Battery:
    def __init__(self, name, build_graph, answers, claim_shapes=()):
        self.name, self.build_graph = name, build_graph
        self.answers, self.claim_shapes = answers, claim_shapes
"""

CORE = """
from typing import Optional

def is_supported(claim, nodes, graph=None, shapes=()):
    for shape in shapes:
        answer = shape(claim, nodes, graph)
        if answer is not None:
            if not isinstance(answer, bool):
                raise TypeError("shape answered %r" % (answer,))
            return answer
    answer = contained(claim, nodes, graph)
    return bool(answer)

def contained(claim, nodes, graph) -> Optional[bool]:
    if any(claim.text in record.text for record in claim.support):
        return True
    return None
"""

CLAIMS = """
import re

def total(claim, nodes, graph):
    match = re.fullmatch(r"The total is ([0-9]+)", claim.text)
    if match is None:
        return None
    return sum(nodes[record.id].price for record in claim.support) == int(match[1])

def count(claim, nodes, graph):
    match = re.fullmatch(r"([0-9]+) things", claim.text)
    if match is None:
        return None
    return len(claim.support) == int(match[1])

GRAMMAR = (total, count)
"""

DATA = """
from acme.model import Claim, Graph

def build_graph():
    graph = Graph()
    graph.add("a", "an apple for 3", 3)
    graph.add("b", "a bun for 4", 4)
    return graph

def answers(graph):
    def claim(text, *ids):
        return Claim(text, tuple(graph.nodes[id].record for id in ids))
    return [claim("The total is 7", "a", "b"), claim("2 things", "a", "b"), claim("an apple", "a")]
"""

REGISTRY = """
from acme.model import Battery

def batteries():
    from acme.shop import claims, data
    return (Battery("shop", data.build_graph, data.answers, claim_shapes=claims.GRAMMAR),)
"""

HARNESS = """
from acme.core import is_supported
from acme.registry import batteries as all_batteries

def run_eval(batteries=None):
    results = []
    for battery in batteries or all_batteries():
        graph = battery.build_graph()
        for claim in battery.answers(graph):
            results.append(is_supported(claim, graph.nodes, graph, battery.claim_shapes))
    return results
"""

LONGEST = 60.0
"""No wait of a test is longer, in seconds. It ends at once when what is waited for has come."""


class Shop:
    """The project under ``root``; change files with ``write``, then ``start``."""

    def __init__(self, root: Path, write: bool = True) -> None:
        self.root = root
        self.values: list[Verdicts] = []
        self.lines: list[str] = []
        # Long, for machines that do much at once; short where a test is about what takes too long.
        self.config = Config(timeout=10.0, import_timeout=20.0, load_timeout=20.0, harvest_timeout=30.0)
        self.interpreter = Interpreter(sys.executable, "the tests' own", "3")
        self.registry, self.core, self.eval = "acme.registry", "acme.core", "acme.harness.run_eval"
        self.verifier_name = "is_supported"
        self.claims = ["acme/shop/claims.py"]
        self._verifiers: list[Verifier] = []
        files = {
            "acme/__init__.py": "",
            "acme/model.py": MODEL,
            "acme/core.py": CORE,
            "acme/registry.py": REGISTRY,
            "acme/harness.py": HARNESS,
            "acme/shop/__init__.py": "",
            "acme/shop/claims.py": CLAIMS,
            "acme/shop/data.py": DATA,
        }
        for path, text in files.items() if write else ():
            self.write(path, text)

    def path(self, name: str) -> str:
        """The real path of a file of the project."""
        return str(self.root / name)

    def text(self, name: str) -> str:
        """What is on disk."""
        return (self.root / name).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        """Put a file on disk."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8", newline="")

    def replace(self, name: str, old: str, new: str) -> str:
        """The text of a file with one place changed; the file stays as it is."""
        text = self.text(name)
        assert text.count(old) == 1, (name, old)
        return text.replace(old, new)

    def edit(self, name: str, old: str, new: str) -> None:
        """Change one place of a file on disk."""
        self.write(name, self.replace(name, old, new))

    def project(self) -> Project:
        """The project as discovery would find it."""
        return Project(
            root=self.root,
            config=self.config,
            claims=tuple(self.root / name for name in self.claims),
            registry=self.root / "acme/registry.py",
            registry_module=self.registry,
            core=self.root / "acme/core.py",
            core_module=self.core,
            verifier=self.verifier_name,
            batteries=self.registry + ".batteries",
            eval=self.eval,
        )

    def start(self) -> Verifier:
        """A verifier that has been started; closed at the end of the test."""
        verifier = Verifier(self.project(), self.interpreter, self.values.append, self.lines.append)
        self._verifiers.append(verifier)
        verifier.start()
        return verifier

    def close(self) -> None:
        """Close all verifiers, and see that nothing of them is left."""
        pids = [verifier.pid for verifier in self._verifiers]
        for verifier in self._verifiers:
            verifier.close()
        for pid in pids:
            assert not pid or soon(lambda pid=pid: not alive(pid))

    def judged(
        self,
        verifier: Verifier,
        items: tuple[wire.Item, ...] = (),
        buffers: dict[str, str] | None = None,
        measured: bool = True,
    ) -> Verdicts:
        """Judge, and wait for the end of it."""
        documents = {
            self.path(name): Document("file://" + self.path(name), 1, text)
            for name, text in (buffers or {}).items()
        }
        verifier.judge(documents, items, measured)
        verdicts = verifier.wait(LONGEST)
        assert verdicts.state == "ready", (verdicts.reason, self.lines)
        assert verdicts.judged, self.lines
        return verdicts


def sample(text: str, *citations: str, shape: str = "total", module: str = "acme.shop.claims") -> wire.Item:
    """A sample of a shape; its key is its text."""
    return wire.Item(text, module, shape, text, citations)


def sentence(text: str, *citations: str, battery: str = "") -> wire.Item:
    """Any sentence put to a battery."""
    return wire.Item(text, "", "", text, citations, battery)


def line_of(text: str, part: str) -> int:
    """The number of the first line that holds ``part``, from 1."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if part in line)


def recovers(shop: Shop, verifier: Verifier) -> None:
    """The next edit is judged as if nothing had been."""
    right, count = sample("The total is 7", "a", "b"), sample("2 things", "a", "b", shape="count")
    after = shop.judged(verifier, (right, count))
    assert after.items["The total is 7"].answers == ("True",)
    assert after.measured["shop"].verdicts == (1, 1, 1)


def owners(harvested: wire.Harvested) -> dict[str, str]:
    """Text to owner of what was measured."""
    assert harvested.fault is None, harvested.fault
    return {claim.text: claim.owner for claim in harvested.claims}


def alive(pid: int) -> bool:
    """Whether a process lives; one that waits to be reaped does not."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except OSError:
        return False


def soon(condition: Callable[[], bool], limit: float = LONGEST) -> bool:
    """Wait for a condition."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.01)
    return condition()


def at_rest(pid: int) -> set[int]:
    """The processes below a worker once nothing is being judged: three zygotes, and one that waits. None of
    them is about to end, for they are the same a while later."""
    found: set[int] = set()

    def same() -> bool:
        nonlocal found
        before, found = found, below(pid)
        time.sleep(0.1)
        return len(found) == 4 and found == before

    assert soon(same), found
    return found


def below(pid: int) -> set[int]:
    """All living processes below one."""
    found, level = set(), {pid}
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_bytes().rpartition(b")")[2].split()
            except OSError:
                continue
            if fields[0] not in (b"Z", b"X"):
                parents[int(name)] = int(fields[1])
    while level:
        level = {child for child, parent in parents.items() if parent in level}
        found |= level
    return found


def stuck(shop: Shop) -> str:
    """The text of the claims file with a first shape that says ``stuck``, then never answers."""
    head = "def total(claim, nodes, graph):\n"
    return shop.replace("acme/shop/claims.py", head, head + "    print('stuck')\n    while True: pass\n")


def is_stuck(shop: Shop) -> bool:
    """Whether it has come to that."""
    return "stuck" in shop.lines
