"""The commands that list records and samples, over stdio on a small foreign project."""

from __future__ import annotations

from pathlib import Path

CLAIMS = Path("depot/stock/claims.py")


async def asked(editor, name: str, argument: dict):
    """A command's result as JSON's own kinds."""
    from tessera_lsp.server.settings import plain

    return plain(await editor.command(f"tessera.server.{name}", argument))


async def test_records_are_those_of_the_battery(start, depot):
    editor = await start(depot)
    editor.open(CLAIMS)
    await editor.settled()
    told = await asked(editor, "records", {"battery": "stock"})
    assert [record["id"] for record in told["records"]] == ["crate/1", "crate/2", "crate/3"]
    assert {record["source"] for record in told["records"]} == {"labels.txt"}
    assert (told["total"], told["why_not"]) == (3, "")
    some = await asked(editor, "records", {"battery": "stock", "containing": "ATE/2"})
    assert ([record["id"] for record in some["records"]], some["total"]) == (["crate/2"], 1)
    none = await asked(editor, "records", {"battery": "stork"})
    assert none["why_not"] == "there is no battery stork; there is stock"


async def test_samples_say_what_came_of_each(start, depot):
    editor = await start(depot)
    text = editor.open(CLAIMS)
    await editor.settled()
    (told,) = await asked(editor, "samples", {})
    assert told["settled"]
    assert [(each["word"], each["outcome"]) for each in told["samples"]] == [
        ("True", "passed"),
        ("False", "passed"),
        ("None", "passed"),
    ]
    place = editor.place(CLAIMS, "False: Crate 1")
    assert told["samples"][1]["location"]["range"]["start"]["line"] == place.line

    wrong = text.replace("False: Crate 1 weighs 13", "True: Crate 1 weighs 13")
    editor.change(CLAIMS, wrong.replace("None: Beschl", "none: Beschl"))
    await editor.settled()
    (told,) = await asked(editor, "samples", {})
    passed, failed, errored = told["samples"]
    assert (passed["outcome"], passed["report"]) == ("passed", "")
    assert (failed["outcome"], failed["answer"]) == ("failed", "False")
    first, _, rest = failed["report"].partition("\n\n")
    assert first == "the sample says True, crate_weight says False"
    assert rest.startswith("unsupported · crate_weight · stock")
    assert (errored["outcome"], errored["word"]) == ("errored", "")
    assert "'none:' begins no sample" in errored["report"]


async def test_a_sample_without_an_answer_is_no_pass(start, depot):
    editor = await start(depot)
    text = editor.open(CLAIMS)
    editor.change(CLAIMS, text.replace("kg. <- crate/1", "kg. <- crate/10", 1))
    await editor.settled()
    (told,) = await asked(editor, "samples", {})
    assert told["samples"][0]["outcome"] == "errored"
    assert "crate/10" in told["samples"][0]["report"]
