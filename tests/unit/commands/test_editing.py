"""A workspace edit in JSON, followed over the present texts."""

from __future__ import annotations

import pytest

from tessera_lsp.features.commands.editing import EditError, texts_after
from tessera_lsp.text import Document

URI = "file:///a.py"
TEXT = "x = '\U0001f9ea'; y = 1\nz = 2\n"


def read(uri: str) -> tuple[str, Document]:
    return uri.removeprefix("file://"), Document(uri, 4, TEXT)


def change(line: int, start: int, end: int, text: str) -> dict:
    at = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
    return {"range": at, "newText": text}


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 16), ("utf-16", 14), ("utf-32", 13)])
def test_positions_are_the_clients(encoding, column):
    edit = {"changes": {URI: [change(0, column, column + 1, "7"), change(1, 0, 0, "# ")]}}
    (document,) = texts_after(edit, read, encoding).values()
    assert document.text == "x = '\U0001f9ea'; y = 7\n# z = 2\n"


def test_a_versioned_edit_is_for_its_version_alone():
    edit = {
        "documentChanges": [{"textDocument": {"uri": URI, "version": 4}, "edits": [change(1, 4, 5, "3")]}]
    }
    assert texts_after(edit, read, "utf-16")["/a.py"].text.endswith("z = 3\n")
    edit["documentChanges"][0]["textDocument"]["version"] = 3
    with pytest.raises(EditError, match="for version 3 of"):
        texts_after(edit, read, "utf-16")


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ([], "an edit is an object"),
        ({}, "'changes' or 'documentChanges'"),
        ({"documentChanges": [{"kind": "rename", "oldUri": URI, "newUri": URI}]}, "no file is made"),
        ({"documentChanges": [{"edits": []}]}, "names its 'textDocument'"),
        ({"changes": {URI: {}}}, "'changes' is a list"),
        ({"changes": {URI: [{"newText": ""}]}}, "has 'range' and 'newText'"),
        ({"changes": {URI: [{**change(0, 0, 1, ""), "newText": 3}]}}, "'newText' is a text"),
        ({"changes": {URI: [change(0, 0, 3, ""), change(0, 1, 2, "")]}}, "overlap"),
    ],
)
def test_what_is_no_edit_is_refused(edit, said):
    with pytest.raises(EditError) as error:
        texts_after(edit, read, "utf-16")
    assert said in str(error.value)
