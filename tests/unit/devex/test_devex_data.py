"""The shipped data: how much there is, where each record came from, and that it can be made again."""

from __future__ import annotations

import re
import time
import unicodedata
from collections import Counter
from pathlib import Path

from tessera.devex import generate
from tessera.devex.data import build_graph, build_kb
from tessera.devex.files import read_lines
from tessera.devex.loading import DATA
from tessera.graph import KnowledgeGraph
from tessera.grounding import KnowledgeBase


def test_the_data_is_large_enough_to_be_honest(devex_graph: KnowledgeGraph) -> None:
    kinds = Counter(node.kind for node in devex_graph.nodes.values())
    assert kinds["run"] >= 40
    assert kinds["change"] == 25
    assert kinds["ticket"] == 25
    assert kinds["shift"] >= 40
    statuses = Counter(node.attr("status") for node in devex_graph.of_kind("run"))
    assert statuses["failed"] >= 20
    assert statuses["passed"] >= 15
    assert statuses["cancelled"] == 2


def test_the_generator_reproduces_the_committed_files(tmp_path: Path) -> None:
    """Byte for byte, no file more and none less (the Git attributes beside them are not data)."""
    assert generate.main([str(tmp_path)]) == 0
    made = {p.relative_to(tmp_path).as_posix(): p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    kept = {p.relative_to(DATA).as_posix(): p.read_bytes() for p in DATA.rglob("*") if p.is_file()}
    kept.pop(".gitattributes")
    assert made.keys() == kept.keys()
    assert [path for path in made if made[path] != kept[path]] == []


def test_another_seed_makes_other_data() -> None:
    assert generate.files(1) != generate.files(generate.SEED)


def test_graph_and_records_are_built_in_half_a_second(devex_graph: KnowledgeGraph) -> None:
    """The best of three, since the machine may be busy."""
    times = []
    for _ in range(3):
        begun = time.process_time()
        build_graph()
        build_kb()
        times.append(time.process_time() - begun)
    assert min(times) < 0.5


def test_graph_and_records_hold_the_same(devex_graph: KnowledgeGraph, devex_kb: KnowledgeBase) -> None:
    assert {node.record for node in devex_graph.nodes.values()} == set(devex_kb)


def test_each_record_leads_back_to_its_line(devex_kb: KnowledgeBase) -> None:
    """``path`` and the 1-based ``line`` find the text, terminal control apart."""
    lines = {
        path: {line.number: line.text for line in read_lines(DATA, path.removeprefix("data/"))}
        for path in {record.origin.path for record in devex_kb}
    }
    for record in devex_kb:
        assert lines[record.origin.path][record.origin.line] == record.text
        assert record.origin.source == record.origin.path.rsplit("/", 1)[-1]
        assert record.origin.locator == f"line {record.origin.line}"


def test_line_numbers_are_those_of_an_editor(devex_kb: KnowledgeBase) -> None:
    """A lone carriage return ends a line; a form feed and U+2028 do not."""
    pages = [record for record in devex_kb if "\u2028" in record.text]
    assert pages
    for record in pages:
        raw = (DATA / record.origin.path.removeprefix("data/")).read_bytes().decode("utf-8-sig")
        before = raw[: raw.index("page one")]
        assert record.origin.line == len(re.findall(r"\r\n|\r|\n", before)) + 1
        assert "\f" in record.text


def test_the_awkward_characters_are_there() -> None:
    raw = {path.name: path.read_bytes() for path in DATA.rglob("*") if path.is_file()}
    logs = [content for name, content in raw.items() if name.endswith(".log")]
    assert sum(b"\r\n" in log for log in logs) >= 5
    assert any(log.startswith(b"\xef\xbb\xbf") for log in logs)
    assert any(not log.endswith(b"\n") for log in logs)
    assert sum(b"\x1b[" in log for log in logs) >= 10
    assert any(b"\t" in log for log in logs)
    assert any(b"<" in log and b">" in log for log in logs)
    tickets = "".join(content.decode() for name, content in raw.items() if name.startswith("OPS-"))
    assert {"R", "AL"} <= {unicodedata.bidirectional(char) for char in tickets}
    assert re.search(r"[\u4e00-\u9fff]", tickets)
    assert '"' in tickets
    assert "’" in tickets


def test_terminal_control_and_byte_order_marks_are_no_text(devex_kb: KnowledgeBase) -> None:
    assert [record.id for record in devex_kb if "\x1b" in record.text or "\ufeff" in record.text] == []


def test_each_diff_is_well_formed_and_agrees_with_its_page(devex_graph: KnowledgeGraph) -> None:
    """The numbers in the hunk headers are right, and the page lists each file with its counts."""
    for change in devex_graph.of_kind("change"):
        diff = (DATA / f"changes/{change.name}.diff").read_text(encoding="utf-8")
        listed = []
        for part in re.split(r"(?m)^(?=diff --git )", diff)[1:]:
            header, *hunks = re.split(r"(?m)^(?=@@ )", part)
            body = [line for hunk in hunks for line in hunk.splitlines()[1:]]
            added = sum(line.startswith("+") for line in body)
            removed = sum(line.startswith("-") for line in body)
            sizes = re.findall(r"(?m)^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@$", part)
            assert sum(int(old or 1) for old, _ in sizes) == len(body) - added
            assert sum(int(new or 1) for _, new in sizes) == len(body) - removed
            path = header.splitlines()[2].removeprefix("+++ b/")
            listed.append(f"- {path} (+{added}, -{removed})")
        touched = devex_graph.targets_of([change.id], "touches")
        assert sorted(listed) == sorted(devex_graph.node(line).record.text for line in touched)
