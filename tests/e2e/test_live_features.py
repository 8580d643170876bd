"""Hints, lenses and hovers of claims in tests, batteries and drift, over stdio."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol import types

CLAIMS = Path("depot/stock/claims.py")
REGISTRY = Path("depot/registry.py")
CHECK = "cited[0].weight == int(match[2])"
TEST = """\
from depot.evidence import Claim


def test_weight(nodes):
    claim = Claim("Crate 1 weighs 12 kg.", (nodes["crate/1"].record,))
    wrong = Claim("Crate 1 weighs 13 kg.", (nodes["crate/1"].record,))
"""


async def lenses(editor, path: Path) -> list[types.CodeLens]:
    params = types.CodeLensParams(types.TextDocumentIdentifier(editor.uri(path)))
    return list(await editor.within(editor.client.text_document_code_lens_async(params)) or ())


async def test_a_claim_in_a_test_is_judged_as_a_sample_is(start, depot):
    (depot / "tests").mkdir()
    test = Path("tests/test_stock.py")
    (depot / test).write_text(TEST)
    editor = await start(depot)
    editor.open(CLAIMS)
    editor.open(test)
    await editor.settled()
    assert [hint.label for hint in await editor.hints(test)] == ["✓ crate_weight", "✗ crate_weight"]
    text = await editor.hover_text(test, editor.place(test, "weighs 13"))
    assert text.replace("\\", "").startswith("unsupported · crate_weight · stock\n")

    editor.replace(CLAIMS, CHECK, CHECK.replace("==", "!="))
    await editor.settled()
    assert [hint.label for hint in await editor.hints(test)] == ["✗ crate_weight", "✓ crate_weight"]


async def test_lenses_hints_and_hovers_follow_the_unsaved_text(start, depot):
    editor = await start(depot)
    text = editor.open(CLAIMS)
    editor.open(REGISTRY)
    await editor.settled()
    (lens,) = await lenses(editor, REGISTRY)
    assert lens.command.title == "faithfulness 1.000 · 6 claims"
    (hint,) = await editor.hints(REGISTRY)
    assert hint.label == "1 · owns 3"
    shown = await editor.hover_text(REGISTRY, editor.place(REGISTRY, "stock()", "def "))
    assert shown.startswith("battery `stock` · faithfulness 1.000 · 6 claims")

    editor.replace(CLAIMS, CHECK, CHECK.replace("==", "!="))
    await editor.settled()
    (battery,), (shape,) = await lenses(editor, REGISTRY), await lenses(editor, CLAIMS)
    assert battery.command.title == "faithfulness 0.500 · 6 claims · drift 4"
    assert shape.command.title == "stock 1 of 1 · owns 3 · 3 samples · drift 4"
    told = await editor.command(shape.command.command, *shape.command.arguments)
    assert len(told[0]["entries"]) == 4
    await editor.until(lambda: editor.client.messages, "the list is shown")
    assert "4 verdicts or owners changed" in editor.client.messages[-1].message

    editor.change(CLAIMS, text)
    await editor.settled()
    (battery,) = await lenses(editor, REGISTRY)
    assert battery.command.title == "faithfulness 1.000 · 6 claims"


GOLD = Path("tessera/business/gold/contracts.json")


async def test_a_gold_case_shows_the_claims_of_its_answer_with_their_owners(start, shipped):
    """Answered by the battery's own answer path under the unsaved text."""
    editor = await start(shipped)
    claims = Path("tessera/business/claims.py")
    editor.open(claims)
    editor.open(GOLD)
    await editor.settled()
    at = editor.place(GOLD, "When does contract C-004 renew?")

    async def told() -> str:
        text = await editor.hover_text(GOLD, at)
        return "" if "being answered" in text else text.replace("\\", "")

    text = ""
    async with asyncio.timeout(20):
        while not text:
            text = await told()
    assert text.startswith("supported · renewal_date_conflict · business\n")
    assert "with 3 claims, 3 supported" in text
    assert "clause/C-004.3" in text

    refusing = "    return None\n"
    head = "def renewal_date_conflict("
    body = editor.texts[editor.uri(claims)]
    start_of = body.index('"""', body.index('"""', body.index(head)) + 3) + 4
    editor.change(claims, body[:start_of] + refusing + body[start_of:])
    await editor.settled()
    async with asyncio.timeout(20):
        while not (text := await told()) or "judging" in text.split("\n")[0]:
            pass
    assert text.startswith("unsupported · nobody · business\n")
