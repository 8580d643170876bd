"""Data files to nodes and edges. Every non-blank line and every row is a record of its own.

Record ids: ``run/1007``, ``log/1007:12`` (line 12 of the log), ``change/201:1``, ``diff/201:5``,
``ticket/11:1``, ``rota/2026-W07/payments``, ``rota/note:3``.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field
from pathlib import Path

from tessera.devex import logs
from tessera.devex.files import DataError, TextLine, read_lines
from tessera.graph import Edge, Node
from tessera.grounding import EvidenceRecord, Origin

DATA = Path(__file__).parent / "data"

RUN_COLUMNS = ("run", "pipeline", "change", "runner", "started", "status", "log")
STATUSES = ("passed", "failed", "cancelled")
PAGE_TITLE = re.compile(r"# (?P<name>(?:CH|OPS)-(?P<number>\d+)): (?P<title>.+)")
FIELD = re.compile(r"(?P<key>Team|Merged|Closes|State): (?P<value>.+)")
TOUCHED = re.compile(r"- (?P<path>\S+) \(\+\d+, -\d+\)")
DIFF_HEADER = re.compile(r"diff --git a/(?P<path>\S+) b/(?P=path)")
SHIFT = re.compile(
    r"- (?P<week>\d{4}-W\d\d), (?P<service>\w+): "
    r"(?:nobody is on call|(?P<crew>.+) is on call, (?P<backup>.+) is the backup)\."
)


Facts = dict[str, str]  # what a line states, by name: the attributes of its node


@dataclass(slots=True)
class Loaded:
    """Nodes by id in the order of the files, and edges."""

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)

    def add(self, record_id: str, path: str, line: TextLine, kind: str, name: str, facts: Facts) -> str:
        """Add the line as a record and node; ``DataError`` for an id that is there already."""
        source = path.rsplit("/", 1)[-1]
        if record_id in self.nodes:
            first = self.nodes[record_id].record.origin.line
            raise DataError(path, line.number, f"{record_id} stands on line {first} too: keep one of them")
        origin = Origin(source, f"line {line.number}", f"data/{path}", line.number)
        record = EvidenceRecord(record_id, origin, line.text)
        self.nodes[record_id] = Node(record, kind, name, tuple(facts.items()))
        return record_id

    def link(self, src: str, dst: str, relation: str) -> None:
        self.edges.append(Edge(src, dst, relation))


def load(root: Path = DATA) -> Loaded:
    """Everything below ``root``. Raises ``DataError`` naming file, line and the way out."""
    loaded = Loaded()
    for page in sorted(root.glob("tickets/*.md")):
        _load_page(loaded, root, f"tickets/{page.name}", "ticket")
    for page in sorted(root.glob("changes/*.md")):
        number = _load_page(loaded, root, f"changes/{page.name}", "change")
        _load_diff(loaded, root, number)
    _load_runs(loaded, root)
    _load_rota(loaded, root)
    _check_edges(loaded)
    return loaded


def _load_page(loaded: Loaded, root: Path, path: str, kind: str) -> str:
    """A ticket or a change: its title, its fields, and each further line. Returns its number."""
    lines = [line for line in read_lines(root, path) if not line.is_blank]
    title = PAGE_TITLE.fullmatch(lines[0].text) if lines else None
    if title is None:
        raise DataError(path, 1, "has no title: begin the file with a line such as '# OPS-11: Title'")
    number, source = title["number"], path.rsplit("/", 1)[-1]
    fields = [m for line in lines[1:] if (m := FIELD.fullmatch(line.text))]
    values = {m["key"].lower(): m["value"] for m in fields}
    facts = {"number": number, "title": title["title"], **values}
    head = loaded.add(f"{kind}/{number}:1", path, lines[0], kind, title["name"], facts)
    for line in lines[1:]:
        if line.text.startswith("#"):
            continue
        relation, facts = _part(line.text)
        line_id, name = f"{kind}/{number}:{line.number}", f"{source}:{line.number}"
        loaded.link(head, loaded.add(line_id, path, line, f"{kind} line", name, facts), relation)
    if "closes" in values:
        loaded.link(head, f"ticket/{values['closes'].removeprefix('OPS-')}:1", "closes")
    return number


def _part(text: str) -> tuple[str, Facts]:
    """How a page stands to one of its lines, and what the line states."""
    if match := FIELD.fullmatch(text):
        return "states", {"field": match["key"], "value": match["value"]}
    if match := TOUCHED.fullmatch(text):
        return "touches", {"path": match["path"]}
    if text.startswith("> "):
        return "quotes", {"quoted": text.removeprefix("> ")}
    return "says", {}


def _load_diff(loaded: Loaded, root: Path, number: str) -> None:
    path, touched = f"changes/CH-{number}.diff", ""
    for line in read_lines(root, path):
        if line.is_blank:
            continue
        record_id, name = f"diff/{number}:{line.number}", f"CH-{number}.diff:{line.number}"
        if header := DIFF_HEADER.fullmatch(line.text):
            touched = header["path"]
            loaded.add(record_id, path, line, "diff file", name, {"path": touched})
            loaded.link(f"change/{number}:1", record_id, "patches")
        elif not touched:
            raise DataError(path, line.number, "stands before the first 'diff --git' line: add that line")
        else:
            loaded.add(record_id, path, line, "diff line", name, {"path": touched})


def _load_runs(loaded: Loaded, root: Path) -> None:
    lines = read_lines(root, "runs.csv")
    if not lines or tuple(lines[0].text.split(",")) != RUN_COLUMNS:
        raise DataError("runs.csv", 1, f"wrong columns: the first line is {','.join(RUN_COLUMNS)}")
    for line in lines[1:]:
        row = next(csv.reader([line.text]), [])
        if len(row) != len(RUN_COLUMNS):
            raise DataError("runs.csv", line.number, f"{len(row)} cells where {len(RUN_COLUMNS)} are due")
        cells = dict(zip(RUN_COLUMNS, row, strict=True))
        number = cells["run"]
        if not re.fullmatch(r"[0-9]+", number):
            raise DataError("runs.csv", line.number, f"{number!r} is no run number: write digits only")
        if cells["status"] not in STATUSES:
            known = ", ".join(STATUSES)
            raise DataError("runs.csv", line.number, f"unknown status {cells['status']!r}: one of {known}")
        run = loaded.add(f"run/{number}", "runs.csv", line, "run", f"run {number}", cells)
        loaded.link(run, f"change/{cells['change'].removeprefix('CH-')}:1", "builds")
        _load_log(loaded, root, run, cells)


def _load_log(loaded: Loaded, root: Path, run: str, cells: dict[str, str]) -> None:
    path, number = cells["log"], cells["run"]
    source = path.rsplit("/", 1)[-1]
    lines = [line for line in read_lines(root, path) if not line.is_blank]
    step = ""
    for line in lines:
        if begin := logs.STEP_BEGIN.fullmatch(logs.message(line.text)):
            step = begin["name"]
        name = f"{source}:{line.number}"
        loaded.add(f"log/{number}:{line.number}", path, line, "log line", name, {"run": number, "step": step})
    failed = logs.failure(lines)
    if (failed is None) == (cells["status"] == "failed"):
        says = "no step that failed" if failed is None else f"that step {failed.step} failed"
        raise DataError(path, 0, f"says {says}, but runs.csv says {cells['status']}: correct one of them")
    if failed:
        loaded.link(run, f"log/{number}:{failed.end.number}", "failed_in")
        for line in failed.error:
            loaded.link(run, f"log/{number}:{line.number}", "failed_with")
    if lines:
        loaded.link(run, f"log/{number}:{lines[-1].number}", "ended_with")


def _load_rota(loaded: Loaded, root: Path) -> None:
    for line in read_lines(root, "rota.md"):
        if line.is_blank or line.text.startswith("#"):
            continue
        shift = SHIFT.fullmatch(line.text)
        if shift:
            week, service = shift["week"], shift["service"]
            known = {key: value or "" for key, value in shift.groupdict().items()}
            loaded.add(f"rota/{week}/{service}", "rota.md", line, "shift", f"{week} {service}", known)
        elif line.text.startswith("-"):
            form = "- 2026-W07, payments: CREW is on call, CREW is the backup."
            raise DataError("rota.md", line.number, f"is no entry of the rota: write it as {form!r}")
        else:
            loaded.add(f"rota/note:{line.number}", "rota.md", line, "rota note", f"rota.md:{line.number}", {})


def _check_edges(loaded: Loaded) -> None:
    for edge in loaded.edges:
        if edge.dst not in loaded.nodes:
            origin = loaded.nodes[edge.src].record.origin
            path = origin.path.removeprefix("data/")
            raise DataError(path, origin.line, f"names {edge.dst}, which is in no file: add it or correct it")
