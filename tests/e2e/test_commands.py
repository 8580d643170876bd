"""The commands over stdio, on a small foreign project."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

CLAIMS = Path("depot/stock/claims.py")
REGISTRY = Path("depot/registry.py")
CHECK = "cited[0].weight == int(match[2])"


@pytest.fixture
def offers(harness):
    """An editor that takes versioned edits, and edits that the server wants applied."""
    edits = types.WorkspaceEditClientCapabilities(document_changes=True)
    workspace = types.WorkspaceClientCapabilities(
        apply_edit=True, workspace_edit=edits, workspace_folders=True
    )
    return harness.capabilities(workspace=workspace)


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


def edited(text: str, edit: dict, uri: str) -> str:
    """The text after a versioned edit of one file, whose lines end with ``\\n`` and hold ASCII."""
    (change,) = [c for c in edit["documentChanges"] if c["textDocument"]["uri"] == uri]
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]

    def offset(place: dict) -> int:
        return starts[place["line"]] + place["character"]

    for one in sorted(change["edits"], key=lambda e: offset(e["range"]["start"]), reverse=True):
        start, end = offset(one["range"]["start"]), offset(one["range"]["end"])
        text = text[:start] + one["newText"] + text[end:]
    return text


async def test_a_measured_claim_becomes_a_sample_with_the_shapes_own_answer(start, depot, offers):
    editor = await start(depot, offers=offers)
    text = editor.open(CLAIMS)
    await editor.settled()
    given = {"shape": "crate_weight", "text": "Crate 2 weighs 19 kg.", "citations": ["crate/2"]}
    made = await asked(editor, "insertSample", given)
    assert (made["why_not"], made["word"], made["name"]) == ("", "False", "crate_weight")
    after = edited(text, made["edit"], editor.uri(CLAIMS))
    assert "        False: Crate 2 weighs 19 kg. <- crate/2\n" in after
    assert made["edit"]["documentChanges"][0]["textDocument"]["version"] == 1
    editor.change(CLAIMS, after)
    again = await asked(editor, "insertSample", given)
    assert (again["edit"], again["why_not"]) == (None, "crate_weight has this sample")
    refused = await asked(editor, "insertSample", {**given, "shape": "nobody"})
    assert refused["why_not"] == "there is no shape nobody"


async def test_an_edit_is_applied_where_that_is_asked_for(start, depot, offers):
    editor = await start(depot, offers=offers)
    editor.open(CLAIMS)
    await editor.settled()
    taken = []

    @editor.client.feature(types.WORKSPACE_APPLY_EDIT)
    def on_apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        taken.append(params.edit)
        return types.ApplyWorkspaceEditResult(applied=len(taken) == 1)

    given = {
        "shape": "crate_weight",
        "text": "Crate 9.",
        "citations": ["crate/1"],
        "word": "None",
        "apply": True,
    }
    made = await asked(editor, "insertSample", given)
    assert (made["applied"], made["why_not"], len(taken)) == (True, "", 1)
    refused = await asked(editor, "insertSample", given)
    assert (refused["applied"], refused["why_not"]) == (False, "the editor refused the edit")


async def test_a_shape_is_scaffolded_for_a_sentence_that_nobody_owns(start, depot, offers):
    editor = await start(depot, offers=offers)
    claims, registry = editor.open(CLAIMS), editor.open(REGISTRY)
    await editor.settled()
    given = {"battery": "stock", "text": "Crate 1 holds 40 bolts.", "citations": ["crate/1"]}
    made = await asked(editor, "scaffold", given)
    assert (made["why_not"], made["name"]) == ("", "crate_holds_bolts")
    editor.change(CLAIMS, edited(claims, made["edit"], editor.uri(CLAIMS)))
    editor.change(REGISTRY, edited(registry, made["edit"], editor.uri(REGISTRY)))
    await editor.settled()
    wrong = editor.diagnostics(CLAIMS, "TES401")
    assert [d.message.split("\n")[0].split(" (")[0] for d in wrong] == [
        "sample says True, crate_holds_bolts says False"
    ]
    hints = {hint.position.line: hint.label for hint in await editor.hints(CLAIMS)}
    assert hints[editor.place(CLAIMS, "True: Crate 1 holds 40").line] == "✗ crate_holds_bolts"
    (surface,) = await asked(editor, "surface")
    assert [shape["name"] for shape in surface["batteries"][0]["shapes"]] == [
        "crate_weight",
        "crate_holds_bolts",
    ]
    owned = await asked(editor, "scaffold", {**given, "text": "Crate 1 weighs 12 kg."})
    assert owned["why_not"] == "crate_weight owns this sentence"


async def test_a_new_order_tells_what_it_would_change(start, depot, offers):
    """A shape that takes crates' sentences first takes them over; the order is not changed by asking."""
    greedy = 'return False if claim.text.startswith("Crate") else None'
    (depot / CLAIMS).write_text(
        (depot / CLAIMS).read_text() + f"\n\ndef any_crate(claim, nodes, graph):\n    {greedy}\n"
    )
    registry = (depot / REGISTRY).read_text()
    (depot / REGISTRY).write_text(
        registry.replace("(claims.crate_weight,)", "(claims.crate_weight, claims.any_crate)")
    )
    editor = await start(depot, offers=offers)
    text = editor.open(REGISTRY)
    await editor.settled()
    made = await asked(editor, "reorder", {"battery": "stock", "shape": "any_crate", "by": -1})
    assert made["why_not"] == ""
    assert "(claims.any_crate, claims.crate_weight)" in edited(text, made["edit"], editor.uri(REGISTRY))
    changed = {entry["claim"]: entry["after"] for entry in made["drift"]["entries"]}
    assert changed["Crate 1 weighs 12 kg."] == {"owner": "any_crate", "verdict": False}
    (none,) = await asked(editor, "drift")
    assert none["entries"] == []
    edge = await asked(editor, "reorder", {"battery": "stock", "shape": "any_crate", "by": 1})
    assert (edge["edit"], edge["why_not"]) == (None, "it can't be moved by 1: only 0 to the last place")


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True, timeout=30)


