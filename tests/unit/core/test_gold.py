"""Gold files: what they hold, and how one that cannot be used is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tessera.eval.battery import GoldCase
from tessera.eval.gold import GoldError, load_gold

CASE = {"id": "g-1", "question": "Did the gate hold?", "engine": "gate", "kind": "answer"}


def write(folder: Path, name: str, value: object) -> Path:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def test_files_are_read_by_name_and_cases_in_their_order(tmp_path: Path) -> None:
    write(tmp_path, "b.json", [CASE])
    write(tmp_path, "a.json", [{**CASE, "id": "g-3"}, {**CASE, "id": "g-2", "expected_facts": ["held"]}])
    (tmp_path / "notes.txt").write_text("no gold file")
    cases = load_gold(tmp_path)
    assert [case.id for case in cases] == ["g-3", "g-2", "g-1"]
    assert cases[1] == GoldCase("g-2", "Did the gate hold?", "gate", "answer", (), ("held",))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("[{", r"gold\.json:1: not JSON"),
        ("[\n  {},\n  oops\n]", r"gold\.json:3: not JSON: .*column 3"),
        ({}, r"gold\.json: holds one dict: a gold file is a list"),
        (["g"], r"gold\.json: case 1: a str: a case is an object with id, question"),
        (
            [CASE, {**CASE, "id": "g-2", "knd": 1}],
            r"case 2 \(g-2\): unknown field 'knd': did you mean 'kind'",
        ),
        ([{**CASE, "zzz": 1}], r"case 1 \(g-1\): unknown field 'zzz': a case has id"),
        ([{"id": "g-1"}], r"case 1 \(g-1\): the field 'question' is missing: add it"),
        ([{**CASE, "id": 7}], r"case 1: 'id' is 7: it must be a string"),
        ([{**CASE, "question": " "}], r"'question' is ' ': it must be a string that is not blank"),
        ([{**CASE, "kind": "refused"}], r"'kind' is 'refused': it is one of answer, refuse"),
        ([{**CASE, "expected_facts": "held"}], r"'expected_facts' is 'held': it must be a list of strings"),
        ([{**CASE, "expected_support": [""]}], r"'expected_support' is \[''\]: .*none of them blank"),
        ([CASE, CASE], r"case 2: the id 'g-1' is taken"),
    ],
)
def test_a_malformed_file_is_refused_with_file_case_and_way_out(
    value: object, message: str, tmp_path: Path
) -> None:
    write(tmp_path, "gold.json", value)
    with pytest.raises(GoldError, match=message):
        load_gold(tmp_path)


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "gold.json").write_bytes(b'[{"id": "caf\xe9"}]')
    with pytest.raises(GoldError, match=r"gold\.json: byte 12 is not UTF-8"):
        load_gold(tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match="no such folder: create it"):
        load_gold(tmp_path / "gold")
