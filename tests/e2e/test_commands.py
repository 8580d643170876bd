"""The commands over stdio, on a small foreign project."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygls.exceptions import JsonRpcException

CLAIMS = Path("depot/stock/claims.py")
REGISTRY = Path("depot/registry.py")
CHECK = "cited[0].weight == int(match[2])"


async def asked(editor, name: str, *arguments):
    """A command's result as JSON's own kinds."""
    from tessera_lsp.server.settings import plain

    return plain(await editor.command(f"tessera.server.{name}", *arguments))


async def test_surface_tells_batteries_shapes_and_what_they_own(start, depot):
    editor = await start(depot)
    text = editor.open(CLAIMS)
    editor.change(CLAIMS, text + "\n\ndef colour(claim, nodes, graph):\n    return None\n")
    await editor.settled()
    (told,) = await asked(editor, "surface")
    assert (told["root"], told["state"], told["fresh"]) == (depot.as_uri(), "ready", True)
    (battery,) = told["batteries"]
    assert (battery["name"], battery["vertical"], battery["readable"]) == ("stock", "depot.stock", True)
    assert battery["figures"]["faithfulness"] == 1.0
    (shape,) = battery["shapes"]
    assert (shape["name"], shape["place"], shape["owns"], shape["unsupported"]) == ("crate_weight", 1, 3, 0)
    assert shape["samples"] == {"True": 1, "False": 1, "None": 1}
    start_of = editor.place(CLAIMS, "crate_weight")
    assert shape["location"]["range"]["start"] == {"line": start_of.line, "character": start_of.character}
    assert shape["declared"]["uri"] == editor.uri(REGISTRY)
    assert [undeclared["name"] for undeclared in told["undeclared"]] == ["colour"]


async def test_drift_is_what_the_open_text_changes(start, depot):
    editor = await start(depot)
    text = editor.open(CLAIMS)
    await editor.settled()
    (none,) = await asked(editor, "drift", {"uri": editor.uri(CLAIMS)})
    assert (none["entries"], none["why_not"], none["unjudged"]) == ([], "", 0)

    editor.replace(CLAIMS, CHECK, CHECK.replace("==", "!="))
    (told,) = await asked(editor, "drift")
    assert told["fresh"]
    sample = editor.place(CLAIMS, "True: Crate 1")
    first = next(entry for entry in told["entries"] if entry["claim"].startswith("Crate 1 weighs 12"))
    assert first["before"] == {"owner": "crate_weight", "verdict": True}
    assert first["after"] == {"owner": "crate_weight", "verdict": False}
    assert first["why"] == "crate_weight said True, and says False now"
    assert [place["range"]["start"]["line"] for place in first["samples"]] == [sample.line]
    assert first["owner"]["uri"] == editor.uri(CLAIMS)
    assert any(entry["measured"] for entry in told["entries"])

    editor.change(CLAIMS, text)
    (again,) = await asked(editor, "drift")
    assert again["entries"] == []


async def test_drift_is_known_where_the_text_was_unsaved_from_the_beginning(start, depot):
    editor = await start(depot)
    text = (depot / CLAIMS).read_text()
    editor.open(CLAIMS, text.replace(CHECK, CHECK.replace("==", "!=")))
    (told,) = await asked(editor, "drift", {"uri": editor.uri(CLAIMS)})
    assert {entry["claim"] for entry in told["entries"]} >= {"Crate 1 weighs 12 kg.", "Crate 1 weighs 13 kg."}
    editor.save(CLAIMS)
    await editor.until(lambda: editor.statuses[depot.as_uri()].load == 2, "another load")
    await editor.settled()
    (saved,) = await asked(editor, "drift", {"uri": editor.uri(CLAIMS)})
    assert saved["entries"] == []


async def test_drift_of_an_edit_is_known_before_it_is_made(start, depot):
    editor = await start(depot)
    text = editor.open(CLAIMS)
    await editor.settled()
    published = len(editor.published)
    at = text.index("==", text.index(CHECK))
    begin, end = editor.position(CLAIMS, at), editor.position(CLAIMS, at + 2)
    place = {
        "start": {"line": begin.line, "character": begin.character},
        "end": {"line": end.line, "character": end.character},
    }
    edit = {"changes": {editor.uri(CLAIMS): [{"range": place, "newText": "!="}]}}
    told = await asked(editor, "driftOf", {"edit": edit})
    assert (told["against"], told["why_not"]) == ("open", "")
    assert "Crate 1 weighs 12 kg." in {entry["claim"] for entry in told["entries"]}
    assert len(editor.published) == published
    (shown,) = await asked(editor, "drift")
    assert shown["entries"] == []


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("drift", {"against": "yesterday"}, "'against' is saved or base"),
        ("surface", {"uri": "file:///nowhere/x.py"}, "no file of an open project"),
        ("preview", {"battery": "stock"}, "'text' is missing"),
        ("runBattery", ["stock"], "one object is taken"),
        (
            "driftOf",
            {"edit": {"documentChanges": [{"kind": "delete", "uri": "file:///x"}]}},
            "only changes of texts",
        ),
    ],
)
async def test_bad_arguments_are_refused_with_a_reason(start, depot, name, given, said):
    editor = await start(depot)
    editor.open(CLAIMS)
    with pytest.raises(JsonRpcException) as error:
        await asked(editor, name, given)
    assert error.value.code == -32602
    assert said in str(error.value)


async def test_a_battery_is_measured_again(start, depot):
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    ran = await asked(editor, "runBattery", {"battery": "stock"})
    assert (ran["why_not"], ran["figures"]["faithfulness"]) == ("", 1.0)
    assert editor.statuses[depot.as_uri()].load == 2
    other = await asked(editor, "runBattery", {"battery": "shop"})
    assert other["figures"] is None
    assert other["why_not"] == "there is no battery shop; there is stock"
