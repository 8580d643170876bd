"""The committed data: large enough, made by the generator, and loaded with its places."""

from __future__ import annotations

import shutil
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from tessera.business import schema
from tessera.business.contract_files import parse_contract
from tessera.business.data import DATA_DIR, build_graph, build_kb
from tessera.business.generate import build_files, main
from tessera.business.tables import DataError, read_table
from tessera.graph import KnowledgeGraph


def test_the_generator_writes_the_committed_files(tmp_path: Path) -> None:
    """Byte for byte, and no file besides."""
    assert main([str(tmp_path)]) == 0
    written, committed = (
        {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (tmp_path, DATA_DIR)
    )
    assert written.keys() == committed.keys()
    assert [name for name in written if written[name] != committed[name]] == []
    assert build_files() == build_files()


def test_there_is_enough_of_everything(business_graph: KnowledgeGraph) -> None:
    kinds = Counter(node.kind for node in business_graph.nodes.values())
    assert kinds["customer"] >= 60
    assert kinds["address"] >= 60
    assert kinds["order"] == 600
    assert kinds["contract"] == 30
    assert kinds["clause"] >= 120
    assert {order.attr("currency") for order in business_graph.of_kind("order")} == {"EUR", "JPY", "USD"}
    assert {order.attr("status") for order in business_graph.of_kind("order")} == set(schema.STATUSES)
    for kind in ("customer", "address"):
        assert {node.attr("source") for node in business_graph.of_kind(kind)} == {"CRM", "Billing"}


def test_names_of_many_kinds_are_in_the_data(business_graph: KnowledgeGraph) -> None:
    names = {node.name for node in business_graph.of_kind("customer")}
    letters = "".join(names)
    for script in ("HEBREW", "ARABIC", "CYRILLIC", "GREEK", "CJK", "HIRAGANA"):
        assert any(unicodedata.name(char, "").startswith(script) for char in letters), script
    for piece in ("'", "’", '"', "&", ",", "\u0301"):
        assert piece in letters, piece
    assert {"Norra", "Norrala", "Norra Bruk AB", "Non-Norra", "C++ Tooling", "A.B. Storage"} <= names


def test_each_record_knows_its_line(business_graph: KnowledgeGraph) -> None:
    """What stands on the line named is what the record says."""
    lines = {
        path: (DATA_DIR.parent / path).read_text(encoding="utf-8").split("\n")
        for path in _paths(business_graph)
    }
    for node in business_graph.nodes.values():
        origin = node.record.origin
        line = lines[origin.path][origin.line - 1]
        key = {
            "clause": lambda n: f"## {n.attr('number')}. {n.attr('heading')}",
            "contract": lambda n: f"# Contract {n.attr('number')}: {n.attr('title')}",
            "customer": lambda n: n.attr("account") + ",",
        }.get(node.kind, lambda n: n.id.partition("/")[2] + ",")
        assert line.startswith(key(node))


def _paths(graph: KnowledgeGraph) -> set[str]:
    return {node.record.origin.path for node in graph.nodes.values()}


def test_graph_and_knowledge_base_hold_the_same_records(business_graph: KnowledgeGraph) -> None:
    assert {record.id: record for record in build_kb()} == {
        node.id: node.record for node in business_graph.nodes.values()
    }


SPOILED = [
    ("orders.csv", "0001,", ",", "orders.csv:2: the column order is empty"),
    ("orders.csv", "order,customer", "order,client", "orders.csv:1: the columns are order, client"),
    ("orders.csv", "JPY,", "YEN,", "the currency 'YEN' is none of EUR, JPY, USD"),
    ("orders.csv", ",fulfilled", ",done", "the status 'done' is none of"),
    ("orders.csv", ",2024-01-02,", ",2 January,", "orders.csv:2: '2 January' is no date"),
    ("orders.csv", ",fulfilled", ",credit", "an order of status credit has a negative amount"),
    ("orders.csv", "2582.94", "2,582.94", "orders.csv:12: 7 cells; expected 6"),
    ("orders.csv", "2582.94", "2582.9", "orders.csv:12: '2582.9' in USD needs 2 decimals"),
    ("orders.csv", "2582.94", "٢٥٨٢.٩٤", "orders.csv:12: "),
    ("orders.csv", "crm-0026", "crm-9999", "no customer record has the account 'crm-9999'"),
    ("crm_addresses.csv", "crm-0026", "crm-9999", "no customer record has the account 'crm-9999'"),
    ("contracts/C-004.md", "# Contract", "# Treaty", "C-004.md:1: the first line must read"),
    ("contracts/C-004.md", "- Signed", "- Sealed", "C-004.md:4: only `- Customer account: …`"),
    ("contracts/C-004.md", "## 3.", "## 4.", "C-004.md:14: a clause heading must read `## 3. Heading`"),
    (
        "contracts/C-004.md",
        "bil-1017",
        "bil-9999",
        "C-004.md:1: no customer record has the account 'bil-9999'",
    ),
]


@pytest.mark.parametrize(("name", "piece", "spoiled", "message"), SPOILED)
def test_bad_input_names_file_line_and_way_out(
    name: str, piece: str, spoiled: str, message: str, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(DATA_DIR, folder)
    text = (folder / name).read_text(encoding="utf-8")
    assert piece in text
    (folder / name).write_text(text.replace(piece, spoiled, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        build_graph(folder)
    assert message in str(caught.value)


def test_a_missing_table_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(
        DataError, match=r"orders\.csv:0: no such file; `python -m tessera.business.generate`"
    ):
        list(read_table(tmp_path, "orders.csv", ("order",)))


def test_a_quoted_cell_may_hold_a_line_end(tmp_path: Path) -> None:
    """The line of a row is the one that it begins on."""
    (tmp_path / "t.csv").write_bytes(b'id,name\n1,"two\nlines"\n2,next\n')
    assert [(row.line, row.number, row["name"]) for row in read_table(tmp_path, "t.csv", ("id", "name"))] == [
        (2, 1, "two\nlines"),
        (4, 2, "next"),
    ]


def test_wrapped_lines_of_a_clause_are_one_text() -> None:
    head = "# Contract C-001: T\n\n- Customer account: a\n- Signed: 2024-01-01\n\n## 1. H\n\n"
    text = head + "It renews on 1 March\n2026.\n"
    (clause,) = parse_contract("c.md", text).clauses
    assert (clause.text, clause.line) == ("It renews on 1 March 2026.", 6)
    with pytest.raises(DataError, match=r"c\.md:6: a clause needs a text"):
        parse_contract("c.md", head)