async def test_drift_against_the_merge_base_tells_what_the_branch_changes(start, depot):
    """What was committed on the branch counts, saved or not; what came to the main branch later does not."""
    git(depot, "init", "--initial-branch=main")
    git(depot, "add", "-A")
    git(depot, "commit", "-m", "Begin")
    git(depot, "checkout", "-b", "topic")
    text = (depot / CLAIMS).read_text()
    (depot / CLAIMS).write_text(text.replace("int(match[2])", "int(match[2]) - 1"))
    git(depot, "commit", "-am", "Change the rule")
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    (saved,) = await asked(editor, "drift")
    assert saved["entries"] == []
    (told,) = await asked(editor, "drift", {"against": "base"})
    assert (told["against"], told["why_not"]) == ("base", "")
    changed = {
        entry["claim"]: (entry["before"]["verdict"], entry["after"]["verdict"]) for entry in told["entries"]
    }
    assert changed["Crate 1 weighs 12 kg."] == (True, False)
    assert changed["Crate 1 weighs 13 kg."] == (False, True)
    (sample,) = next(e for e in told["entries"] if e["claim"] == "Crate 1 weighs 13 kg.")["samples"]
    assert sample["uri"] == editor.uri(CLAIMS)

    editor.change(CLAIMS, text)
    (again,) = await asked(editor, "drift", {"against": "base"})
    assert again["entries"] == []
    listed = subprocess.run(
        ["git", "worktree", "list"], cwd=depot, capture_output=True, text=True, timeout=30
    )
    assert len(listed.stdout.splitlines()) == 1


async def test_the_merge_base_is_judged_once_though_it_lacks_a_battery_of_the_branch(start, depot):
    git(depot, "init", "--initial-branch=main")
    git(depot, "add", "-A")
    git(depot, "commit", "-m", "Begin")
    git(depot, "checkout", "-b", "topic")
    text = (depot / REGISTRY).read_text()
    again = f'{text}    return (stock(), replace(stock(), name="store"))\n'.replace(
        "    return (stock(),)\n", ""
    )
    (depot / REGISTRY).write_text(
        again.replace("from depot.b", "from dataclasses import replace\n\nfrom depot.b")
    )
    git(depot, "commit", "-am", "A second battery")
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    for _ in range(2):
        (told,) = await asked(editor, "drift", {"against": "base"})
        assert (told["entries"], told["why_not"]) == ([], "")
        assert told["gained"] > 0
    log = await asked(editor, "log")
    assert sum("judging the merge base" in line for line in log) == 1


async def test_without_a_base_it_is_said_why(start, depot):
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    (told,) = await asked(editor, "drift", {"against": "base"})
    assert told["entries"] == []
    assert "git" in told["why_not"]


async def test_with_several_projects_the_one_that_is_meant_is_found_or_asked_for(start, depot, tmp_path):
    """By a file of it, by the battery that it alone has; else it is said that one has to be named."""
    other = tmp_path.resolve() / "other"
    shutil.copytree(depot, other)
    registry = other / REGISTRY
    registry.write_text(registry.read_text().replace('name="stock"', 'name="shed"'))
    editor = await start(depot, folders=[depot, other])
    await editor.settled()
    await editor.settled(other)
    assert len(await asked(editor, "surface")) == 2
    (one,) = await asked(editor, "surface", {"uri": other.as_uri()})
    assert (one["name"], one["batteries"][0]["name"]) == ("other", "shed")
    given = {"text": "Crate 1 weighs 12 kg.", "citations": ["crate/1"]}
    told = await asked(editor, "preview", {"battery": "shed", **given})
    assert [c["battery"] for c in told["consultations"]] == ["shed"]
    with pytest.raises(JsonRpcException, match="2 projects are open"):
        await asked(editor, "insertSample", {"shape": "crate_weight", **given})
    made = await asked(
        editor, "insertSample", {"shape": "crate_weight", "uri": (other / CLAIMS).as_uri(), **given}
    )
    assert made["why_not"] == "crate_weight has this sample"
