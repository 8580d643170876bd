"""A project that reads files, a folder and a variable, and what a run of it comes to."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from tessera_lsp.index import Indexer
from tessera_lsp.project import Project, discover_all
from tessera_lsp.review.run import Examined, Texts, examine
from tessera_lsp.snapshot import items_of
from tessera_lsp.verify import Interpreter, Keeping, find_interpreter

CLEAN = Path(__file__).resolve().parents[3] / "tests" / "workspaces" / "clean"
DATA = '''"""The crates of the folder ``labels``."""

import os
from pathlib import Path

from depot.evidence import Crate, EvidenceRecord, Graph, Origin
from depot.stock import words

HERE = Path(__file__).resolve().parent
UNIT = os.environ.get("DEPOT_UNIT", "kg")


def graph():
    """The graph of all crates."""
    built = Graph()
    closed = (HERE / "state/closed.txt").exists()
    for path in sorted((HERE / "labels").glob("*.txt")):
        name, weight = path.stem, int(path.read_text())
        label = f"{words.THING} {name}, {weight + closed} {UNIT} net."
        built.add(Crate(EvidenceRecord(f"crate/{name}", Origin("labels", name), label), name, weight, ""))
    return built
'''
CLAIMS = '''"""What an answer may state about crates."""

import re

_WEIGHT = re.compile(r"Crate (\\d+) weighs (\\d+) kg\\.")


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1
        None: Crate 2, 18 kg net. <- crate/2
    """
    match = _WEIGHT.fullmatch(claim.text)
    if match is None:
        return None
    cited = [nodes[record.id] for record in claim.support]
    return len(cited) == 1 and cited[0].name == match[1] and cited[0].weight == int(match[2])
'''


class Depot:
    """A project that reads files, a folder and a variable."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(CLEAN, root, ignore=shutil.ignore_patterns("__pycache__"))
        self.write("depot/stock/data.py", DATA)
        self.write("depot/stock/claims.py", CLAIMS)
        self.write("depot/stock/words.py", 'THING = "Crate"\n')
        self.write("depot/stock/state/open.txt", "")
        self.write("depot/stock/labels/1.txt", "12")
        self.write("depot/stock/labels/2.txt", "18")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    @property
    def project(self) -> Project:
        (project,) = discover_all(self.root)
        return project

    def run(self, *, keep: bool = True) -> tuple[Examined, list[str]]:
        """What comes of a run, and what it said."""
        said: list[str] = []
        return examine(self.project, keep=keep, log=said.append), said

    def kept(self, **other: object) -> bool:
        """Whether a run now would take what an earlier one has come to."""
        interpreter = find_interpreter(self.project)
        assert isinstance(interpreter, Interpreter)
        items = items_of(Indexer().build(self.project, Texts()))
        changed = replace(interpreter, **other) if other else interpreter
        return Keeping(self.project, changed, lambda line: None).find(items, True) is not None


def taken(said: list[str]) -> bool:
    return any("its verdicts are taken" in line for line in said)
